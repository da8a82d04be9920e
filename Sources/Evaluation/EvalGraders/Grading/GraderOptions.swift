public import Documents
public import LanguageModels
import PromptTemplates
import ReplyContracts
public import SourceFiles

/// The options that a suite gives a grader, checked against those that its kind declares.
///
/// An option of the wrong type or out of its range is a ``SourceError`` at its location.
public struct GraderOptions: Sendable {
  /// The grader's name in reports: the suite's `id`, or the kind's own name.
  public let id: String
  /// The options as JSON, for the record, with a digest of each file that they name.
  public private(set) var json: JSONObject
  /// The folder of the suite, which paths in options are relative to.
  public let folder: String
  /// The file system of the suite.
  let files: any FileSystem
  private let kind: GraderDocumentation
  private let node: DocumentNode
  private let values: [String: DocumentNode]
  private var contents: [String: SourceFile] = [:]

  /// The keys that every grader takes and ``GraderUse`` reads.
  static let common = [
    "use", "id", "weight", "threshold", "pass_k", "turns", "transcripts", "required", "informs",
  ]

  /// Reads the options of a mapping; of a name alone there are none.
  init(
    _ node: DocumentNode, of kind: GraderDocumentation, files: any FileSystem
  ) throws(SourceError) {
    var entries: [DocumentEntry] = []
    if case .mapping(let own) = node.content { entries = own }
    try self.init(node, entries: entries, of: kind, files: files)
  }

  private init(
    _ node: DocumentNode, entries: [DocumentEntry], of kind: GraderDocumentation,
    files: any FileSystem
  ) throws(SourceError) {
    self.node = node
    self.kind = kind
    self.files = files
    folder = node.path.parentFolder
    let names = kind.options.map(\.name)
    var values: [String: DocumentNode] = [:]
    for entry in entries where !Self.common.contains(entry.key) {
      guard names.contains(entry.key) else {
        throw SourceError(
          Diagnostic(
            DocumentProblem.unknownKey.code(in: entry.value.format),
            "'\(kind.name)' takes no '\(entry.key)'", at: entry.location,
            hint: (names + Self.common).hint(for: entry.key)))
      }
      if entry.value.json != .null { values[entry.key] = entry.value }
    }
    self.values = values
    json = values.mapValues(\.json).reduce(into: JSONObject()) { $0[$1.key] = $1.value }
    id =
      try entries.first { $0.key == "id" }.map { entry throws(SourceError) in
        try entry.value.string("'id'")
      } ?? kind.name
    try checkRequired()
    try readFiles(files)
  }

  private mutating func readFiles(_ files: any FileSystem) throws(SourceError) {
    for option in kind.options {
      guard case .file = option.form, let path = try text(option.name) else { continue }
      do throws(SourceError) {
        let file = try files.read(path.resolved(in: folder))
        contents[option.name] = file
        json["digest of \(option.name)"] = .string(ContentDigest(of: file.bytes).description)
      } catch {
        let problem = error.diagnostics.first
        throw self.error(
          for: option.name, problem?.message ?? "'\(path)' cannot be read", hint: problem?.hint)
      }
    }
  }

  private func checkRequired() throws(SourceError) {
    for option in kind.options where option.isRequired && values[option.name] == nil {
      throw node.error(
        "grader.missing", "'\(kind.name)' needs '\(option.name)'", hint: option.text)
    }
  }

  /// Returns these options together with those that a preset fixes, as options of the kind that it uses, under the name
  /// that these have.
  func adding(
    _ fixed: [DocumentEntry], of kind: GraderDocumentation
  ) throws(SourceError) -> GraderOptions {
    var own: [DocumentEntry] = []
    if case .mapping(let entries) = node.content { own = entries }
    var kind = kind
    kind.name = self.kind.name
    return try GraderOptions(node, entries: own + fixed, of: kind, files: files)
  }

  /// Returns an error at the location of an option, or of the grader if the option is not given.
  public func error(for name: String, _ message: String, hint: String? = nil) -> SourceError {
    (values[name] ?? node).error("grader.option", message, hint: hint)
  }

  /// Returns a text; `nil` if the option is not given.
  ///
  /// Throws if it is not a text.
  public func text(_ name: String) throws(SourceError) -> String? {
    try values[name].map { node throws(SourceError) in try node.string("'\(name)'") }
  }

  /// Returns a text that the kind declares as required; throws if it is missing.
  public func requiredText(_ name: String) throws(SourceError) -> String {
    guard let text = try text(name) else { throw error(for: name, "'\(name)' is missing") }
    return text
  }

  /// Returns the texts of an option that is a text or a list of texts; empty if it is not given.
  public func texts(_ name: String) throws(SourceError) -> [String] {
    guard let value = values[name] else { return [] }
    if case .sequence = value.content { return try value.strings("'\(name)'") }
    return [try value.string("'\(name)'")]
  }

  /// Returns the file that an option of the form ``GraderOption/Form/file`` names; `nil` if it is not given.
  public func file(_ name: String) -> SourceFile? { contents[name] }

  /// Returns a number within the declared range; `nil` if the option is not given.
  ///
  /// Throws if it is out of range.
  public func number(_ name: String) throws(SourceError) -> Double? {
    guard case .number(let range) = form(of: name), let value = values[name] else { return nil }
    return try value.number("'\(name)'", in: range)
  }

  /// Returns a whole number within the declared range; `nil` if the option is not given.
  ///
  /// Throws if it is out of range.
  public func integer(_ name: String) throws(SourceError) -> Int? {
    guard case .integer(let range) = form(of: name), let value = values[name] else { return nil }
    return try value.integer("'\(name)'", in: range)
  }

  /// Returns a Boolean; `false` if the option is not given.
  ///
  /// Throws if it is neither true nor false.
  public func flag(_ name: String) throws(SourceError) -> Bool {
    try values[name]?.flag("'\(name)'") ?? false
  }

  /// Returns one of the declared words; `nil` if the option is not given.
  ///
  /// Throws for any other word.
  public func choice(_ name: String) throws(SourceError) -> String? {
    guard case .choice(let words) = form(of: name), let word = try text(name) else { return nil }
    guard words.contains(word) else {
      throw error(for: name, "'\(name)' cannot be '\(word)'", hint: words.hint(for: word))
    }
    return word
  }

  /// Returns one or more models; empty if the option is not given.
  ///
  /// Throws if a reference is not `provider:model`.
  public func models(_ name: String) throws(SourceError) -> [ModelReference] {
    guard let value = values[name] else { return [] }
    return try [ModelReference](value, in: folder)
  }

  /// Returns the generation parameters of a judge; `nil` if the option is not given.
  public func parameters(_ name: String) throws(SourceError) -> ModelParameters? {
    try values[name].map { node throws(SourceError) in try ModelParameters(node) }
  }

  /// Returns an option as it was written, for errors at the location of one of its parts; `nil` if it is not given.
  func node(_ name: String) -> DocumentNode? { values[name] }

  /// Returns the value of an option as JSON, whatever its type; `nil` if the option is not given.
  public func value(_ name: String) -> JSONValue? { values[name]?.json }

  /// Reads a schema, in JSON or in the short notation of prompts.
  ///
  /// Throws for a keyword that is not known, too: a misspelt one would silently disable its constraint.
  ///
  /// - Parameters:
  ///   - name: The option that holds it.
  ///   - subject: What an error calls it.
  func schema(
    _ value: JSONValue, from name: String, called subject: String = "this schema"
  ) throws(SourceError) -> JSONSchema {
    do throws(JSONSchemaError) {
      let schema = try JSONSchema(Picoschema.lower(value))
      if let unknown = schema.unknownKeywords.first { throw unknown }
      return schema
    } catch {
      throw self.error(for: name, "\(subject) is invalid: \(error)", hint: error.hint)
    }
  }

  /// Returns a prompt; `nil` if the option is not given.
  ///
  /// Throws if it is not `name@version`.
  func prompt(_ name: String) throws(SourceError) -> PromptReference? {
    try values[name].map { node throws(SourceError) in
      let reference = try PromptReference(node)
      guard reference.version != nil else {
        throw node.error(
          "suite.prompt", "'\(reference)' names no version", hint: "write name@version")
      }
      return reference
    }
  }

  /// Returns rules in the form of a prompt's contract; empty if the option is not given.
  func rules(_ name: String) throws(SourceError) -> [ContractRule] {
    try values[name].map { node throws(SourceError) in try ContractRule.list(node) } ?? []
  }

  private func form(of name: String) -> GraderOption.Form? {
    kind.options.first { $0.name == name }?.form
  }
}
