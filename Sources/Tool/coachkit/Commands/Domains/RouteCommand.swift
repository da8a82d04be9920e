import ArgumentParser
import CoachDomains
import CoachEngine
import CoachModel
import CommandLineSupport
import CurlNetwork
import Documents
import LanguageModels
import SourceFiles

struct RouteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "route",
    abstract: "Show which domain a message belongs to, with confidence and reasons.",
    discussion: """
      The router is local: it reads the domain files and nothing else. With --conversation, earlier \
      messages count too; without a message, every message of the person is routed in turn. With --embeddings, \
      the meaning of questions and answers counts too; with --model, a model decides if the router is unsure.

      The exit code is 0 if the router decides, 2 if it cannot decide and the coach should ask; without a message \
      it is always 0.

      Examples:
        coachkit route "my boss moved the deadline again"
        coachkit route "so anyway, my knee" --conversation talk.yaml --explain
        coachkit route --conversation Evals/transcripts/coaching/coaching-amara-first-after-discovery.yaml
        coachkit route "the second one" --conversation talk.yaml --embeddings local-embeddings
        coachkit route "hm, where do I start" --model local
      """)

  @Argument(help: "The person's message.")
  var message: String?

  @Option(
    help: ArgumentHelp(
      "The earlier messages: a transcript, or a list of messages (YAML or JSON).",
      valueName: "file"))
  var conversation: String?

  @Option(help: ArgumentHelp("The domain of the conversation.", valueName: "id"))
  var current: String?

  @Flag(help: "Show the words and examples behind the decision.")
  var explain = false

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var meaning: EmbeddingOptions
  @OptionGroup var modelOptions: ModelOptions
  @OptionGroup var workspace: WorkspaceOptions

  func validate() throws {
    guard message != nil || conversation != nil else {
      throw ValidationError("Give a message, or a conversation with --conversation.")
    }
    try message?.refuseBlank()
    guard message != nil || !(explain || modelOptions.model != nil) else {
      throw ValidationError(
        "--explain and --model are for one message: give it before the options.")
    }
  }

  func run() async throws {
    let library = try workspace.domainLibrary()
    if let current { _ = try library.domain(current) }
    let router = library.router
    let said = try conversation.map { path throws(SourceError) in
      try ConversationFile(path).messages
    }
    guard let message else {
      return try await follow(said ?? [], with: try local(router), from: current)
    }
    var home = current
    if home == nil, let said {
      home = await followed(said, with: try local(router), from: nil).last?.domain
    }
    let found = router.explain(message, history: said ?? [], current: home)
    var decision = found.decision
    if modelOptions.model != nil || meaning.embeddings != nil {
      decision = try await staged(router).decide(
        message, history: said ?? [], current: home, preferred: [], among: library.domains)
    }
    if json {
      var explanation = found
      explanation.decision = decision
      Terminal.print((explain ? explanation.json : decision.json).printed(.indented(2)))
    } else {
      Terminal.print(decision.line)
      if explain { Terminal.print("\n" + found.lines.joined(separator: "\n")) }
      mention(library.diagnostics, seeWith: "coachkit domains check")
    }
    if decision.needsClarification { throw ExitCode.found }
  }

  /// The local router, with the vectors of an embedding model if one is named.
  private func local(_ router: DomainRouter) throws -> any DomainRouting {
    try meaning.source(timeout: .seconds(60)).map { EmbeddedRouting(router, $0) } ?? router
  }

  private func staged(_ router: DomainRouter) async throws -> StagedRouting {
    var stages: [any RoutingStage] = []
    if let model = modelOptions.model {
      let library = try workspace.promptLibrary()
      stages.append(
        ClassificationStage(
          prompts: { library }, route: ModelRoute(try await modelOptions.factory.model(model))))
    }
    var routing = StagedRouting(try local(router), then: stages)
    routing.timeout = .seconds(60)
    return routing
  }

  /// Returns the decisions for all messages of the person, each based on the domain after the previous one.
  private func followed(
    _ messages: [Message], with routing: any DomainRouting, from current: String?
  ) async -> [(number: Int, domain: String?, decision: RoutingDecision)] {
    var home = current
    var decisions: [(number: Int, domain: String?, decision: RoutingDecision)] = []
    for (place, message) in messages.enumerated() where message.role == .user {
      let decision = await routing.decide(
        message.text, history: Array(messages[..<place]), current: home, preferred: [], among: [])
      if !decision.needsClarification { home = decision.domain ?? home }
      decisions.append((place + 1, home, decision))
    }
    return decisions
  }

  private func follow(
    _ messages: [Message], with routing: any DomainRouting, from current: String?
  ) async throws {
    let decisions = await followed(messages, with: routing, from: current)
    guard !decisions.isEmpty else {
      throw CommandError(
        "this conversation has no messages of the person", hint: "name another file")
    }
    if json {
      Terminal.print(JSONValue.array(decisions.map(\.decision.json)).printed(.indented(2)))
      return
    }
    var table = TextTable([
      ("message", .right), ("domain", .left), ("confidence", .right), ("why", .left),
    ])
    for (number, domain, decision) in decisions {
      table.add([
        "\(number)", decision.needsClarification ? "?" : (domain ?? "–"),
        decision.confidence.wholePercent,
        (decision.outcome.map { "\($0.rawValue): " } ?? "") + decision.reason,
      ])
    }
    Terminal.print(table.lines.joined(separator: "\n"))
  }
}

extension RoutingDecision {
  /// The decision in one or two lines.
  fileprivate var line: String {
    var words: [String]
    if needsClarification {
      words = ["unclear".inked(.yellow), "the coach asks; most likely \(domain ?? "none")"]
    } else if let outcome {
      words = [outcome.rawValue.inked(.yellow), domain.map { "the conversation stays in \($0)" }]
        .compactMap { $0 }
    } else {
      words = [(domain ?? "no domain").inked(.green)]
    }
    words.append(confidence.wholePercent)
    if let runnerUp, !needsClarification { words.append("then \(runnerUp)") }
    return words.joined(separator: " · ") + "\n" + reason
  }
}

extension RoutingExplanation {
  /// The candidates with their words, followed by the examples.
  fileprivate var lines: [String] {
    var table = TextTable([("class", .left), ("score", .right), ("words", .left)])
    for candidate in candidates {
      table.add([
        candidate.id, candidate.score.plain,
        candidate.words.map { "\($0.text) \($0.weight.plain)" }.joined(separator: ", "),
      ])
    }
    var lines = table.lines
    guard !examples.isEmpty else { return lines }
    lines += ["", "examples that it resembles:"]
    for example in examples {
      let side = example.isNegative ? "not \(example.id)" : example.id
      lines.append("  \(example.likeness.plain) \(side): \(example.text.revealed)")
    }
    return lines
  }
}
