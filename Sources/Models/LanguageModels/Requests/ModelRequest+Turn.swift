import CoachModel

/// System messages are instructions: those before the end of the conversation hold for all of it, those after it for
/// this reply alone. The latter stand last so that everything before them stays the same from reply to reply, and a
/// provider can reuse what it has cached.
extension ModelRequest {
  /// The system messages that hold for the whole conversation, in order.
  package var systemMessages: [ModelMessage] {
    messages[..<endOfConversation].filter { $0.role == .system }
  }

  /// The system messages after the conversation: what the app says about this reply alone.
  package var turnMessages: ArraySlice<ModelMessage> { messages[endOfConversation...] }

  /// The request with the turn's instructions as the last text of the last user message, for providers that keep
  /// instructions apart from the conversation or accept them only at its start.
  package var withTurnInUserMessage: ModelRequest {
    let turn = turnMessages
    guard !turn.isEmpty else { return self }
    var request = self
    request.messages.removeLast(turn.count)
    if request.messages.last?.role != .user {
      request.messages.append(ModelMessage(role: .user, parts: []))
    }
    let last = request.messages.count - 1
    for part in turn.flatMap(\.parts) {
      var part = part
      // Some protocols join the texts of a message.
      if case .text(let text) = part, !request.messages[last].text.isEmpty {
        part = .text("\n\n\(text)")
      }
      request.messages[last].parts.append(part)
    }
    return request
  }

  /// The index after the last message of the conversation. Without a conversation, the first message holds for all of
  /// it, and the others are the turn's.
  private var endOfConversation: Int {
    let last = messages.lastIndex { $0.role != .system } ?? messages.startIndex
    return min(last + 1, messages.count)
  }

  /// The messages without the system messages, with adjacent messages of one role merged: some providers require
  /// alternating roles and all tool results in one message.
  package var conversation: [ModelMessage] {
    messages.filter { $0.role != .system }.reduce(into: []) { turns, message in
      if turns.last?.role == message.role {
        turns[turns.count - 1].parts += message.parts
      } else {
        turns.append(message)
      }
    }
  }
}
