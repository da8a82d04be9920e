/// How long a ``UsageStore`` remembers, in seconds.
public struct UsageRetention: Sendable, Hashable {
  /// A request that was begun and not finished. Longer than the longest turn, or a request that is still
  /// being answered could be answered twice.
  public let running: Double
  /// A request that was answered.
  public let answered: Double
  /// A reservation, for its refund.
  public let reservations: Double

  /// Ten minutes, a day, and an hour.
  public static let standard = UsageRetention()

  private init() {
    running = 600
    answered = 86_400
    reservations = 3600
  }

  /// Creates a retention; what is not named is as in ``standard``. Throws ``AccessError`` with
  /// `invalid_policy` unless all are finite and more than 0, and reservations are kept for an hour.
  public init(
    running: Double = standard.running, answered: Double = standard.answered,
    reservations: Double = standard.reservations
  ) throws(AccessError) {
    guard [running, answered].allSatisfy({ $0.isFinite && $0 > 0 }), reservations.isFinite,
      reservations >= Self.standard.reservations
    else {
      throw .invalidPolicy(
        "requests cannot be kept for \(running) and \(answered) seconds and reservations for"
          + " \(reservations)",
        advice: "give more than 0 seconds, and reservations at least an hour")
    }
    self.running = running
    self.answered = answered
    self.reservations = reservations
  }
}
