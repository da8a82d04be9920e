/// A failure to store or to read results.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, in one sentence.
  public var message: String
  /// How to fix it; `nil` if the message says enough.
  public var hint: String?

  package init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  /// The message, followed by the hint on a line of its own.
  public var description: String { hint.map { "\(message)\n  → \($0)" } ?? message }
}
