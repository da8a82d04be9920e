import SourceFiles
import YAMLDocument

extension PhraseList {
  /// Reads a list of phrases. Throws ``SourceError`` with the place of what is wrong.
  init(_ file: SourceFile) throws(SourceError) {
    self.init()
    var map = try YAMLMapping(try YAMLNode.parse(file), "a list of phrases")
    vocabulary = try PhraseVocabulary(
      fillers: map.optional("fillers"), spellings: map.optional("spellings"),
      negations: map.optional("negations"))
    var groups: [String: [String]] = [:]
    if let node = map.optional("groups") {
      for group in try YAMLMapping(node, "'groups'").entries {
        groups[group.key] = try group.value.strings("'\(group.key)'")
      }
    }
    for node in try map.required("phrases").list("'phrases'") { try append(node, groups: groups) }
    try map.finish()
    seal()
  }

  private mutating func append(
    _ node: YAMLNode, groups: [String: [String]]
  ) throws(SourceError) {
    var map = try YAMLMapping(node, "a phrase")
    let phrase = try map.required("phrase")
    let entry = PhraseEntry(
      phrase: try phrase.string("'phrase'"), language: try map.string("language"),
      category: try map.required("category").choice("'category'"),
      severity: try map.required("severity").choice("'severity'"),
      unlessNext: try Self.words(map.optional("unless_next"), "'unless_next'"),
      unlessWith: try Self.words(map.optional("unless_with"), "'unless_with'"))
    try map.finish()
    let pattern: PhrasePattern
    do throws(PhrasePattern.Problem) {
      pattern = try PhrasePattern(entry.phrase, groups: groups)
    } catch {
      throw phrase.error("phrase.pattern", error.message, hint: error.hint)
    }
    let parts = pattern.parts.map { choices in choices.map { vocabulary.words(of: $0) } }
    guard parts.reduce(0, { $0 + ($1.map(\.count).min() ?? 0) }) > 1 else {
      throw phrase.error(
        "phrase.short", "a phrase has fewer than two words that are no fillers",
        hint: "one word alone is never unmistakable")
    }
    guard append(entry, parts: parts) else {
      throw phrase.error(
        "phrase.duplicate", "a phrase of this entry is there already for this category",
        hint: "remove one of them")
    }
  }

  /// Single words in the form in which messages are compared.
  private static func words(_ node: YAMLNode?, _ what: String) throws(SourceError) -> Set<String> {
    var words: Set<String> = []
    for item in try node?.list(what) ?? [] {
      let text = try item.string("each item of \(what)")
      let found = FoldedWords.words(of: text)
      guard found.count == 1 else {
        throw item.error(
          "phrase.words", "each item of \(what) is one word, and '\(text)' is \(found.count)",
          hint: "list the words one by one")
      }
      words.insert(found[0].text)
    }
    return words
  }
}

extension PhraseVocabulary {
  /// Reads words that are listed by language.
  ///
  /// Fillers and spellings hold for all languages, since a message does not say which one it is in; negations
  /// hold for the phrases of their own.
  fileprivate init(
    fillers: YAMLNode?, spellings: YAMLNode?, negations: YAMLNode?
  ) throws(SourceError) {
    self.init()
    for language in try Self.languages(fillers, "'fillers'") {
      self.fillers.formUnion(try Self.words(language))
    }
    for language in try Self.languages(negations, "'negations'") {
      self.negations[language.key] = Set(try Self.words(language))
    }
    for language in try Self.languages(spellings, "'spellings'") {
      for spelling in try YAMLMapping(language.value, "'\(language.key)'").entries {
        let meaning = FoldedWords.words(of: try spelling.value.string("'\(spelling.key)'"))
        self.spellings[spelling.key] = meaning.map(\.text)
      }
    }
  }

  private static func languages(
    _ node: YAMLNode?, _ what: String
  ) throws(SourceError) -> [YAMLEntry] {
    guard let node else { return [] }
    return try YAMLMapping(node, what).entries
  }

  private static func words(_ language: YAMLEntry) throws(SourceError) -> [String] {
    try language.value.strings("'\(language.key)'").flatMap {
      FoldedWords.words(of: $0).map(\.text)
    }
  }
}
