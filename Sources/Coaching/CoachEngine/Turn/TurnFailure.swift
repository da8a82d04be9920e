import LanguageModels
package import SourceFiles

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
}

extension TurnFailure.Code {
  /// Creates the code for a failed call. `keepsText` says whether part of the reply was already shown.
  init(_ error: ModelError, keepsText: Bool) {
    switch error.code {
    case .contentFilter: self = .declined
    case .contextOverflow: self = .tooLong
    case .timeout where error.phase != .connect && !keepsText: self = .slow
    case .cancelled: self = .cancelled
    case .authentication, .permission, .notFound, .rateLimit, .quota, .overloaded, .timeout,
      .transport, .truncated:
      self = keepsText ? .interrupted : .unreachable
    case .invalidRequest, .decoding, .budget, .notRecorded, .invalidReply:
      self = keepsText ? .interrupted : .unknown
    }
  }

  /// Creates the code for a reply that ended without an error; `nil` if the reply is acceptable.
  ///
  /// `saysSo` says whether the model declined in its own words, which are then the message.
  init?(_ finish: FinishReason?, hasText: Bool, saysSo: Bool) {
    switch finish {
    case .contentFilter: self = .declined
    case .refusal where !saysSo: self = .declined
    case .contextFull: self = hasText ? .interrupted : .tooLong
    case .stop, .length, .refusal, .toolCalls, .pause, .other, nil:
      if hasText { return nil }
      self = .empty
    }
  }

  /// Returns the key of the text for the person; `keepsText` says whether part of the message was shown and is kept.
  public func copyKey(keepsText: Bool) -> CopyKey {
    switch self {
    case .cancelled: keepsText ? .failureInterrupted : .failureUnreachable
    case .unreachable: .failureUnreachable
    case .slow: .failureSlow
    case .interrupted: .failureInterrupted
    case .declined: .failureDeclined
    case .tooLong: .failureTooLong
    case .empty: .failureEmpty
    case .invalidRequest, .unknown: .failureUnknown
    }
  }
}

/// The reason why no model was asked.
package struct TurnError: Error {
  package var code: TurnFailure.Code
  package var detail: String
  /// The kind of what is wrong, without anybody's words.
  package var cause: String
  /// The problem of a prompt, a domain or an input with its location; `nil` for a problem of the request.
  package private(set) var source: SourceError?

  init(_ code: TurnFailure.Code, _ detail: String, cause: String = "request") {
    self.code = code
    self.detail = detail
    self.cause = cause
  }

  /// Creates an error from a problem of a prompt, a domain or an input, with its location for operators.
  init(_ problem: SourceError) {
    self.init(
      .unknown, problem.description, cause: problem.diagnostics.first?.code ?? "prompt")
    source = problem
  }
}
