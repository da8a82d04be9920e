public import CoachModel
import LanguageModels
package import SourceFiles

extension TurnFailure.Code {
  /// Creates the code for a failed call. `keepsText` says whether part of the reply was already shown.
  init(_ error: ModelError, keepsText: Bool) {
    switch error.code {
    case .contentFilter: self = .declined
    case .contextOverflow: self = .tooLong
    case .timeout where error.phase != .connect && !keepsText: self = .slow
    case .cancelled: self = .cancelled
    case .emptyReply: self = .empty
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
