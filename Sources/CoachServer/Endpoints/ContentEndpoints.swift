#if Server
  import CoachEngine
  import CoachKit
  import HTTPTypes
  import YAMLDocument

  extension Endpoint {
    /// What the prompts and domains are, and how a prompt is rendered.
    static func content(_ state: ServerState) -> [Endpoint] {
      [
        Endpoint(
          method: .get, path: "/v1/domains", scope: .client, summary: "The domains of coaching",
          details: "An operator also gets what the coach reads of each.",
          response: .json(ContentSchemas.domains)
        ) { call in
          .json([
            "domains": .array(
              state.content.domains.library.domains.map {
                $0.json(isFull: call.caller.scope >= .operator)
              })
          ])
        },
        Endpoint(
          method: .get, path: "/v1/prompts", scope: .operator,
          summary: "The prompts with their versions and labels, and the models",
          response: .json(ContentSchemas.prompts)
        ) { _ in .json(state.promptList) },
        Endpoint(
          method: .get, path: "/v1/prompts/{prompt}", scope: .operator,
          summary: "The text of a prompt",
          pathParameters: [.init(name: "prompt", summary: "The prompt, as `name@version`.")],
          response: .text(contentType: "text/plain; charset=utf-8")
        ) { call in
          let template: PromptTemplate
          do throws(SourceError) {
            guard let reference = PromptReference(call.path["prompt"] ?? "") else {
              throw SourceError(Diagnostic("prompt.unknown", "there is no such prompt"))
            }
            template = try state.content.prompts.current.template(reference)
          } catch {
            throw Problem(error, status: .notFound)
          }
          return .text(template.file.bytes, contentType: "text/plain; charset=utf-8")
        },
        Endpoint(
          method: .post, path: "/v1/render", scope: .operator,
          summary: "Render a prompt for a person: its messages, sections and tokens",
          body: Rendering.document.schema, response: .json(ContentSchemas.rendered)
        ) { call in
          let rendering = try call.read(Rendering.document)
          let library = state.content.prompts.current
          var request = try rendering.data.request(for: rendering.prompt, state)
          if try library.prompt(rendering.prompt).inputNames.contains("domains") {
            request.domains = state.content.domains.library.domains
          }
          let rendered = try PromptAssembler(library: library).assemble(request)
          return .json(rendered.json(counter: TokenEstimator(), includingTexts: true))
        },
      ]
    }
  }

  /// A prompt with what fills it.
  struct Rendering: Sendable {
    var prompt: PromptReference
    var data: PromptData

    static let document = JSONDocumentForm(
      PromptData.members.adding(
        .required("prompt", \Rendering.prompt.description, .filledText), title: "a rendering",
        base: \.data
      ) { data, prompt in
        Rendering(prompt: PromptReference(prompt) ?? PromptReference(name: prompt), data: data)
      })
  }

  extension ServerState {
    fileprivate var promptList: JSONValue {
      let library = content.prompts.current
      let names = settings.models
      return [
        "prompts": .array(library.templates.map { library.json(of: $0) }),
        "models": [
          "coaching": .string(names.coaching),
          "discovery": .string(names.discovery ?? names.coaching),
          "choices": .array(models.choices.keys.sorted().map { .string($0) }),
        ],
        "problems": .array(
          library.diagnostics.map { problem in
            var object: JSONObject = [
              "severity": .string(problem.severity.rawValue), "code": .string(problem.code),
              "message": .string(problem.message),
            ]
            object["place"] = problem.location.map { .string("\($0)") }
            return .object(object)
          }),
      ]
    }
  }

  extension PromptLibrary {
    fileprivate func json(of template: PromptTemplate) -> JSONValue {
      let entry = labels.entries[template.name]
      var object: JSONObject = [
        "prompt": .string(template.reference), "name": .string(template.name),
        "digest": .string(digest(of: template).description),
        "labels": .array(
          (entry?.labels.filter { $0.value == template.version }.keys.sorted() ?? []).map {
            .string($0)
          }),
        "is_locked": .bool(lock.digests[template.reference] != nil),
        "is_conversation": .bool(
          PromptReference(template.reference).flatMap { try? prompt($0).placesHistory } ?? false),
      ]
      object["version"] = template.version.map { .string($0) }
      object["description"] = template.frontMatter.description.map { .string($0) }
      let total = entry?.traffic.reduce(0) { $0 + $1.weight } ?? 0
      if let share = entry?.traffic.first(where: { $0.version == template.version }), total > 0 {
        object["traffic"] = .number(share.weight / total)
      }
      return .object(object)
    }
  }

  extension DomainConfig {
    fileprivate func json(isFull: Bool) -> JSONValue {
      var object: JSONObject = [
        "id": .string(id), "name": .string(name), "starters": .array(starters.map { .string($0) }),
      ]
      guard isFull else { return .object(object) }
      object["description"] = .string(description)
      object["tone"] = .string(tone)
      object["methodology"] = .string(methodology)
      object["personality"] = .string(personality)
      object["prompt_section"] = .string(promptSection)
      object["guardrails"] = .array(guardrails.map { .string($0) })
      return .object(object)
    }
  }

  private enum ContentSchemas {
    static let texts: JSONValue = ["type": "array", "items": ["type": "string"]]
    static let text: JSONValue = ["type": "string"]

    static let domains: JSONValue = [
      "title": "Domains", "type": "object",
      "properties": [
        "domains": [
          "type": "array",
          "items": [
            "type": "object",
            "properties": [
              "id": text, "name": text, "starters": texts, "description": text, "tone": text,
              "methodology": text, "personality": text, "prompt_section": text,
              "guardrails": texts,
            ],
            "required": ["id", "name", "starters"], "additionalProperties": false,
          ],
        ]
      ],
      "required": ["domains"], "additionalProperties": false,
    ]

    static let prompts: JSONValue = [
      "title": "Prompts", "type": "object",
      "properties": [
        "prompts": [
          "type": "array",
          "items": [
            "type": "object",
            "properties": [
              "prompt": text, "name": text, "version": text, "description": text, "digest": text,
              "labels": texts, "traffic": ["type": "number"], "is_locked": ["type": "boolean"],
              "is_conversation": ["type": "boolean"],
            ],
            "required": ["prompt", "name", "digest", "labels", "is_locked"],
            "additionalProperties": false,
          ],
        ],
        "models": [
          "type": "object",
          "properties": ["coaching": text, "discovery": text, "choices": texts],
          "required": ["coaching", "discovery", "choices"], "additionalProperties": false,
        ],
        "problems": [
          "type": "array",
          "items": [
            "type": "object",
            "properties": ["severity": text, "code": text, "message": text, "place": text],
            "required": ["severity", "code", "message"], "additionalProperties": false,
          ],
        ],
      ],
      "required": ["prompts", "models", "problems"], "additionalProperties": false,
    ]

    static let rendered: JSONValue = [
      "title": "RenderedPrompt", "type": "object",
      "properties": [
        "prompt": text, "digest": text, "inputs": ["type": "object"],
        "history": ["type": "array", "items": ["type": "object"]],
        "messages": ["type": "array", "items": ["type": "object"]],
        "segments": ["type": "array", "items": ["type": "object"]],
        "sections": ["type": "array", "items": ["type": "object"]], "trims": texts,
      ],
      "required": ["prompt", "digest", "messages", "sections"], "additionalProperties": false,
    ]
  }
#endif
