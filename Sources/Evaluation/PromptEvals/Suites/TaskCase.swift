import CoachModel
import CoachTranscripts
public import Documents
public import ReplyContracts
public import SourceFiles

/// A case of a task: its inputs, and what a good reply to them must be.
///
/// ```yaml
/// - id: yellow-door
///   inputs: {conversation: [{speaker: person, text: "I looked at a flat."}]}
///   target: Names what she saw, and nothing of why she looked.
///   expect:
///     - {lacks: text, pattern: "(?i:leav|partner)", because: others may see the title}
/// ```
public struct TaskCase: Sendable {
  /// The identifier, unique in a suite.
  public var id: String
  /// A one-line title for readers; the ID by default.
  public var title: String
  /// The inputs by name, which override what the person and the domain offer.
  public var inputs: JSONObject
  /// The ID of the person's profile; `new` for a person of whom nothing is known.
  public var person: String
  /// The ID of the domain; `nil` for none.
  public var domain: String?
  /// The language of the reply, for graders that read it; by default the input `language`, or English.
  public var language: String
  /// The cluster to which the case belongs; `nil` for that of its person, or one of its own.
  public var cluster: String?
  /// Labels to filter by.
  public var tags: [String]
  /// What a good reply does, in words for judges.
  public var target: String?
  /// What the reply must keep besides the contract of its prompt.
  public var expectations: [ContractRule]
  /// The inputs of a case from a table as they are written there, by name; see ``EvalContent/readingCells()``.
  var cells: [String: CaseCell] = [:]
  /// Where the identifier is written; `nil` for a case that no file contains.
  var idNode: DocumentNode?
}

extension TaskCase {
  /// Reads a file of cases: a list in YAML or JSON, a table (CSV), or JSON Lines, by the ending of its name.
  ///
  /// Throws ``SourceError`` with the locations of all problems.
  public static func list(
    in file: SourceFile, columns: CaseColumns = CaseColumns(), files: any FileSystem
  ) throws(SourceError) -> [TaskCase] {
    let path = file.path.lowercased()
    guard path.hasSuffix(".yaml") || path.hasSuffix(".yml") else {
      return try CaseTable.list(in: file, columns: columns, files: files)
    }
    guard columns == CaseColumns() else {
      throw SourceError(
        Diagnostic(
          "suite.columns", "'columns' and 'ignore' are for tables, JSON Lines and JSON", in: file,
          at: 0, hint: "write what the cases of a YAML file have under 'inputs'"))
    }
    var cases: [TaskCase] = []
    var problems = Problems()
    for node in try DocumentNode.parse(file).list("a file of cases") {
      problems.part { () throws(SourceError) in
        cases.append(try TaskCase(node, files: files))
      }
    }
    if let error = problems.error { throw error }
    return cases
  }

  /// Reads a case. Paths are relative to the folder of its file.
  init(_ node: DocumentNode, files: any FileSystem) throws(SourceError) {
    var map = try MappingReader(node, "a case")
    let idNode = try map.required("id")
    self.idNode = idNode
    id = try idNode.fileNamePart("'id'", "suite.ids", of: "the id of a case")
    title = try map.optional("title")?.string("'title'") ?? id
    inputs =
      try map.optional("from").map { node throws(SourceError) in
        try Self.sharedInputs(node, files: files)
      } ?? [:]
    if let own = map.optional("inputs") {
      for (name, value) in try Self.inputs(own) { inputs[name] = value }
    }
    person = try map.optional("person")?.string("'person'") ?? Transcript.unknownPerson
    domain = try map.optional("domain")?.string("'domain'")
    language =
      try map.optional("language")?.string("'language'") ?? inputs["language"]?.string ?? "en"
    cluster = try map.optional("cluster")?.string("'cluster'")
    tags = try map.strings("tags")
    target = try map.optional("target")?.string("'target'")
    expectations =
      try map.optional("expect").map { node throws(SourceError) in
        try ContractRule.list(node)
      } ?? []
    try map.finish()
  }

  /// Reads the inputs that several cases share.
  private static func sharedInputs(
    _ node: DocumentNode, files: any FileSystem
  ) throws(SourceError) -> JSONObject {
    let path = try node.string("'from'").resolved(in: node.path.parentFolder)
    do throws(SourceError) {
      return try inputs(try DocumentNode.read(try files.read(path)))
    } catch {
      // Where the mistake is in a file that was read, its own location says more.
      guard error.diagnostics.contains(where: { $0.location == nil }) else { throw error }
      throw node.error(
        "suite.files", error.diagnostics.first?.message ?? "'\(path)' cannot be read",
        hint: error.diagnostics.first?.hint)
    }
  }

  private static func inputs(_ node: DocumentNode) throws(SourceError) -> JSONObject {
    guard let inputs = node.json.object else {
      throw node.error(.type, "'inputs' must be a mapping, not \(node.kindName)")
    }
    return inputs
  }

  /// The case as a conversation without messages, to which the reply is the only one.
  var transcript: Transcript {
    Transcript(
      id: id, title: title, kind: .task, origin: "case", quality: .unrated,
      domain: domain ?? Transcript.unsortedDomain, language: language,
      person: person, cluster: cluster, tags: tags,
      ending: .stopped(reason: "a task has no messages"), messages: [])
  }
}
