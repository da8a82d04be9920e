import Conversations
import SourceFiles

/// Who a word of a file means.
enum Speaker: Sendable, Hashable {
  case coach, person
  /// The instructions to the model.
  case system
  /// A program that the model called.
  case tool
}

/// The words for speakers: those of common formats and the names that the user adds.
struct SpeakerWords: Sendable {
  private var words: [String: Speaker]

  init(coach: [String] = [], person: [String] = []) {
    words = Self.common
    for name in coach { words[Self.plain(name)] = .coach }
    for name in person { words[Self.plain(name)] = .person }
  }

  /// Who is meant; nil when nobody knows.
  func speaker(_ word: String) -> Speaker? { words[Self.plain(word)] }

  /// What to do about an unknown word.
  func hint(for word: String) -> String {
    let close = words.keys.closestMatch(to: word).map { "did you mean '\($0)'? otherwise " } ?? ""
    let name = word.contains(" ") ? "'\(word)'" : word
    return close + "say who that is: --coach \(name) or --person-name \(name)"
  }

  private static func plain(_ word: String) -> String { word.trimmingWhitespace.lowercased() }

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
