@testable import CoachEngine
import Testing

/// Every text may be read at night by a person in distress. What the product's documents prescribe is theirs; the plain
/// style has our wording of it, and all texts that are ours anyway.
@Suite("Copy as a person in distress reads it")
struct DistressCopyTests {
  /// What tells people to calm down, sounds like an end, asks them for other words, absolves them, or claims a feeling.
  private static let avoided = [
    "en": [
      "breath", "calm", "relax", "last message", "another way", "other words", "rephrase",
      "no words",
      "that's okay", "sorry", "glad", "happy", "i'd love", "gets you", "journey",
    ],
    "es": [
      "respiro", "calma", "tranquil", "último mensaje", "otra manera", "otras palabras",
      "no me salen", "no pasa nada", "lo siento", "me alegra", "me encant", "feliz", "te entiende",
    ],
    "de": [
      "durchatmen", "beruhig", "entspann", "letzte nachricht", "anders sagen", "keine worte",
      "in ordnung", "tut mir leid", "froh", "freue", "versteht dich",
    ],
  ]

  @Test(
    "nobody is told to calm down, that it was their last message, or what a program felt",
    arguments: WrittenCopy.all.filter { $0.style == .plain })
  func avoided(written: WrittenCopy) throws {
    let text = written.text.lowercased()
    for words in try #require(Self.avoided[written.language]) {
      #expect(!text.contains(words), "\(written.text)")
    }
  }

  @Test(
    "what a provider declined is not asked for again in other words", arguments: CopyStyle.allCases)
  func declined(style: CopyStyle) {
    for language in WrittenCopy.languages {
      let text = style.catalog.text(.failureDeclined, in: language)
      #expect(!text.contains("?"), "\(text)")
    }
  }

  @Test("the doubt of the crisis reply is next to its question", arguments: WrittenCopy.languages)
  func doubt(language: String) throws {
    let doubts = ["en": "misunderstood", "es": "entendido mal", "de": "falsch verstanden"]
    let words = try #require(doubts[language])
    for style in CopyStyle.allCases {
      let paragraphs = style.catalog.text(.crisisReply, in: language).split(separator: "\n\n")
      #expect(paragraphs.last?.contains(words) == true)
      #expect(paragraphs.dropLast().allSatisfy { !$0.contains(words) })
    }
  }
}
