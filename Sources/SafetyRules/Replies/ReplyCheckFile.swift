import SourceFiles
import Phrases
import YAMLDocument

/// What one file says about one check.
struct ReplyCheckFile: Sendable {
  /// A phrase and its pattern.
  typealias Phrase = (rule: PhraseRule, pattern: PhrasePattern)

  /// What it finds.
  var check: ReplyCheck
  /// In which conversations it is made.
  var scope: ReplyRules.Scope
  /// What is looked for.
  var phrases: [Phrase]
  /// What makes the phrases of its sentence harmless.
  var exceptions: [Phrase]
  /// The words that take a sentence's place.
  var replacement: LocalizedText

  /// The languages that every replacement is in.
  static let languages = ["de", "en", "es"]

  /// Reads a file. Throws ``SourceError`` with the place of what is wrong.
  init(_ file: SourceFile, _ reader: PhraseReader) throws(SourceError) {
    var map = try YAMLMapping(try YAMLNode.parse(file), "a check")
    let name = try map.required("check")
    check = try name.choice("'check'")
    guard file.path.fileName == "\(check.rawValue).yaml" else {
      throw name.error(
        "check.name",
        "the check is '\(check.rawValue)', and the file is called '\(file.path.fileName)'",
        hint: "give both the same name")
    }
    _ = try map.string("about")
    scope = try map.required("applies").choice("'applies'")
    phrases = try Self.phrases(try map.required("phrases"), "'phrases'", reader)
    exceptions =
      try map.optional("exceptions").map { node throws(SourceError) in
        try Self.phrases(node, "'exceptions'", reader)
      } ?? []
    var words = try YAMLMapping(try map.required("replacement"), "'replacement'")
    var texts: [String: String] = [:]
    for language in Self.languages { texts[language] = try words.string(language) }
    try words.finish()
    replacement = LocalizedText(texts)
    try map.finish()
  }

  private static func phrases(
    _ node: YAMLNode, _ what: String, _ reader: PhraseReader
  ) throws(SourceError) -> [Phrase] {
    let rules = try reader.rules(node, what) { (_: inout YAMLMapping?) throws(SourceError) in }
    return rules.map { ($0.rule, $0.pattern) }
  }
}
