import Documents
package import SourceFiles

/// Direct statements of danger in one language, and what to tell somebody who makes one.
///
/// Its file is a page for a native speaker. Whoever does not know the language checks it by the meanings; the harmless
/// sentences say what must not match, and reading the file fails if one does.
package struct ForeignLanguage: Sendable {
  /// A statement as people write it, without anything around it.
  package struct Statement: Sendable {
    package var kind: StatementKind
    package var text: String
  }

  /// What stands for the emergency number.
  static let placeholder = "{emergency_number}"

  /// The code of the language: `fr`.
  package var code: String
  /// What to do in an emergency, with a placeholder for the number.
  package var emergency: String
  /// The same for a country whose number is not known.
  package var emergencyUnknown: String
  package var statements: [Statement] = []
  /// Words that reverse a statement which follows them.
  package var negations: [String] = []

  init(code: String, emergency: String, emergencyUnknown: String) {
    (self.code, self.emergency, self.emergencyUnknown) = (code, emergency, emergencyUnknown)
  }
}

extension ForeignLanguage {
  /// Reads the files in a folder, one for each language.
  ///
  /// Throws ``SourceError`` with the location of the problem.
  package static func all(
    in folder: String, files: some FileSystem = DiskFileSystem()
  ) throws(SourceError) -> [ForeignLanguage] {
    var languages: [ForeignLanguage] = []
    for file in try files.readAll(in: folder) { languages.append(try ForeignLanguage(file)) }
    return languages
  }

  /// Reads the file of a language.
  ///
  /// Throws ``SourceError`` with the location of the problem.
  package init(_ file: SourceFile) throws(SourceError) {
    var map = try MappingReader(try DocumentNode.parse(file), "the statements of a language")
    let name = try map.required("language")
    let code = try name.string("'language'")
    try name.checkName(code, of: "language", in: file, code: "language.name")
    _ = try map.string("name")
    let line = try map.required("emergency")
    self.init(
      code: code, emergency: try line.string("'emergency'"),
      emergencyUnknown: try map.string("emergency_unknown"))
    guard emergency.contains(Self.placeholder) else {
      throw line.error(
        "language.emergency", "'emergency' has no \(Self.placeholder)",
        hint: "write it where the number belongs")
    }
    negations = try map.required("negations").strings("'negations'")
    var kinds = try MappingReader(try map.required("statements"), "'statements'")
    for kind in StatementKind.allCases {
      for text in try Self.texts(of: kinds.required(kind.rawValue), "'\(kind.rawValue)'") {
        statements.append(Statement(kind: kind, text: try text.string("'text'")))
      }
    }
    try kinds.finish()
    let harmless = try Self.texts(of: map.required("harmless"), "'harmless'")
    try map.finish()
    let found = ForeignStatements([self])
    for text in harmless {
      let sentence = try text.string("'text'")
      guard let match = found.gravest(in: sentence) else { continue }
      let words = String(decoding: Array(sentence.utf8)[match.range], as: UTF8.self)
      throw text.error(
        "language.harmless", "this harmless sentence contains the statement '\(words)'",
        hint: "make the statement longer, or add the word before it to 'negations'")
    }
  }

  /// Returns the texts of a list of sentences, each of which states its meaning.
  private static func texts(of node: DocumentNode, _ what: String) throws(SourceError)
    -> [DocumentNode]
  {
    var texts: [DocumentNode] = []
    for item in try node.list(what) {
      var map = try MappingReader(item, "each item of \(what)")
      texts.append(try map.required("text"))
      _ = try map.string("means")
      try map.finish()
    }
    return texts
  }
}
