#if Server
  import CoachKit
  import HTTPTypes

  extension Endpoint {
    /// Prompts whose reply is data or a text.
    static func tasks(_ state: ServerState) -> [Endpoint] {
      [
        Endpoint(
          method: .get, path: "/v1/tasks", scope: .operator, summary: "The tasks that there are",
          answer: TaskList.form
        ) { _ in TaskList(tasks: state.content.prompts.current.tasks) },
        Endpoint(
          method: .post, path: "/v1/tasks/{name}", scope: .client,
          summary: "Run a task",
          details: """
            The inputs are checked against the prompt's schema before a model is asked, the reply against its contract. An \
            operator also gets how the value came about, and may name a version: `name@version`.
            """,
          pathParameters: [.init(name: "name", summary: "The name of the task.")],
          body: PromptData.document.schema, answer: TaskAnswer.form,
          failures: [.tooManyRequests, .internalServerError, .badGateway, .gatewayTimeout]
        ) { call in
          let data = try call.read(PromptData.document)
          let person = data.personID ?? call.caller.person ?? PromptData.nobody
          try call.requirePermission(toSpeakFor: person)
          let name = call.path["name"] ?? ""
          guard let reference = PromptReference(name) else { throw Problem.unknownTask }
          guard reference.version == nil || call.caller.scope >= .operator else {
            throw Problem(
              .forbidden, "forbidden.scope", "a version of a task is for operators",
              hint: "send a key with the scope 'operator', or leave out the version")
          }
          let described: TaskDescription
          do throws(SourceError) {
            described = try state.content.prompts.current.task(reference)
          } catch {
            throw Problem.unknownTask
          }
          let request = try data.request(
            for: reference.version == nil
              ? PromptReference(name: described.name)
              : PromptReference(described.template.reference) ?? reference, state)
          let (service, key) = (state.service(for: call.caller), call.caller.costKey)
          if described.name == CrisisSecondOpinion(service.models.tasks).prompt.name {
            // A cap does not keep anybody from asking whether a message is a cry for help; how often, the windows of turns say.
            try await state.requireOpinionRoom(for: person, request: call.id)
          } else {
            try await state.requireSpendingRoom(for: call.caller, person: person)
          }
          do throws(TaskError) {
            let result = try await service.tasks.run(request)
            await state.costs.add([result.call], for: person, by: key)
            return TaskAnswer(
              value: result.value.json, result: call.caller.scope >= .operator ? result : nil)
          } catch {
            await state.costs.add([error.call].compactMap { $0 }, for: person, by: key)
            throw Problem(error, of: described, isFull: call.caller.scope >= .operator)
          }
        },
      ]
    }
  }

  extension ServerState {
    /// Throws ``Problem`` if the second opinions on a person's messages are used up for now, and counts one more otherwise.
    ///
    /// They are counted where turns count theirs. A store that fails keeps nobody from asking, as in a turn; a backend that
    /// asks without a person is not counted, since all that it asks would share one window.
    fileprivate func requireOpinionRoom(for person: String, request: String) async throws(Problem) {
      guard person != PromptData.nobody else { return }
      let service = service
      let reservation = UsageReservation(
        id: "\(request)/\(service.random())", person: person, purpose: .secondOpinion, at: now,
        windows: service.configuration.access.opinionWindows, allowance: nil)
      let verdict = await TurnTimeouts.result(
        within: service.configuration.timeouts.crisisStore, service.clock
      ) {
        try? await service.usage.reserve(reservation)
      }
      guard case .refused?? = verdict else { return }
      throw Problem(
        .tooManyRequests, "opinion_limit",
        "the second opinions on a person's messages are used up for now",
        hint: "go on with what the screen says, and ask again later")
    }
  }

  private struct TaskList: Sendable {
    var tasks: [TaskDescription]

    static let form = JSONObjectForm<TaskList>(
      writing: "tasks", .required("tasks", \.tasks, .list(TaskDescription.answer))
    ).form
  }

  extension TaskDescription {
    fileprivate static let answer = JSONObjectForm<TaskDescription>(
      writing: "a task", .required("name", \.name, .text),
      .required("prompt", \.template.reference, .text),
      .required("reply", \.form, .choice), .required("description", \.summary, .text),
      .required(
        "inputs", \.inputSchema,
        .any.describing(["type": "object", "description": "The JSON Schema of the inputs."]))
    ).form

    private var summary: String { template.frontMatter.description ?? "" }
    private var inputSchema: JSONValue { template.frontMatter.inputSchema?.source ?? .object([:]) }
  }

  private struct TaskAnswer: Sendable {
    var value: JSONValue
    /// How the value came about; `nil` for others than operators.
    var result: TaskResult<TaskReply>?

    static let form = JSONObjectForm<TaskAnswer>(
      writing: "a task answer",
      .required(
        "value", \.value,
        .any.describing(["description": "Data, or an object with `text` and the tags."])),
      .optional("prompt", \.result?.prompt, .text),
      .optional("model", \.result?.call.model.description, .text),
      .optional("usage", \.result?.usage, TokenUsage.members.form),
      .optional("cost", \.result?.cost, .amount),
      .optional("attempts", \.result?.attempts, .integer()),
      .optional("changes", \.result?.changes, .list(.text)),
      .optional("sent_back", \.result?.rejections, .list(.text))
    ).form
  }

  extension Problem {
    fileprivate static var unknownTask: Problem {
      Problem(
        .notFound, TaskError.Code.unknownTask.rawValue, "there is no such task",
        hint: "an operator's GET /v1/tasks lists them")
    }

    /// The failure of a task. What a model or a file did wrong is for operators.
    fileprivate init(_ error: TaskError, of task: TaskDescription, isFull: Bool) {
      switch error.code {
      case .unknownTask: self = .unknownTask
      case .invalidInput:
        self.init(
          .badRequest, error.code.rawValue, "the inputs do not fit the task's schema",
          hint: task.inputs.isEmpty
            ? "it takes none" : "it takes \(task.inputs.joined(separator: ", "))")
        // Other problems may repeat names that the caller made up.
        let messages = error.diagnostics.map(\.message)
        let missing = task.requiredInputs.filter { name in
          messages.contains { $0.contains("'\(name)' is missing") }
        }
        if !missing.isEmpty { detail += "; it lacks \(missing.joined(separator: ", "))" }
        guard isFull else { return }
        detail = messages.joined(separator: "; ")
        hint = error.advice
      case .brokenPrompt:
        self.init(.internalServerError, error.code.rawValue, "the prompt cannot be used")
      case .model: self.init(.badGateway, error.code.rawValue, "the model failed")
      case .invalidReply:
        self.init(.badGateway, error.code.rawValue, "the model's reply cannot be used")
      case .timeout: self.init(.gatewayTimeout, error.code.rawValue, "the model took too long")
      case .cancelled:
        self.init(.serviceUnavailable, error.code.rawValue, "the request was cancelled")
      }
      guard isFull, error.code != .invalidInput, error.code != .unknownTask else { return }
      detail = ([error.message] + error.problems).joined(separator: "; ")
      hint = error.advice
    }
  }

  extension TaskDescription {
    /// The names of the inputs.
    fileprivate var inputs: [String] {
      template.frontMatter.inputSchema?.source["properties"]?.object?.keys.sorted() ?? []
    }

    /// The names of the inputs without which the task cannot run.
    fileprivate var requiredInputs: [String] {
      template.frontMatter.inputSchema?.source["required"]?.array?.compactMap(\.string) ?? []
    }
  }
#endif
