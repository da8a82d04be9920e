public import CoachModel

/// One message of a conversation with a model.
public struct ModelMessage: Sendable, Hashable {
  /// The author of the message. Tool results have the role `user`.
  public var role: Role
  /// The content of the message, in order.
  public var parts: [ModelPart]

  /// Creates a message from parts.
  public init(role: Role, parts: [ModelPart]) {
    self.role = role
    self.parts = parts
  }

  /// Creates a message with one text part.
  public init(_ message: Message) {
    self.init(role: message.role, parts: [.text(message.text)])
  }

  /// The concatenated text parts; other parts are ignored.
  public var text: String { parts.compactMap(\.text).joined() }

  /// The URLs of the image parts.
  public var images: [String] {
    parts.compactMap { if case .image(let url) = $0 { url } else { nil } }
  }
}
