/// A key or token: usable, but never shown.
public struct Secret: Sendable, Hashable {
  /// The text, for the header it goes into and nothing else.
  package let value: String

  /// Wraps a secret; nil when it is empty.
  public init?(_ value: String) {
    guard !value.isEmpty else { return nil }
    self.value = value
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Never the secret.
  public var description: String { "•••" }
  /// Never the secret.
  public var debugDescription: String { description }
  /// Nothing: dumping a secret shows nothing either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
