import Documents
public import EvalGraders
public import LanguageModels
public import SourceFiles

/// Graders, and the human labels of messages with which their verdicts are compared.
public struct CalibrationSuite: Sendable {
  /// A grader, and the label with which it is compared.
  public struct Case: Sendable {
    /// The grader with its options.
    public var use: GraderUse
    /// The column of the table with the human label.
    public var column: String
    /// The labels that mean yes; case and whitespace around them do not matter.
    public var positive: [String]
    /// The labels that mean no; if empty, all others that are not empty mean no.
    public var negative: [String]
    /// The grader's verdict that means yes.
    ///
    /// Most graders pass what they look for; some pass what lacks it. With `notApplicable` it is compared which messages
    /// the grader applies to.
    public var positiveVerdict: Grade.Verdict
    /// The published agreement between people, as κ from -1 to 1; `nil` if unknown.
    public var ceiling: Double?
    /// The source of ``ceiling``.
    public var ceilingNote: String?
  }

  /// The name in reports.
  public var name: String
  /// What is calibrated, and on which data.
  public var about: String
  /// The path of the table with the labels; `nil` if the caller has to name it.
  public var data: String?
  /// The column with the ID of the conversation.
  public var conversation: String
  /// The column with the speaker.
  public var speaker: String
  /// The value in ``speaker`` that stands for the coach.
  public var coach: String
  /// The column with the text of the message.
  public var text: String
  /// The column with the ID of the message, for tables with several rows for a message; `nil` if each row is a
  /// message.
  public var message: String?
  /// The language of the conversations, as a BCP 47 language tag; `en` by default.
  public var language: String
  /// The graders to calibrate.
  public var cases: [Case]
  /// The seed for drawing messages and for bootstrap intervals; 1 by default.
  public var seed: UInt64

  /// The models that the graders call, each once.
  public var models: [ModelReference] {
    cases.flatMap(\.use.grader.models).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension CalibrationSuite {
  /// Reads a calibration from its YAML file.
  ///
  /// The path of the data is relative to the folder of the file. Throws ``SourceError`` with the location of
  /// the problem.
  public init(
    _ file: SourceFile, files: any FileSystem = DiskFileSystem(),
    graders registry: GraderRegistry = .standard
  ) throws(SourceError) {
    var map = try MappingReader(try DocumentNode.parse(file), "a calibration")
    name = try map.string("name")
    about = try map.string("about")
    data = try map.optional("data").map { node throws(SourceError) in
      try node.string("'data'").resolved(in: file.path.parentFolder)
    }
    var columns = try MappingReader(try map.required("columns"), "'columns'")
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
      cases.append(try Case(item, registry: registry, files: files))
    }
    try map.finish()
  }
}

extension CalibrationSuite.Case {
  init(
    _ node: DocumentNode, registry: GraderRegistry, files: any FileSystem
  ) throws(SourceError) {
    var map = try MappingReader(node, "a grader with its label")
    use = try GraderUse(try map.required("grader"), registry: registry, files: files)
    var label = try MappingReader(try map.required("label"), "'label'")
    column = try label.string("column")
    positive = try label.required("yes").texts("'yes'")
    negative =
      try label.optional("no").map { node throws(SourceError) in try node.texts("'no'") } ?? []
    let yes = Set(positive.map(\.labelKey))
    if let both = negative.first(where: { yes.contains($0.labelKey) }) {
      throw node.error(
        "calibration.label", "the label '\(both)' means both yes and no",
        hint: "case and spaces around a label do not matter; keep it in one list")
    }
    try label.finish()
    positiveVerdict =
      try map.optional("means_yes")?.choice("'means_yes'", of: MeansYes.self).verdict ?? .pass
    if let node = map.optional("people") {
      var people = try MappingReader(node, "'people'")
      ceiling = try people.required("kappa").number("'kappa'", in: -1...1)
      ceilingNote = try people.string("note")
      try people.finish()
    }
    try map.finish()
  }

  private enum MeansYes: String, CaseIterable {
    case pass, fail
    case notApplicable = "not-applicable"

    var verdict: Grade.Verdict {
      switch self {
      case .pass: .pass
      case .fail: .fail
      case .notApplicable: .notApplicable
      }
    }
  }
}

extension DocumentNode {
  /// Reads a string or a list of strings; `true` and numbers are taken as they are written.
  fileprivate func texts(_ what: String) throws(SourceError) -> [String] {
    if case .sequence(let items) = content { return items.compactMap(\.writtenText) }
    if let text = writtenText { return [text] }
    throw error(.type, "\(what) must be a text or a list, not \(kindName)")
  }

  private var writtenText: String? {
    switch content {
    case .scalar(.text(let text), _), .scalar(_, text: let text?): text
    default: nil
    }
  }
}

extension CalibrationSuite {
  /// Replaces all models of the suite's judges by one model.
  public mutating func judge(by model: ModelReference) {
    for index in cases.indices {
      let grader = cases[index].use.grader
      if !grader.models.isEmpty { cases[index].use.grader = grader.asking([model]) }
    }
  }
}
