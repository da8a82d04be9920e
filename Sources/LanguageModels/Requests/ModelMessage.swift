public import CoachModel

/// One message to a model.
public struct ModelMessage: Sendable, Hashable {
  /// Who says it. The results of tools are said by the user.
  public var role: Role
  /// What is said.
  public var parts: [ModelPart]

  /// Creates a message from parts.
  public init(role: Role, parts: [ModelPart]) {
    self.role = role
    self.parts = parts
  }

  /// Creates a message of text.
  public init(_ message: Message) {
    self.init(role: message.role, parts: [.text(message.text)])
  }

  /// The text of all parts.
  public var text: String { parts.compactMap(\.text).joined() }

  /// The addresses of its images.
  public var images: [String] {
    parts.compactMap { if case .image(let url) = $0 { url } else { nil } }
  }
}
