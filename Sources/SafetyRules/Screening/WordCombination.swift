import Phrases
import SourceFiles
import YAMLDocument

/// Words that have a meaning together, in any order and close to each other.
///
/// A phrase catches the usual way of saying something, a combination the other ways: somebody who speaks of wanting
/// and of being dead within a few words seldom means anything else. A combination is therefore looser than a phrase,
/// and usually weaker.
package struct WordCombination: Sendable {
  /// The concept that it mentions, with its strength and severity.
  package var phrase: ConceptPhrase
  /// The numbers of the words; a match has one word of each set.
  package var sets: [[Int32]]
  /// The maximum number of words, without fillers, from the first to the last of them.
  package var within: Int
  /// Words that rule it out between its own: `not`.
  package var unlessInside: Set<String>
  /// The numbers of words that rule it out anywhere in the sentence.
  package var unlessWith: [Int32]
}

extension ScreeningLexicon {
  /// Reads a file of combinations, which all belong to one concept.
  mutating func readCombinations(
    in file: SourceFile, with reader: PhraseReader, words known: inout CombinationWords.Builder,
    into builder: inout PhraseFinder.Builder
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
      let language = try entry.required("language").string("'language'")
      let unlessWith = try numbers(
        of: entry.optional("unless_with"), what: "'unless_with'", in: language,
        keepingFillers: true, with: reader,
        words: &known, into: &builder)
      var sets: [[Int32]] = []
      let setsNode = try entry.required("sets")
      for set in try setsNode.list("'sets'") {
        sets.append(
          try numbers(
            of: set, what: "a set", in: language, keepingFillers: false, with: reader,
            words: &known, into: &builder))
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

  /// Returns the numbers of listed words, and adds the new ones to the finder.
  private func numbers(
    of node: YAMLNode?, what: String, in language: String, keepingFillers: Bool,
    with reader: PhraseReader, words known: inout CombinationWords.Builder,
    into builder: inout PhraseFinder.Builder
  ) throws(SourceError) -> [Int32] {
    var numbers: Set<Int32> = []
    for item in try node?.list(what) ?? [] {
      let text = try item.string("each item of \(what)")
      let (number, isNew) = known.number(of: text, keepingFillers: keepingFillers)
      numbers.insert(number)
      guard isNew else { continue }
      let rule = PhraseRule(phrase: text, language: language)
      _ = builder.insert(
        rule, try reader.pattern(text, at: item), keepingFillers: keepingFillers)
    }
    return numbers.sorted()
  }
}
