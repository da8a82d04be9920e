@testable import CoachSafety
import SafetyRules
import SourceFiles
import TestKit

/// A screen for mentions of fruit: it tests how mentions are weighed, not what they say.
enum FruitLexicon {
  static let vocabulary = FruitVocabulary.text

  static let groups = """
    groups:
      fruit: [apples, green pears]

    """

  /// A wish for fruit, which suffices alone.
  static let wish = """
    concept: wish
    about: Fruit.
    category: suicidal_thoughts
    severity: high
    strength: 1
    phrases:
      en:
        - want <fruit>
        - {phrase: want plums, strength: 0.5, severity: imminent}
        - never without plums

    """

  /// Talk of fruit, which has little weight.
  static let talk = """
    concept: talk
    about: Fruit again.
    category: self_harm
    severity: moderate
    strength: 0.4
    immune_to: [humour, past]
    phrases: {en: [about <fruit>], es: [de peras]}

    """

  /// A concept about another person's fruit.
  static let theirs = """
    concept: theirs
    about: Somebody else's fruit.
    category: abuse
    severity: high
    strength: 1
    subject: other
    phrases: {en: [hides <fruit>]}

    """

  static func cue(
    _ name: String, effect: String? = nil, direction: String = "before", reach: String = "2",
    factor: String = "0.5", hears phrases: String, more: String = ""
  ) -> String {
    """
    cue: \(name)
    about: A cue.
    effect: \(effect ?? name)
    direction: \(direction)
    reach: \(reach)
    factor: \(factor)
    phrases: {en: [\(phrases)]}
    \(more)

    """
  }

  static func files(
    concepts: [String: String] = ["wish": wish, "talk": talk, "theirs": theirs],
    cues: [String] = [], groups: String = groups, vocabulary: String = vocabulary
  ) -> ScreeningFiles {
    ScreeningFiles(
      vocabulary: SourceFile(path: "vocabulary.yaml", text: vocabulary),
      groups: SourceFile(path: "groups.yaml", text: groups),
      concepts: concepts.sorted { $0.key < $1.key }.map {
        SourceFile(path: "Concepts/\($0).yaml", text: $1)
      },
      cues: cues.enumerated().map { SourceFile(path: "Cues/\($0).yaml", text: $1) })
  }

  static func read(_ cues: String...) throws -> ScreeningLexicon {
    try ScreeningLexicon(files(cues: cues))
  }
}

extension ScreeningLexicon {
  /// The mentions of a text in order, in words: `wish 0.5 writer past`.
  func described(_ text: String) -> [String] {
    mentions(in: text).sorted { $0.range.lowerBound < $1.range.lowerBound }.map { mention in
      ([
        concepts[mention.concept].id, "\(mention.strength)", mention.subject.rawValue,
      ] + mention.cues.map(\.rawValue)).joined(separator: " ")
    }
  }
}
