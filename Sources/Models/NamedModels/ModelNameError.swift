/// A model's name, or what belongs to it in the environment, that cannot be used.
public struct ModelNameError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The problem in one sentence, without a full stop.
  public var message: String
  /// How to fix it.
  public var advice: String

  init(_ message: String, advice: String) {
    self.message = message
    self.advice = advice
  }

  /// The message, followed by the advice on the next line.
  public var description: String { "\(message)\n  → \(advice)" }
}
