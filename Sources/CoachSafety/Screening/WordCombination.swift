import SourceFiles
import YAMLDocument

/// Words that mean something when they come together, in any order and not far from each other.
///
/// A phrase catches how something is usually said, a combination how else it may be said: somebody who speaks of
/// wanting and of being dead within a few words seldom means anything else. So it is looser than a phrase, and
/// mostly weaker.
struct WordCombination: Sendable {
  /// What it is a mention of.
  var phrase: ConceptPhrase
  /// How many sets of words have to be there.
  var sets: Int
  /// The most words from the first to the last of them.
  var within: Int
  /// Words that speak against it when they stand between: `not`.
  var unlessInside: Set<String>
}

/// A combination in a text.
struct FoundCombination {
  /// Its number.
  var combination: Int
  /// The words of each set.
  var members: [ClosedRange<Int>]
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
      let language = try entry.required("language")
      let unlessWith = try reader.circumstances(entry.optional("unless_with"))
      let sets = try entry.required("sets").list("'sets'")
      combinations.append(
        WordCombination(
          phrase: phrase, sets: sets.count,
          within: try entry.optional("within")?.integer("'within'", in: 1...30) ?? 10,
          unlessInside: try reader.words(entry.optional("unless_inside"), "'unless_inside'")))
      for (position, set) in sets.enumerated() {
        for item in try set.list("a set") {
          let rule = PhraseRule(
            phrase: try item.string("each item of a set"),
            language: try language.string("'language'"),
            unlessWith: unlessWith)
          _ = builder.insert(rule, try reader.pattern(rule.phrase, at: item))
          owners.append(.member(ofCombination: combinations.count - 1, set: position))
        }
      }
      try entry.finish()
    }
    try map.finish()
  }

  /// The combinations among what was found, each at most once in a sentence.
  func combinations(
    among matches: [PhraseFinder.Match], in tokens: [PhraseToken]
  ) -> [FoundCombination] {
    var members: [CombinationPlace: [[ClosedRange<Int>]]] = [:]
    for match in matches {
      guard case .member(let number, let set) = owners[match.rule] else { continue }
      let place = CombinationPlace(
        sentence: tokens[match.tokens.lowerBound].sentence, combination: number)
      let empty = Array(repeating: [ClosedRange<Int>](), count: combinations[number].sets)
      members[place, default: empty][set].append(match.tokens)
    }
    var found: [FoundCombination] = []
    for (place, sets) in members where sets.allSatisfy({ !$0.isEmpty }) {
      let combination = combinations[place.combination]
      for first in sets[0] {
        guard let together = Self.nearest(to: first, in: sets.dropFirst()),
          isClose(together, combination, tokens)
        else { continue }
        found.append(FoundCombination(combination: place.combination, members: together))
        break
      }
    }
    // In the order of the files, then of the text.
    return found.sorted {
      ($0.combination, $0.members[0].lowerBound) < ($1.combination, $1.members[0].lowerBound)
    }
  }

  private struct CombinationPlace: Hashable {
    var sentence: Int
    var combination: Int
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
