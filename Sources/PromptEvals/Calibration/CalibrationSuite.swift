public import EvalGraders
public import LanguageModels
public import SourceFiles
import YAMLDocument

/// Sets graders against what people said of the same messages.
public struct CalibrationSuite: Sendable {
  /// A grader with the label that it is held against.
  public struct Case: Sendable {
    /// The grader.
    public var use: GraderUse
    /// The column with the people's label.
    public var column: String
    /// The labels that mean yes.
    public var positive: [String]
    /// The labels that mean no; empty for all others that are not empty.
    public var negative: [String]
    /// The grader's verdict that means yes: most graders pass what they look for, some what lacks it.
    public var positiveVerdict: Grade.Verdict
    /// How well people agree with each other on it, as published; nil when nobody knows.
    public var ceiling: Double?
    /// Where the ceiling is from.
    public var ceilingNote: String?
  }

  /// The name in reports.
  public var name: String
  /// What is calibrated on what.
  public var about: String
  /// The path of the table with the labels; nil when it must be named.
  public var data: String?
  /// The column that tells conversations apart.
  public var conversation: String
  /// The column that says who speaks.
  public var speaker: String
  /// The speaker who is the coach.
  public var coach: String
  /// The column with the words.
  public var text: String
  /// A column that tells several rows about one message apart; nil where each row is a message.
  public var message: String?
  /// The language of the conversations.
  public var language: String
  /// The graders.
  public var cases: [Case]
  /// The seed for what is drawn.
  public var seed: UInt64

  /// The models that its judges ask.
  public var models: [ModelReference] {
    cases.flatMap(\.use.grader.models).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension CalibrationSuite {
  /// Reads a calibration's file. Throws ``SourceError`` with the place of what is wrong.
  public init(
    _ file: SourceFile, files: any FileSystem = LocalFileSystem(),
    graders registry: GraderRegistry = .standard
  ) throws(SourceError) {
    var map = try YAMLMapping(try YAMLNode.parse(file), "a calibration")
    name = try map.string("name")
    about = try map.string("about")
    data = try map.optional("data").map { node throws(SourceError) in
      try node.string("'data'").resolved(in: file.path.parentFolder)
    }
    var columns = try YAMLMapping(try map.required("columns"), "'columns'")
    conversation = try columns.string("conversation")
    speaker = try columns.string("speaker")
    text = try columns.string("text")
    message = try columns.optional("message")?.string("'message'")
    try columns.finish()
    coach = try map.string("coach")
    language = try map.optional("language")?.string("'language'") ?? "en"
    seed = UInt64(try map.optional("seed")?.integer("'seed'", in: 0...(.max)) ?? 1)
    cases = []
    for item in try map.required("graders").list("'graders'") {
      cases.append(try Case(item, registry, files))
    }
    try map.finish()
  }
}

extension CalibrationSuite.Case {
  init(
    _ node: YAMLNode, _ registry: GraderRegistry, _ files: any FileSystem
  ) throws(SourceError) {
    var map = try YAMLMapping(node, "a grader with its label")
    use = try GraderUse(try map.required("grader"), registry, files: files)
    var label = try YAMLMapping(try map.required("label"), "'label'")
    column = try label.string("column")
    positive = try label.required("yes").texts("'yes'")
    negative =
      try label.optional("no").map { node throws(SourceError) in try node.texts("'no'") } ?? []
    try label.finish()
    positiveVerdict =
      try map.optional("means_yes")?.choice("'means_yes'", of: MeansYes.self).verdict ?? .pass
    if let node = map.optional("people") {
      var people = try YAMLMapping(node, "'people'")
      ceiling = try people.required("kappa").number("'kappa'", in: -1...1)
      ceilingNote = try people.string("note")
      try people.finish()
    }
    try map.finish()
  }

  private enum MeansYes: String, CaseIterable {
    case pass, fail

    var verdict: Grade.Verdict { self == .pass ? .pass : .fail }
  }
}

extension YAMLNode {
  /// A text or a list of texts; `true` and numbers count as they are written.
  fileprivate func texts(_ what: String) throws(SourceError) -> [String] {
    if case .sequence(let items) = content {
      return items.compactMap { if case .scalar(let text, _) = $0.content { text } else { nil } }
    }
    if case .scalar(let text, _) = content { return [text] }
    throw error("yaml.type", "\(what) is a text or a list, and this is \(kindName)")
  }
}

extension CalibrationSuite {
  /// Has one model judge in the place of all that the suite names.
  public mutating func judge(by model: ModelReference) {
    for place in cases.indices {
      let grader = cases[place].use.grader
      if !grader.models.isEmpty { cases[place].use.grader = grader.asking([model]) }
    }
  }
}
