import Conversations

extension Transcript {
  /// The first words of the person, or of the coach when nobody else speaks: a title for conversations
  /// that have none. Nil when nothing is said.
  ///
  /// At most 60 characters, cut between words where there are any.
  static func title(of messages: [Message]) -> String? {
    let texts = messages.filter { $0.role == .user } + messages.filter { $0.role == .assistant }
    let words = texts.lazy.map { $0.text.split(whereSeparator: \.isWhitespace) }
      .first { !$0.isEmpty }
    guard let words else { return nil }
    var title = ""
    for word in words {
      let longer = title.isEmpty ? String(word) : "\(title) \(word)"
      guard longer.count <= 60 else {
        return (title.isEmpty ? String(word.prefix(60)) : title) + "…"
      }
      title = longer
    }
    return title
  }
}
