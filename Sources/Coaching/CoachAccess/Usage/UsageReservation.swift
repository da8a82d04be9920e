public import CoachModel
/// A request to count a message before any model is called.
public struct UsageReservation: Sendable, Hashable {
  /// The id of the attempt, unique for the person.
  ///
  /// A reservation that is repeated counts once. After a refund, the same id is a new attempt.
  public let id: String
  /// The id of the person who writes.
  public let person: String
  /// What the counts are for. Each purpose has rate windows of its own.
  public let purpose: UsagePurpose
  /// The time in seconds since 1970; a time that is not finite is stored as 0.
  public let at: Double
  /// The rate limits that apply.
  public let windows: [RateWindow]
  /// The allowance that the message counts towards; `nil` if it is free.
  public let allowance: Allowance?

  /// Creates a reservation. `unixTime` is in seconds since 1970.
  public init(
    id: String, person: String, purpose: UsagePurpose = .message, at unixTime: Double,
    windows: [RateWindow], allowance: Allowance?
  ) {
    self.id = id
    self.person = person
    self.purpose = purpose
    at = unixTime.isFinite ? unixTime : 0
    self.windows = windows
    self.allowance = allowance
  }

  /// Creates the reservation for a decision; `nil` if the decision blocks the person.
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

/// What a reservation is counted for.
///
/// A store keeps the rates of the purposes apart: calls for a person in a crisis must not use up the messages that the
/// person may write, and the other way round. A purpose that this version does not know is kept as it is, so that
/// programs of two versions can share a store.
public struct UsagePurpose: RawRepresentable, Sendable, Hashable {
  /// The word under which a ledger keeps the counts, such as `message`.
  public let rawValue: String

  /// Creates a purpose of your own.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A message of the person.
  public static let message = UsagePurpose(rawValue: "message")
  /// An opening by the coach. The person wrote nothing, so it does not use up what they may write.
  public static let opening = UsagePurpose(rawValue: "opening")
  /// A model's reply to a message that signals a crisis.
  public static let crisis = UsagePurpose(rawValue: "crisis")
  /// A model's second opinion on a message.
  public static let secondOpinion = UsagePurpose(rawValue: "second_opinion")
}

/// The result of a reservation.
public enum UsageVerdict: Sendable, Hashable {
  /// The message was counted. `used` is the number of messages used in the allowance, including this one; `nil` if
  /// the message is free.
  case counted(used: Int?)
  /// The message is refused, and nothing was counted.
  case refused(AccessRefusal)
}
