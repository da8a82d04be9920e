import SourceFiles
import Testing
import TestKit
@testable import TextAnalysis

@Suite("The index finds the same phrases as a search at every position")
struct PhraseIndexPropertyTests {
  /// The position of a match.
  private struct Place: Hashable {
    var pattern: Int
    var first: Int
    var last: Int
  }

  /// Texts and patterns with few words, so that they match often; `f` and `g` are fillers.
  private struct Maker {
    var generator: SplitMix

    mutating func word() -> String { ["a", "b", "c", "d"].randomElement(using: &generator) ?? "a" }

    mutating func words(_ length: ClosedRange<Int>) -> String {
      (0..<Int.random(in: length, using: &generator)).map { _ in word() }.joined(separator: " ")
    }

    mutating func chance(_ share: Double) -> Bool {
      Double.random(in: 0..<1, using: &generator) < share
    }

    /// The first part, the last one, and one next to a gap are always present.
    mutating func pattern() -> String {
      let hasGap = chance(0.4)
      var parts: [String] = []
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        var choices = (0..<Int.random(in: 1...3, using: &generator)).map { _ in words(1...2) }
        if chance(0.2) { choices.append("f") }
        if !hasGap, !parts.isEmpty, chance(0.4) { choices.append("") }
        choices.shuffle(using: &generator)
        parts.append("(\(choices.joined(separator: "|")))")
        if hasGap { parts.append("..\(Int.random(in: 1...3, using: &generator))") }
      }
      if hasGap { parts.append(words(1...2)) }
      // An optional start.
      if !hasGap, chance(0.4) { parts.insert("(\(words(1...1))|)", at: 0) }
      return parts.joined(separator: " ")
    }

    mutating func text() -> String {
      (0..<Int.random(in: 20...40, using: &generator)).map { _ in
        chance(0.25) ? (chance(0.5) ? "f" : "g") : word() + (chance(0.1) ? "." : "")
      }.joined(separator: " ")
    }
  }

  /// A partial match of a phrase: the possible position of its next word, and whether it has started.
  private struct Way: Hashable {
    var next: Int
    var hasStarted = false
  }

  /// All matches of a pattern, by following every partial match at once from every word.
  private func places(
    _ pattern: PhrasePattern, _ number: Int, in tokens: [PhraseToken],
    _ builder: PhraseIndex.Builder
  ) -> Set<Place> {
    var builder = builder
    var places: Set<Place> = []
    for first in tokens.indices {
      let sentence = tokens[..<tokens.endIndex].prefix { $0.sentence <= tokens[first].sentence }
      var ways: Set<Way> = [Way(next: first)]
      for part in pattern.parts {
        switch part {
        case .gap(let length): ways = skipping(length, ways, in: sentence)
        case .choices(let texts):
          var more: Set<Way> = []
          for text in texts {
            var own = ways
            for word in builder.words(of: text) { own = reading(word, own, in: sentence) }
            more.formUnion(own)
          }
          ways = more
        }
      }
      for way in ways where way.hasStarted {
        places.insert(Place(pattern: number, first: first, last: way.next - 1))
      }
    }
    return places
  }

  /// All partial matches after a gap of at most this number of words, without fillers.
  private func skipping(
    _ length: Int, _ ways: Set<Way>, in tokens: ArraySlice<PhraseToken>
  ) -> Set<Way> {
    var more: Set<Way> = []
    for way in ways {
      for next in way.next...tokens.endIndex
      where tokens[way.next..<next].count(where: { !$0.isFiller }) <= length {
        more.insert(Way(next: next, hasStarted: way.hasStarted))
      }
    }
    return more
  }

  /// All partial matches after a word; fillers before it are skipped, except at the start.
  private func reading(
    _ word: Int32, _ ways: Set<Way>, in tokens: ArraySlice<PhraseToken>
  ) -> Set<Way> {
    var more: Set<Way> = []
    for way in ways {
      for index in way.next..<tokens.endIndex where tokens[index].word == word {
        let before = tokens[way.next..<index]
        if way.hasStarted ? before.allSatisfy(\.isFiller) : before.isEmpty {
          more.insert(Way(next: index + 1, hasStarted: true))
        }
      }
    }
    return more
  }

  @Test("random phrases in random texts", arguments: UInt64(1)...30)
  func random(seed: UInt64) throws {
    let vocabulary = try FruitVocabulary.read("fillers: {en: [f, g]}\nspellings: {en: {x: y}}")
    var maker = Maker(generator: SplitMix(seed: seed))
    let patterns = try (0..<20).map { _ in try PhrasePattern(maker.pattern(), groups: [:]) }
    var builder = PhraseIndex.Builder(vocabulary: vocabulary)
    for (number, pattern) in patterns.enumerated() { builder.insert(pattern, payload: number) }
    let index = builder.build()
    for _ in 0..<3 {
      let tokens = builder.vocabulary.tokens(of: maker.text())
      let found = index.phrases(in: tokens).map {
        Place(pattern: $0.payload, first: $0.tokens.lowerBound, last: $0.tokens.upperBound)
      }
      let possible = Set(
        patterns.enumerated().flatMap { places($1, $0, in: tokens, builder) })
      // Of several matches from one word on, the index need not report all.
      #expect(Set(found).isSubset(of: possible))
      #expect(Set(found).count == found.count)
      #expect(
        Set(found.map { [$0.pattern, $0.first] }) == Set(possible.map { [$0.pattern, $0.first] }))
      #expect(!found.isEmpty)
    }
  }
}
