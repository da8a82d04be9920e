#if Server
  import CoachKit
  import HTTPTypes
  import Logging

  extension Endpoint {
    /// The courses of a product.
    static func journeys(_ state: ServerState) -> [Endpoint] {
      [
        Endpoint(
          method: .get, path: "/v1/journeys", scope: .client,
          summary: "The journeys that there are",
          answer: JourneyList.form
        ) { _ in JourneyList(journeys: state.content.journeys?.current.journeys ?? []) },
        Endpoint(
          method: .post, path: "/v1/journeys/{flow}/step", scope: .client,
          summary: "Take a person through a journey",
          details: """
            Without `event` and `turn` it begins or resumes, and repeats what failed. With `turn` the response is a stream as \
            that of a turn, and ends with an event named `step`, whose data is what other steps are answered with. An event \
            that does not belong to the current phase is answered with 409.
            """,
          pathParameters: [.init(name: "flow", summary: "The name of the journey.")],
          query: TurnOptions.ofEvents, body: JourneyStepBody.document.schema,
          response: .jsonOrEvents(
            JourneyAnswer.document.schema, TurnOptions.eventSchemas,
            named: [
              ("changes", TurnChanges.document.schema), ("step", JourneyAnswer.document.schema),
            ]),
          failures: [.conflict], load: .turn,
          underLoad: { call in
            guard let body = try? call.read(JourneyStepBody.document) else {
              return RequestUnderLoad()
            }
            let isUrgent =
              body.turn.map { state.signalsCrisis($0.message, in: $0.conversation) }
              ?? body.event?.words.contains { state.signalsCrisis($0) } ?? false
            return body.person.map { RequestUnderLoad($0, isUrgent: isUrgent) }
              ?? body.record.map { RequestUnderLoad($0, isUrgent: isUrgent) }
              ?? RequestUnderLoad(isUrgent: isUrgent)
          }
        ) { call in
          let body = try call.read(JourneyStepBody.document)
          try call.requirePermission(toSpeakFor: body.personID)
          let options = try TurnOptions(call)
          let walk = try JourneyWalk(call.path["flow"] ?? "", body, state, for: call.caller)
          guard let turn = body.turn else {
            return .json(JourneyAnswer.document.json(try await walk.step()))
          }
          let asked = try walk.request(for: turn)
          let reader = state.turns.begin(
            asked.request.id, of: asked.request.person.id, for: call.caller
          ) { await walk.answer(asked, options, to: $0) }
          return .events(reader)
        },
      ]
    }
  }

  private struct JourneyList: Sendable {
    var journeys: [Journey]

    static let form = JSONObjectForm<JourneyList>(
      writing: "journeys", .required("journeys", \.journeys, .list(Journey.answer))
    ).form
  }

  extension Journey {
    fileprivate static let answer = JSONObjectForm<Journey>(
      writing: "a journey", .required("name", \.name, .text),
      .required("phases", \.phaseNames, .list(.text))
    ).form

    private var phaseNames: [String] { phases.map(\.name) }
  }

  /// One step of a person through a journey.
  private struct JourneyWalk: Sendable {
    let runner: JourneyRunner
    private(set) var body: JourneyStepBody
    private(set) var person: Person
    let saved: JourneyState
    private(set) var sources: JSONObject
    private var isPaywallPersonal = true
    let moment: JourneyMoment
    let state: ServerState
    /// The name of the caller's key.
    let key: String

    init(
      _ name: String, _ body: JourneyStepBody, _ state: ServerState, for caller: Caller
    ) throws {
      guard let library = state.content.journeys?.current,
        let journey = library.journeys.first(where: { $0.name == name })
      else {
        throw Problem(
          .notFound, "journey.unknown", "there is no such journey",
          hint: state.content.journeys == nil
            ? "this server has no journeys: its setting content.journeys names their folder"
            : "GET /v1/journeys lists them")
      }
      self.body = body
      self.state = state
      key = caller.costKey
      let zone = try state.zone(body.zone ?? body.record?.timeZone)
      let now = state.now
      let today = zone.day(at: now)
      moment = JourneyMoment(
        now: now, today: today, id: "\(RequestID.new(state.service.random))")
      person =
        body.person ?? body.record?.person(on: today, domain: nil) ?? Person(id: body.personID)
      // A person in danger is answered even if the app left out the access record.
      let isUrgent =
        body.turn.map { state.signalsCrisis($0.message, in: $0.conversation) } ?? false
      var sources = body.sources
      if let access = body.access ?? (isUrgent ? AccessRecord(updatedAt: 0) : nil) {
        for (name, value) in JourneyRunner.sources(
          access, at: now, policy: state.settings.access)
        { sources[name] = value }
      }
      guard sources["access"] != nil || journey.sources["access"] == nil else {
        throw Problem(
          .badRequest, "journey.access", "'access' is missing",
          hint:
            "the phases of '\(name)' follow from the access record: send the one that you store, or"
            + " {\"updated_at\": 0} for somebody new")
      }
      self.sources = sources
      let first = body.state ?? JourneyState(journey: name, updatedAt: now)
      guard first.journey == name, body.otherState?.journey ?? name == name else {
        throw Problem(
          .conflict, JourneyError.Code.otherJourney.rawValue,
          "the state belongs to another journey", hint: "use its own journey")
      }
      runner = JourneyRunner(journey, service: state.service(for: caller))
      saved =
        if let other = body.otherState {
          journey.newer(of: first, other, with: sources, at: moment)
        } else {
          first
        }
    }

    /// Performs the event, or goes on where the journey was left.
    func step() async throws -> JourneyAnswer {
      do throws(JourneyError) {
        let step =
          if let event = body.event {
            try await runner.perform(event, on: saved, for: person, with: sources, at: moment)
          } else {
            await runner.advance(saved, for: person, with: sources, at: moment)
          }
        return await answer(step)
      } catch {
        throw Problem(error)
      }
    }

    /// Returns the request for a message of the current phase's conversation.
    func request(for turn: JourneyTurn) throws -> (request: TurnRequest, state: JourneyState) {
      let begun: JourneyState
      do throws(JourneyError) {
        begun = try runner.journey.beginningConversation(in: saved, with: sources, at: moment)
      } catch {
        throw Problem(error)
      }
      guard
        var request = runner.request(
          id: turn.id, message: turn.message, conversation: turn.conversation, in: begun,
          for: person, access: body.access ?? AccessRecord(updatedAt: 0), with: sources,
          at: moment)
      else {
        throw Problem(
          .conflict, "no_conversation", "the current phase holds no conversation",
          hint: "send the step without 'turn' to see what it has")
      }
      request.record = body.record
      return (request, begun)
    }

    /// Streams a turn, and then what follows from it.
    func answer(
      _ turn: (request: TurnRequest, state: JourneyState), _ options: TurnOptions,
      to writer: EventWriter
    ) async {
      var reporter = TurnReporter(request: turn.request, options: options, state: state)
      await reporter.write(runner.service.reply(to: turn.request), to: writer)
      guard let outcome = reporter.outcome else { return }
      let taking = Task { () async -> JourneyStep in
        do throws(JourneyError) {
          return try await runner.take(
            outcome, after: turn.request.conversation.messages, on: turn.state, for: person,
            with: sources, at: moment)
        } catch {
          state.logger.warning(
            "a reply did not fit its journey", metadata: ["code": "\(error.code)"])
          return JourneyStep(state: turn.state)
        }
      }
      writer.turn.whenStopped { taking.cancel() }
      let after = after(outcome, of: turn.request)
      await writer.write(JourneyAnswer.document.json(after.answer(taking.value)), named: "step")
    }

    /// The walk with what a turn changed: the one that completes discovery leads to the paywall.
    private func after(_ outcome: TurnOutcome, of request: TurnRequest) -> JourneyWalk {
      guard let access = outcome.updates.access else { return self }
      var walk = self
      walk.body.access = access
      let changed = JourneyRunner.sources(access, at: moment.now, policy: state.settings.access)
      for (name, value) in changed { walk.sources[name] = value }
      walk.body.record?.take(outcome, of: request, at: moment.now, on: moment.today)
      // In a turn with signs of danger nothing personal is sold.
      walk.isPaywallPersonal = outcome.concern == nil && !outcome.isSensitive
      walk.person.discovery =
        walk.isPaywallPersonal ? outcome.discovery?.profile ?? person.discovery : nil
      return walk
    }

    private func paywall(in state: JourneyState) async -> PaywallResult? {
      guard let access = body.access else { return nil }
      guard let record = body.record, isPaywallPersonal else {
        return await runner.paywall(state, for: person, access: access, at: moment)
      }
      return await runner.paywall(state, for: record, access: access, at: moment)
    }

    private func answer(_ step: JourneyStep) async -> JourneyAnswer {
      await state.costs.add(step.calls, for: body.personID, by: key)
      var outputs = step.outputs
      state.note(
        problems: outputs.compactMap(\.failure), causes: step.causes, of: "journey")
      if let paywall = await paywall(in: step.state) {
        outputs.append(.paywall(paywall.copy, shown: paywall.impression))
        state.note(
          problems: [paywall.problem].compactMap(\.self),
          causes: [paywall.cause].compactMap(\.self), of: "paywall")
        await state.costs.add([paywall.call].compactMap { $0 }, for: body.personID, by: key)
      }
      return JourneyAnswer(
        state: step.state,
        position: ShownPosition(
          position: runner.journey.position(of: step.state, with: sources, at: moment),
          copy: runner.service.copy, language: person.language),
        outputs: outputs)
    }
  }

  extension JourneyOutput {
    /// Why a task failed, for operators.
    fileprivate var failure: String? {
      if case .failed(_, let detail) = self { detail } else { nil }
    }
  }

  extension Problem {
    fileprivate init(_ error: JourneyError) {
      // Names that a caller made up are not repeated.
      let words =
        switch error.code {
        case .noAction: "the current phase has no such action now"
        case .noField: "the current phase has no such field"
        case .invalidFact: "there is no such fact, or it has another type"
        case .otherJourney: "the state belongs to another journey"
        case .invalidField: error.message
        }
      self.init(.conflict, error.code.rawValue, words, hint: error.advice)
    }
  }
#endif
