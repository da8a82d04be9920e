public import CoachTranscripts
public import Documents
import LanguageModels
package import SourceFiles

/// A grader with the settings that a suite gives it: its weight, its threshold, and what it is applied to.
public struct GraderUse: Sendable {
  /// The grader that gives the verdicts.
  public var grader: any Grader
  /// The weight of its score in a sample's overall score; 1 by default, and 0 for a grader that only informs.
  public var weight = 1.0
  /// The minimum score, from 0 to 1, with which a sample meets the grader; 1 by default.
  public var threshold = 1.0
  /// The k of pass^k, the probability that k samples of one case all meet the grader; `nil` if it is not reported.
  public var repeats: Int?
  /// The coach messages that are graded; all by default.
  public var turns = TurnSelection.all
  /// The transcripts that are graded; all by default.
  public var transcripts = TranscriptFilter()
  /// Whether the grader is an assertion: a sample that does not meet it fails the run, whatever its other scores.
  public var isRequired = false
  /// Whether the assertion only informs: what it finds is shown, and fails nothing.
  public var onlyInforms = false
  /// The options as the suite gives them, for the record.
  public var settings: JSONObject = [:]

  /// Uses a grader with default settings.
  public init(_ grader: any Grader) {
    self.grader = grader
  }

  /// The grader's name in suites and reports.
  public var id: String { grader.id }

  /// What the grader demands, in one sentence.
  public var summary: String { grader.summary }

  /// Whether the grader judges calls of tools, which somebody has to declare.
  package var judgesToolCalls: Bool { grader is ToolCalls }

  /// Returns the verdicts on the selected messages; an error of the grader is a verdict, too.
  ///
  /// Throws only what ends the run: a cancellation, a stopped run, or a ``ModelError`` that every further call would
  /// meet, such as a budget that is used up or a key that is not accepted.
  package func grade(_ conversation: GradedConversation, with tools: GraderTools) async throws
    -> [Grade]
  {
    guard transcripts.includes(conversation.transcript) else { return [] }
    var conversation = conversation
    if turns != .all {
      conversation.messages.removeAll { !turns.includes($0.number, of: conversation.length) }
      guard !conversation.messages.isEmpty else { return [] }
    }
    do {
      return try await grader.grade(conversation, with: tools)
    } catch {
      if let end = error.beyondGrader { throw end }
      return [Grade(grader: id, message: nil, failure: error)]
    }
  }
}

extension GraderUse {
  /// Reads the name of a kind, or a mapping with `use: name`.
  package init(
    _ node: DocumentNode, registry: GraderRegistry, files: any FileSystem
  ) throws(SourceError) {
    var name = node
    var map: MappingReader?
    if case .mapping = node.content {
      var mapping = try MappingReader(node, "a grader")
      name = try mapping.required("use")
      map = mapping
    }
    let text = try name.string("a grader")
    guard let kind = try registry.checked().kind(text) else {
      throw name.error("suite.grader", "no grader '\(text)'", hint: registry.names.hint(for: text))
    }
    let options = try GraderOptions(node, of: kind.documentation, files: files)
    self.init(try kind.make(options))
    settings = options.json
    settings["use"] = .string(text)
    guard var map else { return }
    weight = try map.optional("weight")?.number("'weight'", in: 0...1000) ?? 1
    threshold = try map.optional("threshold")?.number("'threshold'", in: 0...1) ?? 1
    repeats = try map.optional("pass_k")?.integer("'pass_k'", in: 1...1000)
    if let node = map.optional("turns") { turns = try TurnSelection(node) }
    if let node = map.optional("transcripts") {
      var filter = try MappingReader(node, "'transcripts'")
      transcripts = try TranscriptFilter(&filter)
      try filter.finish()
    }
    isRequired = try map.flag("required")
    onlyInforms = try map.flag("informs")
    for key in ["weight", "threshold", "pass_k", "turns", "transcripts", "required", "informs"] {
      if let node = map.optional(key) { settings[key] = node.json }
    }
  }
}
