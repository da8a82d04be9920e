import Phrases
import SafetyRules

/// A combination found in a text.
struct FoundCombination {
  /// The index of the combination in the lexicon.
  var combination: Int
  /// For each set, the tokens that matched.
  var members: [ClosedRange<Int>]

  /// Returns whether more than half of its words belong to a phrase.
  ///
  /// If that phrase is an idiom, so is the combination: "the hill I want to die on".
  func rests(on phrase: ClosedRange<Int>) -> Bool {
    let inside = members.reduce(0) { $0 + $1.count(where: phrase.contains) }
    return inside * 2 > members.reduce(0) { $0 + $1.count }
  }
}

extension [ClosedRange<Int>] {
  /// The range from the first to the last of the ranges, of which there must be at least one.
  var extent: ClosedRange<Int> {
    let lower = map(\.lowerBound).min() ?? 0
    return lower...(map(\.upperBound).max() ?? lower)
  }
}

extension ScreeningLexicon {
  /// Returns the combinations among the matches, each at most once per sentence.
  func combinations(
    among matches: [PhraseFinder.Match], in tokens: [PhraseToken]
  ) -> [FoundCombination] {
    let words = matches.compactMap { match -> FoundWord? in
      guard let number = word(ofRule: match.rule) else { return nil }
      return FoundWord(
        number: Int32(number), tokens: match.tokens,
        sentence: tokens[match.tokens.lowerBound].sentence)
    }
    var found: [FoundCombination] = []
    // By word, the last sentence that contains it; by combination, the last sentence in which it was looked for.
    var sentenceOfWord = Array(repeating: -1, count: combinationWords.count)
    var sentenceOfCombination = Array(repeating: -1, count: combinations.count)
    var rest = words[...]
    while let sentence = rest.first?.sentence {
      let own = rest.prefix { $0.sentence == sentence }
      rest = rest[own.endIndex...]
      for word in own { sentenceOfWord[Int(word.number)] = sentence }
      for word in own {
        for number in combinationWords.combinations(at: Int(word.number)) {
          let number = Int(number)
          guard sentenceOfCombination[number] != sentence else { continue }
          sentenceOfCombination[number] = sentence
          let isHere = { (word: Int32) in sentenceOfWord[Int(word)] == sentence }
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
    var number: Int32
    var tokens: ClosedRange<Int>
    var sentence: Int
  }

  /// Returns the words of a combination whose every set has a match: from each word of the first set the nearest
  /// words of the others; `nil` if no such words are close together.
  private func members(
    of combination: WordCombination, among words: ArraySlice<FoundWord>, in tokens: [PhraseToken]
  ) -> [ClosedRange<Int>]? {
    let sets = combination.sets.map { set in
      words.filter { set.contains($0.number) }.map(\.tokens)
    }
    for first in sets[0] {
      if let members = Self.nearest(to: first, in: sets.dropFirst()),
        areClose(members, of: combination, in: tokens)
      {
        return members
      }
    }
    return nil
  }

  /// Returns the words of each set that are nearest to a place, none used twice; `nil` if a set has none left.
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

  private func areClose(
    _ members: [ClosedRange<Int>], of combination: WordCombination, in tokens: [PhraseToken]
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
