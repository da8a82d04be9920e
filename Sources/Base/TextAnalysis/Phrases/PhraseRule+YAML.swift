package import Documents
package import SourceFiles
import Synchronization

/// Reads phrases by language from files.
package struct PhraseReader {
  /// The groups that phrases may refer to.
  var groups: [String: [String]]
  var vocabulary: PhraseVocabulary
  /// The languages of the screens whose phrases are measured.
  package static let languages = ["en", "es", "de"]
  /// The languages in which a file may have phrases.
  private let accepted: [String]

  private let memory = Memory()

  package init(
    groups: [String: [String]], vocabulary: PhraseVocabulary, languages: [String] = Self.languages
  ) {
    self.groups = groups
    self.vocabulary = vocabulary
    accepted = languages
  }

  /// A cache, since thousands of phrases share their groups, choices and conditions.
  private final class Memory: Sendable {
    /// Texts of `unless_with` that are known to be valid.
    let circumstances = Mutex<Set<String>>([])
    /// The numbers of words of choices.
    let lengths = Mutex<[String: Int]>([:])
  }

  /// Returns the number of words of a text that are not fillers, or of all its words if they are all fillers.
  private func length(of text: String) -> Int {
    if let known = memory.lengths.withLock({ $0[text] }) { return known }
    let tokens = vocabulary.tokens(of: text)
    let content = tokens.count { !$0.isFiller }
    let length = content > 0 ? content : tokens.count
    memory.lengths.withLock { $0[text] = length }
    return length
  }

  /// Reads phrases by language, such as `{en: [...], es: [...]}`.
  ///
  /// A phrase with choices has at least `minimumWords` words that are not fillers, whichever choice is taken. `more`
  /// reads what the phrases of a file have besides their conditions.
  package func rules<Extra>(
    _ node: DocumentNode, _ what: String, minimumWords: Int = 1,
    more: (inout MappingReader?) throws(SourceError) -> Extra
  ) throws(SourceError) -> [(rule: PhraseRule, pattern: PhrasePattern, extra: Extra)] {
    var rules: [(rule: PhraseRule, pattern: PhrasePattern, extra: Extra)] = []
    for entry in try MappingReader(node, what).entries {
      guard accepted.contains(entry.key) else {
        throw SourceError(
          node.diagnostic(
            "phrase.language", "phrases are not supported in '\(entry.key)'", at: entry.location,
            hint: "known: \(accepted.joined(separator: ", "))"))
      }
      for item in try entry.value.list("'\(entry.key)'") {
        var map: MappingReader?
        var text = item
        var rule = PhraseRule(phrase: "", language: entry.key)
        if case .mapping = item.content {
          var mapping = try MappingReader(item, "a phrase")
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

  /// Parses one pattern and checks that it has enough words.
  package func pattern(
    _ text: String, at node: DocumentNode, minimumWords: Int = 1
  ) throws(SourceError) -> PhrasePattern {
    do throws(PhrasePattern.Problem) {
      let pattern = try PhrasePattern(text, groups: groups)
      let shortest = pattern.parts.reduce(0) { count, part in
        guard case .choices(let texts) = part else { return count }
        return count + (texts.map(length).min() ?? 0)
      }
      guard shortest > 0 else {
        throw PhrasePattern.Problem(
          message: "nothing of the phrase has to be there", hint: "leave one word without a choice")
      }
      // Fillers do not count, so a choice may reduce a phrase to a word that occurs in every message.
      guard shortest >= minimumWords || pattern.parts.count == 1 else {
        throw PhrasePattern.Problem(
          message: "some of its choices leave one word alone",
          hint: "write the short ones as phrases of their own, or leave them out")
      }
      return pattern
    } catch {
      throw node.error("phrase.pattern", error.message, hint: error.hint)
    }
  }

  /// Returns the texts of `unless_with` after checking that each is a valid pattern.
  func circumstances(_ node: DocumentNode?) throws(SourceError) -> [String] {
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

  /// Reads single words, in the form in which messages are compared.
  package func words(_ node: DocumentNode?, _ what: String) throws(SourceError) -> Set<String> {
    var words: Set<String> = []
    for item in try node?.list(what) ?? [] {
      let text = try item.string("each item of \(what)")
      let found = FoldedWords(text)
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

extension MappingReader {
  /// Reads the groups that phrases may refer to: `groups: {family: [...]}`.
  package mutating func phraseGroups() throws(SourceError) -> [String: [String]] {
    var groups: [String: [String]] = [:]
    for group in try MappingReader(try required("groups"), "'groups'").entries {
      groups[group.key] = try group.value.strings("'\(group.key)'")
    }
    return groups
  }
}

extension PhraseFinder.Builder {
  /// Builds the finder of all rules that were read from files.
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
  /// Reads fillers, masked words, spellings (one by one) and variants (lists of spellings by meaning).
  ///
  /// They apply to all languages, since the language of a message is unknown.
  package init(_ file: SourceFile) throws(SourceError) {
    self.init()
    var map = try MappingReader(try DocumentNode.parse(file), "a vocabulary")
    for language in try Self.languages(try map.required("fillers"), "'fillers'") {
      for word in try language.value.strings("'\(language.key)'") {
        for word in FoldedWords(word) { addFiller(word.text) }
      }
    }
    for language in try Self.languages(try map.required("spellings"), "'spellings'") {
      for spelling in try MappingReader(language.value, "'\(language.key)'").entries {
        let meaning = FoldedWords(try spelling.value.text("'\(spelling.key)'"))
        add(spelling.key, meaning: meaning.map(\.text))
      }
    }
    if let words = map.optional("masked") {
      for language in try Self.languages(words, "'masked'") {
        masked.formUnion(try language.value.strings("'\(language.key)'"))
      }
    }
    if let variants = map.optional("variants") {
      for language in try Self.languages(variants, "'variants'") {
        for meaning in try MappingReader(language.value, "'\(language.key)'").entries {
          let words = FoldedWords(meaning.key).map(\.text)
          for spelling in try meaning.value.strings("'\(meaning.key)'") {
            add(spelling, meaning: words)
          }
        }
      }
    }
    try map.finish()
  }

  private mutating func add(_ spelling: String, meaning: [String]) {
    let written = FoldedWords(spelling)
    if written.count > 1 {
      addSpelling(written.map(\.text), meaning: meaning)
    } else if let word = written.first {
      addSpelling(word.apostrophed ?? word.text, meaning: meaning)
    }
  }

  private static func languages(
    _ node: DocumentNode, _ what: String
  ) throws(SourceError) -> [DocumentEntry] {
    try MappingReader(node, what).entries
  }
}
