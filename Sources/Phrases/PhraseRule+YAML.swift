package import SourceFiles
import Synchronization
package import YAMLDocument

/// Phrases by language, as they stand in a file.
package struct PhraseReader {
  /// The groups that phrases may name.
  var groups: [String: [String]]
  /// How words are brought to one form.
  var vocabulary: PhraseVocabulary
  /// The languages that a file may have phrases in.
  package static let languages = ["en", "es", "de"]

  private let memory = Memory()

  package init(groups: [String: [String]], vocabulary: PhraseVocabulary) {
    self.groups = groups
    self.vocabulary = vocabulary
  }

  /// What was read before: hundreds of phrases share their circumstances.
  private final class Memory: Sendable {
    /// Texts of `unless_with` that can be read.
    let circumstances = Mutex<Set<String>>([])
  }

  /// Reads `{en: [...], es: [...]}`. A phrase with choices has at least so many words beside fillers, whichever is taken;
  /// `more` reads what a file's phrases have beside their circumstances.
  package func rules<Extra>(
    _ node: YAMLNode, _ what: String, minimumWords: Int = 1,
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
          rule.unlessWith = try circumstances(mapping.optional("unless_with"))
          map = mapping
        }
        rule.phrase = try text.string("a phrase")
        let extra = try more(&map)
        try map?.finish()
        rules.append((rule, try pattern(rule.phrase, at: text, minimumWords: minimumWords), extra))
      }
    }
    return rules
  }

  /// Reads one pattern.
  package func pattern(
    _ text: String, at node: YAMLNode, minimumWords: Int = 1
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
      guard fewest >= minimumWords || pattern.parts.count == 1 else {
        throw PhrasePattern.Problem(
          message: "some of its choices leave one word alone",
          hint: "write the short ones as phrases of their own, or leave them out")
      }
      return pattern
    } catch {
      throw node.error("phrase.pattern", error.message, hint: error.hint)
    }
  }

  /// The phrases of `unless_with`, each of which can be read.
  func circumstances(_ node: YAMLNode?) throws(SourceError) -> [String] {
    var texts: [String] = []
    for item in try node?.list("'unless_with'") ?? [] {
      let text = try item.string("each item of 'unless_with'")
      guard !text.utf8.contains(UInt8(ascii: "<")) else {
        throw item.error(
          "phrase.pattern", "'unless_with' names no groups, and '\(text)' does",
          hint: "write the words out")
      }
      if !memory.circumstances.withLock({ $0.contains(text) }) {
        _ = try pattern(text, at: item)
        memory.circumstances.withLock { _ = $0.insert(text) }
      }
      texts.append(text)
    }
    return texts
  }

  /// Single words in the form in which messages are compared.
  package func words(_ node: YAMLNode?, _ what: String) throws(SourceError) -> Set<String> {
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

extension YAMLMapping {
  /// The groups that phrases may name: `groups: {family: [...]}`.
  package mutating func phraseGroups() throws(SourceError) -> [String: [String]] {
    var groups: [String: [String]] = [:]
    for group in try YAMLMapping(try required("groups"), "'groups'").entries {
      groups[group.key] = try group.value.strings("'\(group.key)'")
    }
    return groups
  }
}

extension PhraseFinder.Builder {
  /// The finder of all rules that were read from files.
  package func finder() throws(SourceError) -> PhraseFinder {
    do throws(PhrasePattern.Problem) {
      return try build()
    } catch {
      throw SourceError(
        Diagnostic("phrase.pattern", "in 'unless_with': \(error.message)", hint: error.hint))
    }
  }
}

extension PhraseVocabulary {
  /// Reads fillers and spellings, which hold for all languages, since a message does not say which one it is in.
  package init(_ file: SourceFile) throws(SourceError) {
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
