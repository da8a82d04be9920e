#if Server
  import CoachEngine
  import CoachKit
  import Documents
  import HTTPTypes

  extension Endpoint {
    /// What the prompts and domains are, and how a prompt is rendered.
    static func content(_ state: ServerState) -> [Endpoint] {
      [
        Endpoint(
          method: .get, path: "/v1/domains", scope: .client, summary: "The domains of coaching",
          details: """
            An operator also gets what the coach reads of each. The `starters` beside the domains are for somebody who has no \
            topic yet; those of domains are in the language of their files.
            """,
          query: [
            .init(name: "language", summary: "The language of these starters; `en` by default.")
          ],
          answer: DomainList.form
        ) { call in
          DomainList(
            starters: state.service.copy.starters(in: try call.language()),
            domains: state.content.domains.library.domains.map {
              DomainList.Entry(domain: $0, content: call.caller.scope >= .operator ? $0 : nil)
            })
        },
        Endpoint(
          method: .get, path: "/v1/prompts", scope: .operator,
          summary: "The prompts with their versions and labels, and the models",
          answer: PromptList.form
        ) { _ in PromptList(state) },
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
          body: Rendering.document.schema, answer: PromptRendering.form
        ) { call in
          let rendering = try call.read(Rendering.document)
          let library = state.content.prompts.current
          var request = try rendering.data.request(for: rendering.prompt, state)
          if try library.prompt(rendering.prompt).inputNames.contains("domains") {
            request.domains = state.content.domains.library.domains
          }
          return PromptRendering(
            try PromptAssembler(library: library).assemble(request), counter: TokenEstimator(),
            includesTexts: true)
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

  private struct DomainList: Sendable {
    struct Entry: Sendable {
      var domain: DomainConfig
      /// The domain again for a caller who may know what the coach reads; `nil` for others.
      var content: DomainConfig?

      static let form = JSONObjectForm<Entry>(
        writing: "a domain", .required("id", \.domain.id, .text),
        .required("name", \.domain.name, .text),
        .required("starters", \.domain.starters, .list(.text)),
        .optional("description", \.content?.description, .text),
        .optional("tone", \.content?.tone, .text),
        .optional("methodology", \.content?.methodology, .text),
        .optional("personality", \.content?.personality, .text),
        .optional("prompt_section", \.content?.promptSection, .text),
        .optional("guardrails", \.content?.guardrails, .list(.text))
      ).form
    }

    var starters: [String]
    var domains: [Entry]

    static let form = JSONObjectForm<DomainList>(
      writing: "domains", .required("domains", \.domains, .list(Entry.form)),
      .required("starters", \.starters, .list(.text))
    ).form
  }

  private struct PromptList: Sendable {
    struct Entry: Sendable {
      var template: PromptTemplate
      var digest: String
      var labels: [String]
      var traffic: Double?
      var isLocked: Bool
      var isConversation: Bool

      static let form = JSONObjectForm<Entry>(
        writing: "a prompt version", .required("prompt", \.template.reference, .text),
        .required("name", \.template.name, .text),
        .optional("version", \.template.version, .text),
        .optional("description", \.template.frontMatter.description, .text),
        .required("digest", \.digest, .text), .required("labels", \.labels, .list(.text)),
        .optional("traffic", \.traffic, .number(in: 0...1)),
        .required("is_locked", \.isLocked, .bool),
        .required("is_conversation", \.isConversation, .bool)
      ).form
    }

    struct Models: Sendable {
      var coaching: String
      var discovery: String
      var choices: [String]

      static let form = JSONObjectForm<Models>(
        writing: "models", .required("coaching", \.coaching, .text),
        .required("discovery", \.discovery, .text),
        .required("choices", \.choices, .list(.text))
      ).form
    }

    var prompts: [Entry]
    var models: Models
    var problems: [Diagnostic]

    static let form = JSONObjectForm<PromptList>(
      writing: "prompts", .required("prompts", \.prompts, .list(Entry.form)),
      .required("models", \.models, Models.form),
      .required("problems", \.problems, .list(Diagnostic.answer))
    ).form

    init(_ state: ServerState) {
      let library = state.content.prompts.current
      let names = state.settings.models
      prompts = library.templates.map { Entry($0, in: library) }
      models = Models(
        coaching: names.coaching, discovery: names.discovery ?? names.coaching,
        choices: state.models.choices.keys.sorted())
      problems = library.diagnostics
    }
  }

  extension PromptList.Entry {
    fileprivate init(_ template: PromptTemplate, in library: PromptLibrary) {
      let entry = library.labels.entries[template.name]
      let total = entry?.traffic.reduce(0) { $0 + $1.weight } ?? 0
      let share = entry?.traffic.first { $0.version == template.version }
      self.init(
        template: template, digest: library.digest(of: template).description,
        labels: entry?.labels.filter { $0.value == template.version }.keys.sorted() ?? [],
        traffic: total > 0 ? share.map { $0.weight / total } : nil,
        isLocked: library.lock.digests[template.reference] != nil,
        isConversation: PromptReference(template.reference)
          .flatMap { try? library.prompt($0).placesHistory } ?? false)
    }
  }

  extension Diagnostic {
    static let answer = JSONObjectForm<Diagnostic>(
      writing: "a problem of a file", .required("severity", \.severity.rawValue, .text),
      .required("code", \.code, .text), .required("message", \.message, .text),
      .optional("place", \.location?.description, .text)
    ).form
  }
#endif
