package import CoachModel
import TextAnalysis

/// Finds where a person said something.
package struct QuoteFinder {
  /// A sentence of the person's, verbatim, in the message with the given position.
  package struct Quote: Hashable {
    package var text: String
    package var position: Int
  }

  private let language: String
  private let sentences: [(quote: Quote, terms: Set<String>)]
  private var reader: SearchTerms

  /// Creates a finder for the person's messages in a conversation.
  init(_ messages: [Message], language: String) {
    self.language = language
    var reader = SearchTerms()
    sentences = messages.enumerated().flatMap { position, message in
      message.role != .user
        ? []
        : Sentences.split(message.text).map { sentence in
          let terms = Set(reader.terms(in: sentence, language: language))
          return (Quote(text: sentence, position: position), terms)
        }
    }
    self.reader = reader
  }

  /// The minimum share of a statement's words that a sentence must contain to support it, and how many at least.
  private static let minimumShare = 0.3
  private static let minimumCount = 2

  /// Returns the sentence that has most words of a statement; `nil` if none has enough of them. Of equal ones, the first.
  mutating func quote(for statement: String) -> Quote? {
    let terms = Set(reader.terms(in: statement, language: language))
    let needed = max(
      min(Self.minimumCount, terms.count),
      Int((Self.minimumShare * Double(terms.count)).rounded(.up)))
    guard needed > 0 else { return nil }
    let best = sentences.enumerated().max { left, right in
      let (first, second) = (
        left.element.terms.intersection(terms).count, right.element.terms.intersection(terms).count
      )
      return first == second ? left.offset > right.offset : first < second
    }
    guard let best, best.element.terms.intersection(terms).count >= needed else { return nil }
    return best.element.quote
  }

  /// Returns where a quotation stands, verbatim up to whitespace, quotation marks and letter case, as the person wrote
  /// it; `nil` if it stands nowhere.
  package static func find(_ quote: String, in messages: [Message]) -> Quote? {
    for (position, message) in messages.enumerated() where message.role == .user {
      guard let range = QuotedPassage.range(of: quote, in: message.text) else { continue }
      return Quote(
        text: String(decoding: Array(message.text.utf8)[range], as: UTF8.self), position: position)
    }
    return nil
  }
}
