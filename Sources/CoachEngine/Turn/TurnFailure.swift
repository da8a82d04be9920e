import LanguageModels

/// Why the coach's message is not there, or not whole, in words for the person.
public struct TurnFailure: Sendable, Hashable {
  /// The kinds of failure that a person can tell apart. Which fault becomes which is in
  /// `Documentation/turns.md`.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// No provider could be reached, or none could answer.
    case unreachable
    /// Nothing came in time.
    case slow
    /// The reply broke off; what had come is kept.
    case interrupted
    /// The provider or the model declined.
    case declined
    /// The conversation does not fit, even shortened.
    case tooLong = "too_long"
    /// The reply ended without a word.
    case empty
    /// The request itself cannot be answered: a mistake of the program that sent it.
    case invalidRequest = "invalid_request"
    /// A fault on our side.
    case unknown
  }

  /// The kind.
  public var code: Code
  /// What the person reads, in the coach's voice.
  public var text: String
  /// What happened, for operators; never for the person.
  public var detail: String
  /// Whether some of the message had come and stays.
  public var keepsText: Bool
}

extension TurnFailure.Code {
  /// What a failed call is to the person. `keepsText` says whether they have read some of the reply.
  init(_ error: ModelError, keepsText: Bool) {
    switch error.code {
    case .contentFilter: self = .declined
    case .contextOverflow: self = .tooLong
    case .timeout where error.phase != .connect && !keepsText: self = .slow
    case .authentication, .permission, .notFound, .rateLimit, .quota, .overloaded, .timeout,
      .transport, .truncated, .cancelled:
      self = keepsText ? .interrupted : .unreachable
    case .invalidRequest, .decoding, .budget, .notRecorded, .invalidReply:
      self = keepsText ? .interrupted : .unknown
    }
  }

  /// What a reply that came to its end is to the person; nil when it is as it should be.
  /// `saysSo` is whether the model declined in words of its own, which then are the message.
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

  /// The text for it.
  public var copyKey: CopyKey {
    switch self {
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
