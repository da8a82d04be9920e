/// A message that asks to be let through, before any model is called.
public struct UsageReservation: Sendable, Hashable {
  /// Names the attempt among the person's own. A reservation that is made again counts once; after it was
  /// refunded, the same id is a new attempt.
  public let id: String
  /// Who writes.
  public let person: String
  /// When, in seconds since 1970; what is no number counts as 0.
  public let at: Double
  /// How fast they may write.
  public let windows: [RateWindow]
  /// What the message counts towards; nil when it is free.
  public let allowance: Allowance?

  /// Creates a reservation.
  public init(
    id: String, person: String, at unixTime: Double, windows: [RateWindow], allowance: Allowance?
  ) {
    self.id = id
    self.person = person
    at = unixTime.isFinite ? unixTime : 0
    self.windows = windows
    self.allowance = allowance
  }

  /// The reservation that a decision asks for; nil when the person is blocked anyway.
  public init?(
    _ decision: AccessDecision, id: String, person: String, at unixTime: Double,
    policy: AccessPolicy = .standard
  ) {
    let allowance: Allowance?
    switch decision {
    case .blocked: return nil
    case .discovery: allowance = nil
    case .coaching(let counted): allowance = counted
    }
    self.init(
      id: id, person: person, at: unixTime, windows: policy.rateWindows, allowance: allowance)
  }
}

/// What became of a reservation.
public enum UsageVerdict: Sendable, Hashable {
  /// The message may go on. `used` is how many of the allowance are used with it; nil when it is free.
  case counted(used: Int?)
  /// It may not, and nothing was counted.
  case refused(AccessRefusal)
}
