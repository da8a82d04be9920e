import SourceFiles
import WordFolding
import YAMLDocument

/// Phrases by language, as they stand in a file.
struct PhraseReader {
  /// The groups that phrases may name.
  var groups: [String: [String]]
  /// How words are brought to one form.
  var vocabulary: PhraseVocabulary
  /// The languages that a file may have phrases in.
  static let languages = ["en", "es", "de"]

  /// Reads `{en: [...], es: [...]}`. A phrase with choices has at least so many words beside fillers, whichever is taken;
  /// `more` reads what a file's phrases have beside their circumstances.
  func rules<Extra>(
    _ node: YAMLNode, _ what: String, leastWords: Int = 1,
    more: (inout YAMLMapping?) throws(SourceError) -> Extra
  ) throws(SourceError) -> [(rule: PhraseRule, pattern: PhrasePattern, extra: Extra)] {
    var rules: [(rule: PhraseRule, pattern: PhrasePattern, extra: Extra)] = []
    for entry in try YAMLMapping(node, what).entries {
      guard Self.languages.contains(entry.key) else {
        throw SourceError(
          node.diagnostic(
            "phrase.language", "no phrases are looked for in '\(entry.key)'", at: entry.location,
            hint: "known: \(Self.languages.joined(separator: ", "))"))
      }
      for item in try entry.value.list("'\(entry.key)'") {
        var map: YAMLMapping?
        var text = item
        var rule = PhraseRule(phrase: "", language: entry.key)
        if case .mapping = item.content {
          var mapping = try YAMLMapping(item, "a phrase")
          text = try mapping.required("phrase")
          rule.unlessNext = try words(mapping.optional("unless_next"), "'unless_next'")
          rule.unlessBefore = try words(mapping.optional("unless_before"), "'unless_before'")
          for item in try mapping.optional("unless_with")?.list("'unless_with'") ?? [] {
            let words = try item.string("each item of 'unless_with'")
            _ = try pattern(words, at: item)
            rule.unlessWith.append(words)
          }
          map = mapping
        }
        rule.phrase = try text.string("a phrase")
        let extra = try more(&map)
        try map?.finish()
        rules.append((rule, try pattern(rule.phrase, at: text, leastWords: leastWords), extra))
      }
    }
    return rules
  }

  /// Reads one pattern.
  func pattern(
    _ text: String, at node: YAMLNode, leastWords: Int = 1
  ) throws(SourceError) -> PhrasePattern {
    do throws(PhrasePattern.Problem) {
      let pattern = try PhrasePattern(text, groups: groups)
      let fewest = pattern.parts.reduce(0) { count, part in
        guard case .choices(let texts) = part else { return count }
        return count + (texts.map { vocabulary.words(of: $0).count }.min() ?? 0)
      }
      guard fewest > 0 else {
        throw PhrasePattern.Problem(
          message: "nothing of the phrase has to be there", hint: "leave one word without a choice")
      }
      // Fillers count for nothing, so a choice may shrink to a word that stands in every message.
      guard fewest >= leastWords || pattern.parts.count == 1 else {
        throw PhrasePattern.Problem(
          message: "some of its choices leave one word alone",
          hint: "write the short ones as phrases of their own, or leave them out")
      }
      return pattern
    } catch {
      throw node.error("phrase.pattern", error.message, hint: error.hint)
    }
  }

  /// Single words in the form in which messages are compared.
  func words(_ node: YAMLNode?, _ what: String) throws(SourceError) -> Set<String> {
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
  /// Reads fillers and spellings, which hold for all languages, since a message does not say which one it is in.
  init(_ file: SourceFile) throws(SourceError) {
    self.init()
    var map = try YAMLMapping(try YAMLNode.parse(file), "a vocabulary")
    for language in try Self.languages(try map.required("fillers"), "'fillers'") {
      for word in try language.value.strings("'\(language.key)'") {
        fillers.formUnion(FoldedWords.words(of: word).map(\.text))
      }
    }
    for language in try Self.languages(try map.required("spellings"), "'spellings'") {
      for spelling in try YAMLMapping(language.value, "'\(language.key)'").entries {
        let meaning = FoldedWords.words(of: try spelling.value.text("'\(spelling.key)'"))
        add(spelling.key, meaning: meaning.map(\.text))
      }
    }
    for key in joined.keys { joined[key]?.sort { $0.written.count > $1.written.count } }
    try map.finish()
  }

  private mutating func add(_ spelling: String, meaning: [String]) {
    let written = FoldedWords.words(of: spelling)
    if let first = written.first, written.count > 1 {
      joined[first.text, default: []].append(
        Joined(written: written.map(\.text), meaning: meaning))
    } else {
      // With its apostrophe, where it has one: "i'll" is not "ill".
      spellings[written.first?.apostrophed ?? written.first?.text ?? spelling] = meaning
    }
  }

  private static func languages(
    _ node: YAMLNode, _ what: String
  ) throws(SourceError) -> [YAMLEntry] {
    try YAMLMapping(node, what).entries
  }
}
