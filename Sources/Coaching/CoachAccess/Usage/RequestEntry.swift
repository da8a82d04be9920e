/// A request in a ledger.
struct RequestEntry: Sendable, Hashable {
  /// What a request is at a time.
  enum State {
    case running
    case answered(messageID: String)
    /// It was never finished, and its lease has run out or its attempt has released it.
    case dead
  }

  /// The caller's id of the request.
  var id: String
  /// The digest of its contents, in hexadecimal.
  var digest: String
  /// The attempt that answers it or has answered it.
  var attempt: String
  /// The time of its start, in seconds since 1970.
  var startedAt: Double
  /// The time of the answer, or of the last sign of life before it, in seconds since 1970.
  var renewedAt: Double
  /// The number of seconds after ``renewedAt`` at which the attempt counts as dead.
  var lease: Double
  /// Whether the attempt ended without an answer that was seen to its end, and its message stays counted.
  var isReleased = false
  /// The message that answers it; `nil` while it is running.
  var messageID: String?

  /// Returns whether the request is being answered by an attempt.
  func isRunning(_ attempt: String) -> Bool {
    messageID == nil && !isReleased && self.attempt == attempt
  }

  func state(at now: Double) -> State {
    if let messageID { return .answered(messageID: messageID) }
    return !isReleased && now < renewedAt + lease ? .running : .dead
  }

  /// Whether its attempt never ended it and has not renewed its lease: its program has died.
  func hasDied(at now: Double) -> Bool {
    messageID == nil && !isReleased && now >= renewedAt + lease
  }

  /// Whether nobody will finish or repeat the request.
  func isAbandoned(at now: Double) -> Bool {
    messageID == nil && !isReleased && now >= renewedAt + lease + UsageLedger.abandonedTime
  }

  /// Whether the end need not be remembered any longer.
  func isExpired(at now: Double) -> Bool {
    (messageID != nil || isReleased) && now >= startedAt + UsageLedger.answerTime
  }

  mutating func advance(to now: Double) {
    startedAt = min(startedAt, now)
    renewedAt = min(renewedAt, now)
  }
}

/// The state of a request id in a ``UsageLedger``.
public enum RequestState: Sendable, Hashable {
  /// The id was unknown until now, or its last attempt has died. Only one caller gets this result, and it answers the
  /// request.
  case new
  /// The request is being answered.
  case running
  /// The request was answered with the message of this id.
  case answered(messageID: String)
  /// The id was used before with different contents, which is an error of the sender.
  case differs
}
