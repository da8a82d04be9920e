#if Server
  import CoachKit
  import HTTPTypes

  extension Endpoint {
    /// Prompts whose reply is data or a text.
    static func tasks(_ state: ServerState) -> [Endpoint] {
      [
        Endpoint(
          method: .get, path: "/v1/tasks", scope: .operator, summary: "The tasks that there are",
          response: .json(TaskSchemas.list)
        ) { _ in
          .json([
            "tasks": .array(
              state.content.prompts.current.tasks.map { task in
                [
                  "name": .string(task.name), "prompt": .string(task.template.reference),
                  "reply": .string(task.form.rawValue),
                  "description": .string(task.template.frontMatter.description ?? ""),
                  "inputs": task.template.frontMatter.inputSchema?.source ?? .object([:]),
                ]
              })
          ])
        },
        Endpoint(
          method: .post, path: "/v1/tasks/{name}", scope: .client,
          summary: "Run a task",
          details: """
            The inputs are checked against the prompt's schema before a model is asked, the reply against its contract. An \
            operator also gets how the value came about, and may name a version: `name@version`.
            """,
          pathParameters: [.init(name: "name", summary: "The name of the task.")],
          body: PromptData.document.schema, response: .json(TaskSchemas.answer),
          failures: [.internalServerError, .badGateway, .gatewayTimeout]
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
          do throws(TaskError) {
            let result = try await state.service.tasks.run(request)
            await state.costs.add([result.call], for: person)
            return .json(TaskSchemas.answer(result, isFull: call.caller.scope >= .operator))
          } catch {
            await state.costs.add([error.call].compactMap { $0 }, for: person)
            throw Problem(error, of: described, isFull: call.caller.scope >= .operator)
          }
        },
      ]
    }
  }

  /// The forms of what is said about tasks.
  private enum TaskSchemas {
    static let list: JSONValue = [
      "title": "Tasks", "type": "object",
      "properties": [
        "tasks": [
          "type": "array",
          "items": [
            "type": "object",
            "properties": [
              "name": ["type": "string"], "prompt": ["type": "string"],
              "reply": ["type": "string", "enum": ["json", "text", "tags"]],
              "description": ["type": "string"],
              "inputs": ["type": "object", "description": "The JSON Schema of the inputs."],
            ],
            "required": ["name", "prompt", "reply", "description", "inputs"],
            "additionalProperties": false,
          ],
        ]
      ],
      "required": ["tasks"], "additionalProperties": false,
    ]

    static let answer: JSONValue = [
      "title": "TaskAnswer", "type": "object",
      "properties": [
        "value": ["description": "Data, or an object with `text` and the tags."],
        "prompt": ["type": "string"], "model": ["type": "string"], "usage": ["type": "object"],
        "cost": ["type": "number"], "attempts": ["type": "integer"],
        "changes": ["type": "array", "items": ["type": "string"]],
        "sent_back": ["type": "array", "items": ["type": "string"]],
      ],
      "required": ["value"], "additionalProperties": false,
    ]

    static func answer(_ result: TaskResult<TaskReply>, isFull: Bool) -> JSONValue {
      var object: JSONObject = ["value": result.value.json]
      guard isFull else { return .object(object) }
      object["prompt"] = .string(result.prompt)
      object["model"] = .string(result.call.model.description)
      object["usage"] = result.usage?.json
      object["cost"] = result.cost.map { .number($0) }
      object["attempts"] = .integer(result.attempts)
      object["changes"] = .array(result.changes.map { .string($0) })
      object["sent_back"] = .array(result.rejections.map { .string($0) })
      return .object(object)
    }
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
