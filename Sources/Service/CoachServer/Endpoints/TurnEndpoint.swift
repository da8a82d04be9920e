#if Server
  import CoachKit
  import CoachModel
  import HTTPTypes
  import Logging

  extension Endpoint {
    /// A turn of a conversation.
    static func turn(_ state: ServerState) -> Endpoint {
      Endpoint(
        method: .post, path: "/v1/turns", scope: .client,
        summary: "Answer a message of a conversation",
        details: """
          The response is a stream of server-sent events; the data of each is a client event. The stream ends with the event \
          `done`. With `changes=true` a further event, named `changes`, comes right before it: what the caller stores, and \
          never sends to a device. Events have increasing ids: a client that lost its connection goes on with \
          `GET /v1/turns/{id}`. One that does not come back within a grace that the server sets cancels the model's call. A \
          repeated `id` is recognised, and answered once.
          """,
        query: TurnOptions.parameters, body: TurnRequest.document.schema,
        response: .events(
          TurnOptions.eventSchemas, named: [("changes", TurnChanges.document.schema)]),
        failures: [.unprocessableContent], load: .turn,
        underLoad: { call in
          guard let request = try? call.read(TurnRequest.document) else {
            return RequestUnderLoad()
          }
          return RequestUnderLoad(
            request.person,
            isUrgent: state.signalsCrisis(request.message, in: request.conversation))
        }
      ) { call in
        let request = try call.read(TurnRequest.document).believed(of: call.caller)
        try call.requirePermission(toSpeakFor: request.person.id)
        let options = try TurnOptions(call)
        let service = try state.service(for: request, of: call, with: options)
        let reader = state.turns.begin(request.id, of: request.person.id, for: call.caller) {
          var reporter = TurnReporter(request: request, options: options, state: state)
          await reporter.write(service.reply(to: request), to: $0)
        }
        return .events(reader)
      }
    }
  }

  extension TurnRequest {
    /// Returns the request without what a caller cannot know: that a persona is approved is no person's to say, so that only
    /// the rules decide about it, or nobody takes it where the settings require an approval.
    fileprivate func believed(of caller: Caller) -> TurnRequest {
      guard caller.person != nil, persona?.status == .approved else { return self }
      var request = self
      request.persona?.status = nil
      return request
    }
  }

  /// What a caller may ask of a turn beside the reply.
  struct TurnOptions: Sendable {
    /// Whether the caller gets what is to be stored.
    var givesChanges: Bool
    /// Whether text comes in small steady pieces.
    var isPaced: Bool
    /// Whether the events are those for operators.
    var givesAllEvents: Bool
    /// The prompt to use instead of the one that the person is assigned.
    var prompt: PromptReference?
    /// The model to use instead of the configured one.
    var model: String?

    private enum Events: String, CaseIterable { case client, all }

    /// The parameters for the events of a turn.
    static let ofEvents: [Endpoint.Parameter] = [
      .init(
        name: "changes", summary: "Also send what the caller stores.", schema: ["type": "boolean"]),
      .init(
        name: "paced", summary: "Send the text in small, steady pieces.",
        schema: ["type": "boolean"]),
      .init(
        name: "events",
        summary: "`all` sends those for operators, as `coachkit wire` describes them.",
        schema: ["type": "string", "enum": .array(Events.allCases.map { .string($0.rawValue) })],
        isOperatorOnly: true),
    ]

    /// The schemas of the events, by the parameters: those for apps, and those for operators.
    static let eventSchemas = [ClientEvent.document.schema, TurnEvent.document.schema]

    /// The parameters of a turn.
    static let parameters: [Endpoint.Parameter] =
      ofEvents + [
        .init(
          name: "prompt", summary: "The version of the prompt, as `name@version`.",
          isOperatorOnly: true),
        .init(
          name: "model", summary: "The model; one of those that the settings name.",
          isOperatorOnly: true),
      ]

    init(_ call: RequestCall) throws(Problem) {
      givesChanges = try call.flag("changes")
      isPaced = try call.flag("paced")
      let events = call.query["events"] ?? Events.client.rawValue
      guard let events = Events(rawValue: events) else {
        throw Problem(.badRequest, "query.value", "the parameter 'events' must be client or all")
      }
      givesAllEvents = events == .all
      model = call.query["model"]
      guard let text = call.query["prompt"] else { return }
      guard let reference = PromptReference(text) else {
        throw Problem(
          .badRequest, "query.value", "the parameter 'prompt' is not a prompt's name",
          hint: "write name or name@version")
      }
      prompt = reference
    }
  }

  extension ServerState {
    /// Returns whether a message signals a crisis, by the local screen.
    func signalsCrisis(_ message: String?, in conversation: TurnRequest.Conversation) -> Bool {
      guard let message else { return false }
      // A busy server looks at what decides: the message, and what was said just before.
      let history = conversation.messages.dropFirst(conversation.sessionStart).suffix(12)
      return signalsCrisis(message, after: Array(history))
    }

    /// Returns whether something that a person wrote signals a crisis, by the local screen.
    func signalsCrisis(_ message: String, after history: [Message] = []) -> Bool {
      let words = String(
        decoding: message.utf8.prefix(TurnRequest.maximumMessageLength), as: UTF8.self)
      return service.screen.assess(words, history: history) != nil
    }

    /// Returns the problem of a request that names a kind of conversation or a domain that does not exist, or brings a persona
    /// that is not taken.
    private func refusal(of request: TurnRequest) -> Problem? {
      if let kind = request.conversation.kind, !ConversationKind.standard.contains(kind),
        service.configuration.conversations[kind] == nil
      {
        return Problem(
          .badRequest, "turn.kind", "there is no conversation of this kind",
          hint: "leave 'kind' out for the coach's; a journey's are held by its steps")
      }
      if let domain = request.domain,
        !content.domains.library.domains.contains(where: { $0.id == domain })
      {
        return .unknownDomain
      }
      return request.persona.flatMap(service.configuration.personas.refusal).map { refusal in
        Problem(
          .unprocessableContent, refusal.code.rawValue, refusal.message, hint: refusal.advice)
      }
    }

    /// Returns the service for a turn, with the prompt and the model that an operator chose; its log names the HTTP request.
    func service(
      for request: TurnRequest, of call: RequestCall, with options: TurnOptions
    ) throws(Problem) -> ChatService {
      var service = service(for: call.caller)
      service.logger[metadataKey: "http_request"] = "\(call.id)"
      // A message that signals a crisis is answered whatever else is wrong with its request.
      if let problem = refusal(of: request),
        !signalsCrisis(request.message, in: request.conversation)
      {
        throw problem
      }
      if let name = options.model {
        guard let route = models.choices[name] else {
          throw Problem(
            .badRequest, "query.model", "the model is not one of those that the settings name",
            hint: "choose one of: \(models.choices.keys.sorted().joined(separator: ", "))")
        }
        service.models.discovery = route
        service.models.coaching = route
      }
      if let prompt = options.prompt {
        do throws(SourceError) {
          _ = try content.prompts.current.template(prompt)
        } catch {
          throw Problem(error)
        }
        switch prompt.name {
        case service.configuration.prompts.discovery.name:
          service.configuration.prompts.discovery = prompt
        case service.configuration.prompts.coaching.name:
          service.configuration.prompts.coaching = prompt
        default:
          throw Problem(
            .badRequest, "query.prompt", "the prompt is not one of the coach's conversations",
            hint: "choose a version of \(service.configuration.prompts.discovery.name) or "
              + service.configuration.prompts.coaching.name)
        }
      }
      return service
    }
  }
#endif
