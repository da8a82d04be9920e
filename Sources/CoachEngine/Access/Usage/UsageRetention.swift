/// How long a ``UsageStore`` keeps its entries, in seconds.
public struct UsageRetention: Sendable, Hashable {
  /// The lifetime of a request that was started and not finished.
  ///
  /// It must be longer than the longest turn, or a request in progress could be answered twice.
  public let running: Double
  /// The lifetime of an answered request, from its start.
  public let answered: Double
  /// The lifetime of a reservation, during which it can be refunded.
  public let reservations: Double

  /// The default: ten minutes for unfinished requests, a day for answered ones, and an hour for reservations.
  public static let standard = UsageRetention()

  private init() {
    running = 600
    answered = 86_400
    reservations = 3600
  }

  /// Creates a retention. Values that are not given are those of ``standard``.
  ///
  /// Throws ``AccessError`` with `invalid_policy` unless all values are finite and positive and reservations are
  /// kept for at least an hour.
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
