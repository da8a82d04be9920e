import SourceFiles

/// The speaker that a word in a file denotes.
package enum Speaker: Sendable, Hashable {
  case coach, person
  /// The instructions to the model.
  case system
  /// A program that the model called.
  case tool
}

/// The words for speakers: those of common formats, and the names that the user adds.
package struct SpeakerWords: Sendable {
  private var words: [String: Speaker]

  package init(coach: [String] = [], person: [String] = []) {
    words = Self.common
    for name in coach { words[Self.plain(name)] = .coach }
    for name in person { words[Self.plain(name)] = .person }
  }

  /// Returns the speaker that a word denotes, or `nil` if the word is unknown.
  package func speaker(_ word: String) -> Speaker? { words[Self.plain(word)] }

  /// Returns a hint about an unknown word.
  func hint(for word: String) -> String {
    let close = misspelt(word).map { "did you mean '\($0)'? otherwise " } ?? ""
    let name = word.shellQuoted
    return close + "say who that is: --coach \(name) or --person-name \(name)"
  }

  /// Returns the common word that was most likely meant: one edit away, and without digits.
  ///
  /// A short word with a capital letter is more likely a name.
  private func misspelt(_ word: String) -> String? {
    let plain = Self.plain(word)
    guard plain.count > 2, plain.allSatisfy({ $0.isLetter || $0 == "_" }),
      plain.count > 5 || plain == word.trimmingWhitespace
    else { return nil }
    return Self.common.keys.sorted().first { $0.count > 3 && Self.isOneSlip(from: $0, to: plain) }
  }

  /// Returns whether one letter was left out, inserted, changed, or swapped with the next.
  private static func isOneSlip(from left: String, to right: String) -> Bool {
    let (left, right) = (Array(left), Array(right))
    let start = zip(left, right).prefix { $0 == $1 }.count
    let (rest, other) = (left[start...], right[start...])
    switch left.count - right.count {
    case 1: return rest.dropFirst().elementsEqual(other)
    case -1: return rest.elementsEqual(other.dropFirst())
    case 0:
      let isSwapped = rest.prefix(2).reversed().elementsEqual(other.prefix(2))
      return rest.dropFirst().elementsEqual(other.dropFirst())
        || isSwapped && rest.dropFirst(2).elementsEqual(other.dropFirst(2))
    default: return false
    }
  }

  static func plain(_ word: String) -> String { word.trimmingWhitespace.lowercased() }

  private static let common: [String: Speaker] = {
    var words: [String: Speaker] = [:]
    for word in ["assistant", "model", "coach", "bot", "chatbot", "ai", "gpt", "chatgpt", "claude"]
    {
      words[word] = .coach
    }
    for word in ["user", "person", "human", "client", "coachee", "customer", "participant"] {
      words[word] = .person
    }
    for word in ["system", "developer"] { words[word] = .system }
    for word in ["tool", "function", "tool_call", "tool_result", "ipython"] { words[word] = .tool }
    return words
  }()
}
