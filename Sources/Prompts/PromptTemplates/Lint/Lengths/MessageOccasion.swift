/// The messages of a conversation for which an instruction is meant, as far as it names them.
struct MessageOccasion: OptionSet, Hashable {
  let rawValue: Int

  /// The message with which the conversation begins.
  static let first = MessageOccasion(rawValue: 1)
  /// The message with which it ends.
  static let last = MessageOccasion(rawValue: 2)

  /// Returns the messages that a sentence or a heading is about, and those that it leaves out.
  static func named(
    by words: [String]
  ) -> (only: MessageOccasion, without: MessageOccasion) {
    func has(_ phrases: String...) -> Bool {
      let text = " " + words.joined(separator: " ") + " "
      return phrases.contains { text.contains(" \($0) ") }
    }
    if has("between your first and your close", "between the first and the last", "in between") {
      return ([], [.first, .last])
    }
    var without: MessageOccasion = []
    if has(
      "after the opening", "after your opening", "after the first", "after your first",
      "except the first", "except the opening", "but the first")
    {
      without.insert(.first)
    }
    if has("except the last", "except the close", "but the last", "before the close") {
      without.insert(.last)
    }
    guard without.isEmpty else { return ([], without) }
    var only: MessageOccasion = []
    if has("first message", "opening message", "the opening", "speak first") { only.insert(.first) }
    if has("closing message", "your last message", "your close", "when you close")
      || words.starts(with: ["to", "close"])
    {
      only.insert(.last)
    }
    return (only, without)
  }
}
