@testable import CoachSafety
import Documents
import SafetyRules
import SourceFiles
import Testing
import TestKit
@testable import TextAnalysis

/// A phrase of the product's files, with its line.
struct ProductPhrase: Sendable {
  var line: Int
  var rule: PhraseRule
  var pattern: PhrasePattern
}

/// A file of concepts or cues of the product.
struct ProductFile: Sendable, CustomTestStringConvertible {
  /// The path of the file.
  var path: String
  /// The key of its name in the file.
  var key: String

  var testDescription: String { name }

  private static func folder(_ name: String, _ key: String) -> [ProductFile] {
    let folder = "\(ProductRules.folder)/Screening/\(name)"
    let names = (try? DiskFileSystem().names(in: folder)) ?? []
    return names.map { ProductFile(path: "\(folder)/\($0)", key: key) }
  }

  static let concepts = folder("Concepts", "concept")
  static let cues = folder("Cues", "cue")

  /// The reader with the data that all files share.
  static let reader = Result { () throws(SourceError) in
    let files = try ProductRules.screening.get()
    var map = try MappingReader(try DocumentNode.parse(files.groups), "groups")
    var groups: [String: [String]] = [:]
    for group in try MappingReader(try map.required("groups"), "groups").entries {
      groups[group.key] = try group.value.strings("group")
    }
    return PhraseReader(groups: groups, vocabulary: try PhraseVocabulary(files.vocabulary))
  }

  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  func mapping() throws -> MappingReader {
    try MappingReader(try DocumentNode.parse(try DiskFileSystem().read(path)), "a file")
  }

  /// All phrases in order by file, read once for all tests; an unreadable file does not affect the others.
  private static let allPhrases = Dictionary(
    uniqueKeysWithValues: (concepts + cues).map { file in
      (file.path, Result { try file.read(try reader.get()) })
    })

  /// All phrases of the file in order, exceptions included.
  func phrases() throws -> [ProductPhrase] { try Self.allPhrases[path]?.get() ?? [] }

  private func read(_ reader: PhraseReader) throws -> [ProductPhrase] {
    var map = try mapping()
    return try ["phrases", "exceptions"].flatMap { key -> [ProductPhrase] in
      guard let node = map.optional(key) else { return [] }
      let lines = try MappingReader(node, key).entries.flatMap { language in
        try language.value.list(language.key).map(\.location.line)
      }
      let rules = try reader.rules(node, key) { (map: inout MappingReader?) throws(SourceError) in
        _ = (map?.optional("strength"), map?.optional("severity"))
      }
      return zip(lines, rules).map { line, read in
        ProductPhrase(line: line, rule: read.rule, pattern: read.pattern)
      }
    }
  }
}

extension PhrasePattern {
  /// A choice in a part of a phrase.
  struct Choice: Hashable {
    var part: Int
    var number: Int
  }

  /// The possible words of each part.
  var wordsByPart: [[String]] {
    parts.map { part in
      // The words in a gap do not matter here.
      switch part {
      case .choices(let texts): texts
      case .gap: ["", "grmbl"]
      }
    }
  }

  /// The choices with which the phrase is never found in its own words.
  ///
  /// Choices may exclude each other, so each has to be found in one of a few combinations.
  func silentChoices(isFound: (String) -> Bool) -> Set<Choice> {
    let texts = wordsByPart
    var silent: Set<Choice> = []
    for (part, texts) in texts.enumerated() {
      silent.formUnion(texts.indices.map { Choice(part: part, number: $0) })
    }
    for shift in 0..<12 where !silent.isEmpty {
      for number in 0..<(texts.map(\.count).max() ?? 0) {
        let picks = texts.indices.map { part in
          Choice(part: part, number: (number + shift * part) % texts[part].count)
        }
        guard !silent.isDisjoint(with: picks) else { continue }
        let wording = picks.map { texts[$0.part][$0.number] }.joined(separator: " ")
        if isFound(wording) { silent.subtract(picks) }
      }
    }
    return silent
  }
}

/// A phrase of which some or all choices are not found in their own words.
struct SilentPhrase: Sendable {
  var phrase: ProductPhrase
  var choices: Set<PhrasePattern.Choice>

  /// Whether it is never found.
  var isDead: Bool { choices.count == phrase.pattern.wordsByPart.joined().count }
}

extension ProductFile {
  private static let allSilentPhrases = Dictionary(
    uniqueKeysWithValues: (concepts + cues).map { file in
      (file.path, Result { try file.findSilentPhrases() })
    })

  /// The phrases with choices that are not found, computed once for all tests.
  func silentPhrases() throws -> [SilentPhrase] { try Self.allSilentPhrases[path]?.get() ?? [] }

  /// Without cues, so that only a phrase's own words and conditions decide.
  private func findSilentPhrases() throws -> [SilentPhrase] {
    let vocabulary = try Self.reader.get().vocabulary
    return try phrases().compactMap { phrase in
      var builder = PhraseFinder.Builder(vocabulary: vocabulary)
      _ = builder.insert(phrase.rule, phrase.pattern)
      let finder = try builder.build()
      let choices = phrase.pattern.silentChoices { text in
        !finder.matches(in: finder.vocabulary.tokens(of: text)).isEmpty
      }
      return choices.isEmpty ? nil : SilentPhrase(phrase: phrase, choices: choices)
    }
  }
}

@Suite("Completeness of the screening data")
struct ScreeningDataTests {
  @Test("all files are valid, and the screen is not empty")
  func reads() throws {
    let lexicon = try ProductRules.lexicon.get()
    #expect(lexicon.concepts.count == ProductFile.concepts.count)
    #expect(lexicon.cues.count == ProductFile.cues.count)
    #expect(lexicon.concepts.count > 40)
  }

  @Test("the build compiled exactly these files")
  func compiled() throws {
    let (screening, replies) = (
      try ScreeningLexicon(ProductRules.screening.get()),
      try ReplyRules(ProductRules.replies.get())
    )
    // Compared beforehand: a failed expectation would print megabytes.
    let isSame = (
      screening: screening.base64 == compiledScreeningLexicon,
      replies: replies.base64 == compiledReplyRules
    )
    #expect(isSame.screening && isSame.replies)
  }

  @Test("every category and every cue exists in every language")
  func languages() throws {
    var categories: [String: Set<CrisisCategory>] = [:]
    var effects: [String: Set<CueEffect>] = [:]
    for file in ProductFile.concepts {
      var map = try file.mapping()
      let category: CrisisCategory = try map.required("category").choice("category")
      for phrase in try file.phrases() {
        categories[phrase.rule.language, default: []].insert(category)
      }
    }
    for file in ProductFile.cues {
      var map = try file.mapping()
      let effect: CueEffect = try map.required("effect").choice("effect")
      for phrase in try file.phrases() { effects[phrase.rule.language, default: []].insert(effect) }
    }
    for language in PhraseReader.languages {
      #expect(categories[language] == Set(CrisisCategory.allCases), "\(language)")
      #expect(effects[language] == Set(CueEffect.allCases), "\(language)")
    }
  }

  @Test("a file is named after its content", arguments: ProductFile.concepts + ProductFile.cues)
  func names(file: ProductFile) throws {
    var map = try file.mapping()
    try expect(map.string(file.key) + ".yaml", equals: file.name)
  }

  @Test(
    "every phrase is found in its own words", arguments: ProductFile.concepts + ProductFile.cues)
  func alive(file: ProductFile) throws {
    let dead = try file.silentPhrases().filter(\.isDead).map { "line \($0.phrase.line)" }
    #expect(dead == [])
  }

  @Test("nearly every choice of a phrase is found")
  func choices() throws {
    let groups = try ProductFile.reader.get().groups.values
    var silent: [String] = []
    var count = 0
    for file in ProductFile.concepts + ProductFile.cues {
      count += try file.phrases().reduce(0) { $0 + $1.pattern.wordsByPart.joined().count }
      for found in try file.silentPhrases() where !found.isDead {
        for choice in found.choices {
          // A group has words for all phrases; one of them may deliberately not fit this phrase.
          guard case .choices(let texts) = found.phrase.pattern.parts[choice.part],
            !groups.contains(texts)
          else { continue }
          silent.append(
            "\(file.name):\(found.phrase.line), part \(choice.part + 1), choice \(choice.number + 1)"
          )
        }
      }
    }
    // A phrase's own exceptions can exclude a choice: "(home|at work)" with "unless_with: [work]".
    #expect(Double(silent.count) <= 0.005 * Double(count), "\(silent.sorted())")
  }

  @Test(
    "no choice uses a spelling of another language",
    arguments: ProductFile.concepts + ProductFile.cues)
  func spellings(file: ProductFile) throws {
    let reader = try ProductFile.reader.get()
    let languages = try Self.spellingLanguages()
    var strange: [String] = []
    for phrase in try file.phrases() {
      for case .choices(let texts) in phrase.pattern.parts {
        for text in texts {
          let words = zip(
            reader.vocabulary.texts(of: text), reader.vocabulary.texts(of: text, \.written))
          for (word, written) in words where word != written {
            guard let known = languages[written], !Self.sharedSpellings.contains(written),
              !known.contains(phrase.rule.language)
            else { continue }
            strange.append("\(file.name):\(phrase.line), '\(written)'")
          }
        }
      }
    }
    #expect(strange == [])
  }

  /// Words of two languages that are normalised alike in phrases and messages: German `im` as "I am".
  private static let sharedSpellings: Set = ["im", "war", "wen", "b", "d", "k"]

  /// The languages in which the vocabulary lists a spelling of one word.
  private static func spellingLanguages() throws -> [String: Set<String>] {
    let file = try ProductRules.screening.get().vocabulary
    var map = try MappingReader(try DocumentNode.parse(file), "a vocabulary")
    var languages: [String: Set<String>] = [:]
    for language in try MappingReader(try map.required("spellings"), "spellings").entries {
      for spelling in try MappingReader(language.value, language.key).entries {
        let words = FoldedWords(spelling.key)
        guard let word = words.first, words.count == 1 else { continue }
        languages[word.text, default: []].insert(language.key)
      }
    }
    return languages
  }
}

@Suite("Validity of the screening vocabulary")
struct ScreeningVocabularyTests {
  private let vocabulary: PhraseVocabulary
  private let file: SourceFile

  init() throws {
    file = try ProductRules.screening.get().vocabulary
    vocabulary = try PhraseVocabulary(file)
  }

  /// The entries of a list, each with its line.
  private func entries(_ name: String) throws -> [(line: Int, key: String, value: DocumentNode)] {
    var map = try MappingReader(try DocumentNode.parse(file), "a vocabulary")
    return try MappingReader(try map.required(name), name).entries.flatMap { language in
      if case .mapping(let entries) = language.value.content {
        return entries.map { ($0.location.line, $0.key, $0.value) }
      }
      return try language.value.list(name).map { ($0.location.line, "", $0) }
    }
  }

  @Test("a filler is one word, and no spelling replaces it")
  func fillers() throws {
    for filler in try entries("fillers") {
      let words = FoldedWords(try filler.value.string("a filler"))
      #expect(words.count == 1, "line \(filler.line)")
      for word in words {
        let isHeard = vocabulary.tokens(of: word.text).allSatisfy { $0.isFiller }
        #expect(isHeard, "'\(word.text)', line \(filler.line)")
      }
    }
  }

  @Test("meanings are in normalised form")
  func meanings() throws {
    for spelling in try entries("spellings") {
      let meaning = try spelling.value.text("a meaning")
      let folded = FoldedWords(meaning).map(\.text)
      #expect(
        vocabulary.texts(of: meaning) == folded,
        "'\(spelling.key)', line \(spelling.line)")
    }
  }

  @Test("a spelling has one meaning across languages")
  func twice() throws {
    var meanings: [String: [String]] = [:]
    for spelling in try entries("spellings") {
      let words = FoldedWords(spelling.key)
      #expect(!words.isEmpty, "line \(spelling.line)")
      let key = words.map { $0.apostrophed ?? $0.text }.joined(separator: " ")
      let meaning = FoldedWords(try spelling.value.text("a meaning")).map(\.text)
      if let known = meanings.updateValue(meaning, forKey: key) {
        #expect(known == meaning, "'\(spelling.key)', line \(spelling.line)")
      }
    }
  }

  @Test("every spelling is recognised in a message")
  func alive() throws {
    for spelling in try entries("spellings") {
      let meaning = FoldedWords(try spelling.value.text("a meaning")).map(\.text)
      let heard = vocabulary.texts(of: spelling.key)
      #expect(heard == meaning, "'\(spelling.key)', line \(spelling.line)")
    }
  }
}
