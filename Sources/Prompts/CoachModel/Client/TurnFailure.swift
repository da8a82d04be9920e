/// The reason why the coach's message is missing or incomplete, with a text for the person.
public struct TurnFailure: Sendable, Hashable {
  /// The kinds of failure that a person can distinguish. The table in `Documentation/turns.md` maps faults to them.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// No provider could be reached or was able to answer.
    case unreachable
    /// The reply did not arrive in time.
    case slow
    /// The reply broke off; the text received so far is kept.
    case interrupted
    /// The provider or the model declined to answer.
    case declined
    /// The conversation is too long for the model, even when shortened.
    case tooLong = "too_long"
    /// The reply ended without any text.
    case empty
    /// The turn was cancelled: its reader left, the program is shutting down, or another attempt at the same request
    /// took over.
    case cancelled
    /// The request is invalid, which is an error of the calling program.
    case invalidRequest = "invalid_request"
    /// An internal error, or one that only operators can fix.
    case unknown
  }

  /// The kind of failure.
  public var code: Code
  /// The text for the person, in the coach's voice.
  public var text: String
  /// The technical cause, for operators only.
  public var detail: String
  /// Whether part of the message was shown and is kept.
  public var keepsText: Bool

  /// Creates a failure.
  public init(code: Code, text: String, detail: String, keepsText: Bool = false) {
    self.code = code
    self.text = text
    self.detail = detail
    self.keepsText = keepsText
  }
}
