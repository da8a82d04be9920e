import SourceFiles

/// A key or token that can be used but is never printed.
public struct Secret: Sendable, Hashable {
  /// The secret text. Put it into the header or the connection that needs it and nothing else: unlike the secret itself,
  /// it is an ordinary text that can be printed.
  public let value: String

  /// Creates a secret, trimming surrounding whitespace and invisible characters. Nil if nothing is left, or if the value
  /// contains whitespace or a character that cannot be seen, which no key has and a header must not carry.
  public init?(_ value: String) {
    let trimmed = value.trimmingInvisible
    guard !trimmed.isEmpty, !trimmed.unicodeScalars.contains(where: \.isInvisible) else {
      return nil
    }
    self.value = trimmed
  }

  /// Creates a secret that never stands in a header, such as a connection string, in which spaces are allowed. Nil if
  /// nothing but whitespace is given.
  package init?(text: String) {
    let trimmed = text.trimmingWhitespace
    guard !trimmed.isEmpty else { return nil }
    value = trimmed
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A fixed placeholder, never the secret.
  public var description: String { "•••" }
  /// A fixed placeholder, never the secret.
  public var debugDescription: String { description }
  /// An empty mirror, so that `dump` does not reveal the secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
