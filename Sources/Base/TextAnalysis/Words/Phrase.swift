/// Words to look for in a text.
///
/// A word may be written `diagnos*` (beginning) or `*ing` (end). A leading `^` requires that the phrase begins a
/// clause, so that "try to rest" is found and "when you try to" is not.
package struct Phrase: CustomStringConvertible {
  private enum Word {
    case whole(String)
    case beginning(String)
    case ending(String)

    func matches(_ token: String) -> Bool {
      switch self {
      case .whole(let word): token == word
      case .beginning(let word): token.hasPrefix(word)
      // "anything" and similar words end like a verb but are not verbs.
      case .ending(let word): token.hasSuffix(word) && !token.hasSuffix("thing")
      }
    }
  }

  /// Words after which a new clause can begin without punctuation.
  package static let openers: Set<String> = [
    WordTokens.mark, "and", "or", "then", "so", "please", "maybe", "perhaps", "just", "first",
    "simply", "also", "could",
  ]

  private let words: [Word]
  private let beginsClause: Bool
  /// The phrase as written.
  package let description: String

  package init(_ text: String) {
    description = text
    beginsClause = text.hasPrefix("^")
    words = text.drop { $0 == "^" || $0 == " " }.split(separator: " ").map { word in
      if word.hasSuffix("*") { return .beginning(String(word.dropLast())) }
      if word.hasPrefix("*") { return .ending(String(word.dropFirst())) }
      return .whole(String(word))
    }
  }

  /// Returns the words of the first match in a text, or `nil` if there is none.
  package func firstMatch(in text: WordTokens) -> String? {
    firstRange(in: text).map { text.tokens[$0].joined(separator: " ") }
  }

  /// Returns which tokens of a text match first, or `nil` if none do.
  package func firstRange(in text: WordTokens) -> Range<Int>? {
    let last = text.tokens.count - words.count
    guard let first = words.first, last >= 0 else { return nil }
    let start =
      if case .whole(let word) = first {
        text.positions(of: word).first { $0 <= last && matches(text.tokens, at: $0) }
      } else {
        (0...last).first { matches(text.tokens, at: $0) }
      }
    return start.map { $0..<($0 + words.count) }
  }

  private func matches(_ tokens: [String], at start: Int) -> Bool {
    for (offset, word) in words.enumerated() where !word.matches(tokens[start + offset]) {
      return false
    }
    return !beginsClause || start == 0 || Self.openers.contains(tokens[start - 1])
  }
}

extension [Phrase] {
  /// Returns the words of the first match, trying the phrases in order, or `nil` if none matches.
  package func firstMatch(in text: WordTokens) -> String? {
    for phrase in self {
      if let match = phrase.firstMatch(in: text) { return match }
    }
    return nil
  }
}
