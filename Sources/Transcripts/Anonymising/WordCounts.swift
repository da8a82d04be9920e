import CoachModel

/// How often each word is in some chats, and how often in small letters.
struct WordCounts {
  private var counts: [String: (all: Int, small: Int)] = [:]

  init(_ messages: [Message]) {
    for message in messages {
      for token in TextTokens(message.text).tokens where token.kind == .word {
        let isSmall = token.text.first?.isLowercase ?? false
        counts[token.plain, default: (0, 0)].all += 1
        counts[token.plain, default: (0, 0)].small += isSmall ? 1 : 0
      }
    }
  }

  /// Whether a word, given in small letters, is there.
  func contains(_ word: String) -> Bool { counts[word] != nil }

  /// Whether a word is there at least three times in small letters, and more often than not.
  func isMostlySmall(_ word: String) -> Bool {
    guard let count = counts[word] else { return false }
    return count.small >= 3 && count.small * 2 > count.all
  }
}
