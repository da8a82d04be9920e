import SourceFiles
import TextAnalysis
import YAMLDocument

/// Words that mean something when they come together, in any order and not far from each other.
///
/// A phrase catches how something is usually said, a combination how else it may be said: somebody who speaks of
/// wanting and of being dead within a few words seldom means anything else. So it is looser than a phrase, and
/// mostly weaker.
struct WordCombination: Sendable {
  /// What it is a mention of.
  var phrase: ConceptPhrase
  /// The numbers of the words of which one of each set has to be there.
  var sets: [[Int]]
  /// The most words from the first to the last of them.
  var within: Int
  /// Words that speak against it when they stand between: `not`.
  var unlessInside: Set<String>
  /// The numbers of words that speak against it anywhere in the sentence.
  var unlessWith: [Int]
}

/// A combination in a text.
struct FoundCombination {
  /// Its number.
  var combination: Int
  /// The words of each set.
  var members: [ClosedRange<Int>]

  /// Whether most of its words belong to a phrase. Where that phrase is an idiom, so is the combination: "the hill I
  /// want to die on".
  func rests(on phrase: ClosedRange<Int>) -> Bool {
    let inside = members.reduce(0) { $0 + $1.count(where: phrase.contains) }
    return inside * 2 > members.reduce(0) { $0 + $1.count }
  }
}

extension [ClosedRange<Int>] {
  /// From the first word to the last of stretches that belong together, of which there is one at least.
  var extent: ClosedRange<Int> {
    let lower = map(\.lowerBound).min() ?? 0
    return lower...(map(\.upperBound).max() ?? lower)
  }
}

extension ScreeningLexicon {
  /// Reads a file of combinations, which all belong to one concept.
  mutating func readCombinations(
    _ file: SourceFile, _ reader: PhraseReader, _ builder: inout PhraseFinder.Builder
  ) throws(SourceError) {
    var map = try YAMLMapping(try YAMLNode.parse(file), "a file of combinations")
    let name = try map.required("concept")
    let id = try name.string("'concept'")
    guard let number = concepts.firstIndex(where: { $0.id == id }) else {
      throw name.error(
        "combination.concept", "there is no concept '\(id)'", hint: concepts.map(\.id).hint(for: id)
      )
    }
    _ = try map.string("about")
    for node in try map.required("together").list("'together'") {
      var entry = try YAMLMapping(node, "a combination")
      let concept = concepts[number]
      let phrase = ConceptPhrase(
        concept: number,
        strength: try entry.optional("strength")?.number("'strength'", in: 0...3)
          ?? concept.strength,
        severity: try entry.optional("severity")?.choice("'severity'") ?? concept.severity)
      let words = try ReadWords(reader: reader, language: entry.required("language"))
      let unlessWith = try words.numbers(
        entry.optional("unless_with"), "'unless_with'", keepingFillers: true, &self, &builder)
      var sets: [[Int]] = []
      let setsNode = try entry.required("sets")
      for set in try setsNode.list("'sets'") {
        sets.append(try words.numbers(set, "a set", keepingFillers: false, &self, &builder))
      }
      guard sets.count > 1, sets.allSatisfy({ !$0.isEmpty }) else {
        throw setsNode.error(
          "combination.sets",
          "a combination is two sets of words or more, and none of them is empty",
          hint: "write a single set as phrases of the concept")
      }
      combinations.append(
        WordCombination(
          phrase: phrase, sets: sets,
          within: try entry.optional("within")?.integer("'within'", in: 1...30) ?? 10,
          unlessInside: try reader.words(entry.optional("unless_inside"), "'unless_inside'"),
          unlessWith: unlessWith))
      try entry.finish()
    }
    try map.finish()
  }

  /// The combinations among what was found, each at most once in a sentence.
  func combinations(
    among matches: [PhraseFinder.Match], in tokens: [PhraseToken]
  ) -> [FoundCombination] {
    let words = matches.compactMap { match -> FoundWord? in
      guard case .word(let number) = owners[match.rule] else { return nil }
      return FoundWord(
        number: number, tokens: match.tokens, sentence: tokens[match.tokens.lowerBound].sentence)
    }
    var found: [FoundCombination] = []
    // The last sentence that had a word, and the last for which a combination was looked for.
    var sentenceOfWord = Array(repeating: -1, count: combinationWords.count)
    var sentenceOfCombination = Array(repeating: -1, count: combinations.count)
    var rest = words[...]
    while let sentence = rest.first?.sentence {
      let own = rest.prefix { $0.sentence == sentence }
      rest = rest[own.endIndex...]
      for word in own { sentenceOfWord[word.number] = sentence }
      for word in own {
        for number in combinationWords.combinations(at: word.number)
        where sentenceOfCombination[number] != sentence {
          sentenceOfCombination[number] = sentence
          let isHere = { (word: Int) in sentenceOfWord[word] == sentence }
          if combinations[number].sets.allSatisfy({ $0.contains(where: isHere) }),
            !combinations[number].unlessWith.contains(where: isHere),
            let members = members(of: combinations[number], among: own, in: tokens)
          {
            found.append(FoundCombination(combination: number, members: members))
          }
        }
      }
    }
    // In the order of the files, then of the text.
    return found.sorted {
      ($0.combination, $0.members[0].lowerBound) < ($1.combination, $1.members[0].lowerBound)
    }
  }

  private struct FoundWord {
    var number: Int
    var tokens: ClosedRange<Int>
    var sentence: Int
  }

  /// The words of a combination whose every set has one among them: from each word of the first set on the nearest ones;
  /// nil when those are not close together.
  private func members(
    of combination: WordCombination, among words: ArraySlice<FoundWord>, in tokens: [PhraseToken]
  ) -> [ClosedRange<Int>]? {
    let sets = combination.sets.map { set in
      words.filter { set.contains($0.number) }.map(\.tokens)
    }
    for first in sets[0] {
      if let members = Self.nearest(to: first, in: sets.dropFirst()),
        isClose(members, combination, tokens)
      {
        return members
      }
    }
    return nil
  }

  /// Of each set the words nearest to a place, none used twice.
  private static func nearest(
    to first: ClosedRange<Int>, in sets: ArraySlice<[ClosedRange<Int>]>
  ) -> [ClosedRange<Int>]? {
    var members = [first]
    for set in sets {
      let distance = { (range: ClosedRange<Int>) in
        min(abs(range.lowerBound - first.upperBound), abs(first.lowerBound - range.upperBound))
      }
      let free = set.filter { range in !members.contains { $0.overlaps(range) } }
      guard let best = free.min(by: { distance($0) < distance($1) }) else { return nil }
      members.append(best)
    }
    return members
  }

  private func isClose(
    _ members: [ClosedRange<Int>], _ combination: WordCombination, _ tokens: [PhraseToken]
  ) -> Bool {
    let span = members.extent
    guard tokens[span].count(where: { !$0.isFiller }) <= combination.within else { return false }
    return !span.contains { position in
      !members.contains { $0.contains(position) }
        && (combination.unlessInside.contains(tokens[position].text)
          || combination.unlessInside.contains(tokens[position].written))
    }
  }
}

/// Reads the words of a combination.
private struct ReadWords {
  let reader: PhraseReader
  let language: String

  init(reader: PhraseReader, language: YAMLNode) throws(SourceError) {
    self.reader = reader
    self.language = try language.string("'language'")
  }

  /// The numbers of listed words; the new ones are added to what is looked for.
  func numbers(
    _ node: YAMLNode?, _ what: String, keepingFillers: Bool, _ lexicon: inout ScreeningLexicon,
    _ builder: inout PhraseFinder.Builder
  ) throws(SourceError) -> [Int] {
    var numbers: Set<Int> = []
    for item in try node?.list(what) ?? [] {
      let text = try item.string("each item of \(what)")
      let (number, isNew) = lexicon.combinationWords.number(
        of: text, keepingFillers: keepingFillers)
      numbers.insert(number)
      guard isNew else { continue }
      let rule = PhraseRule(phrase: text, language: language)
      _ = builder.insert(
        rule, try reader.pattern(text, at: item), keepingFillers: keepingFillers)
      lexicon.owners.append(.word(number))
    }
    return numbers.sorted()
  }
}
