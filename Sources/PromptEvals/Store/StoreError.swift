/// Why results cannot be kept or found.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, in one sentence.
  public var message: String
  /// How to mend it; nil where the message says enough.
  public var hint: String?

  package init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  /// The message, and below it the hint.
  public var description: String { hint.map { "\(message)\n  → \($0)" } ?? message }
}
