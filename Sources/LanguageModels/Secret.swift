import SourceFiles

/// A key or token: usable, but never shown.
public struct Secret: Sendable, Hashable {
  /// The text, for the header it goes into and nothing else.
  package let value: String

  /// Wraps a secret without the blanks around it; nil when nothing is left, or when there is a
  /// blank or control character inside, which no key has and a header must not carry.
  public init?(_ value: String) {
    let trimmed = value.trimmingWhitespace
    guard !trimmed.isEmpty,
      trimmed.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7f })
    else {
      return nil
    }
    self.value = trimmed
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
