import Documents

/// What a person had forgotten, as digests of ids, so that it does not come back from another copy of the record or with a
/// session that is closed late.
struct ForgottenIDs: Sendable, Hashable {
  var conversations: Set<String> = []
  var messages: Set<String> = []
  /// The sessions whose notes may be about a forgotten message.
  var notes: Set<String> = []
  /// How often the whole history was forgotten.
  var histories = 0
  /// A digest of each time the whole history was forgotten, since two devices may do so at once.
  var clearings: Set<String> = []

  func union(_ other: ForgottenIDs) -> ForgottenIDs {
    ForgottenIDs(
      conversations: conversations.union(other.conversations),
      messages: messages.union(other.messages), notes: notes.union(other.notes),
      histories: max(histories, other.histories), clearings: clearings.union(other.clearings))
  }
}

extension ForgottenIDs {
  static let members = JSONObjectForm<ForgottenIDs>(
    "what was forgotten", .list("conversations", \.conversationsInOrder, .text),
    .list("messages", \.messagesInOrder, .text), .list("notes", \.notesInOrder, .text),
    .optional("histories", \.histories, .integer(), default: 0),
    .list("clearings", \.clearingsInOrder, .text)
  ) {
    ForgottenIDs(
      conversations: Set($0.conversationsInOrder), messages: Set($0.messagesInOrder),
      notes: Set($0.notesInOrder), histories: $0.histories,
      clearings: Set($0.clearingsInOrder))
  }

  private var conversationsInOrder: [String] { conversations.sorted() }
  private var messagesInOrder: [String] { messages.sorted() }
  private var notesInOrder: [String] { notes.sorted() }
  private var clearingsInOrder: [String] { clearings.sorted() }
}
