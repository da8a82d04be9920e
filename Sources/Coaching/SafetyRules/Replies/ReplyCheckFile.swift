import Documents
import SourceFiles
import TextAnalysis

/// The contents of one check's file.
struct ReplyCheckFile: Sendable {
  typealias Phrase = (rule: PhraseRule, pattern: PhrasePattern)

  var check: ReplyCheck
  /// The conversations in which the check runs.
  var scope: ReplyRules.Scope
  var phrases: [Phrase]
  /// Phrases that count only if the trained part finds the sentence harmful, too.
  var hints: [Phrase]
  /// Phrases that make the check's phrases in the same sentence harmless.
  var exceptions: [Phrase]
  /// The names of the lists of denials that make what follows them harmless.
  var denials: [String]
  /// The wording that replaces a sentence.
  var replacement: LocalizedText

  /// The languages in which every replacement is required.
  static let languages = ["de", "en", "es"]

  /// Reads a file. `lists` are the names of the lists of denials that it may refer to.
  ///
  /// Throws ``SourceError`` with the location of the problem.
  init(
    _ file: SourceFile, denials lists: [String], reader: PhraseReader
  ) throws(SourceError) {
    var map = try MappingReader(try DocumentNode.parse(file), "a check")
    let name = try map.required("check")
    let word = try name.string("'check'")
    guard let known = ReplyCheck.builtIn(named: word) else {
      throw name.unknownChoice("'check'", word, among: ReplyCheck.builtIn.map(\.rawValue))
    }
    check = known
    try name.checkName(check.rawValue, of: "check", in: file, code: "check.name")
    _ = try map.string("about")
    scope = try map.required("applies").choice("'applies'")
    phrases = try Self.phrases(in: try map.required("phrases"), what: "'phrases'", with: reader)
    hints = try Self.phrases(under: "hints", in: &map, with: reader)
    exceptions = try Self.phrases(under: "exceptions", in: &map, with: reader)
    denials = []
    for item in try map.optional("denials")?.list("'denials'") ?? [] {
      let name = try item.string("each item of 'denials'")
      guard lists.contains(name) else {
        throw item.unknownChoice("each item of 'denials'", name, among: lists)
      }
      denials.append(name)
    }
    var words = try MappingReader(try map.required("replacement"), "'replacement'")
    var texts: [String: String] = [:]
    for language in Self.languages { texts[language] = try words.string(language) }
    try words.finish()
    replacement = LocalizedText(texts)
    try map.finish()
  }

  private static func phrases(
    under key: String, in map: inout MappingReader, with reader: PhraseReader
  ) throws(SourceError) -> [Phrase] {
    guard let node = map.optional(key) else { return [] }
    return try phrases(in: node, what: "'\(key)'", with: reader)
  }

  private static func phrases(
    in node: DocumentNode, what: String, with reader: PhraseReader
  ) throws(SourceError) -> [Phrase] {
    let rules = try reader.rules(node, what) { (_: inout MappingReader?) throws(SourceError) in }
    return rules.map { ($0.rule, $0.pattern) }
  }
}
