/// The counts of one person. It reads no clock; callers pass the time.
struct PersonUsage {
  /// A counted message that may still be refunded.
  private struct Counted {
    var key: String?
    var used: Int?
    var at: Double
  }

  private var rates = RateLog()
  private var counts: [String: Int] = [:]
  private var reservations: [String: Counted] = [:]

  /// Counts a message or returns why it is refused. `horizon` is the length of the longest window in use.
  mutating func reserve(_ reservation: UsageReservation, horizon: Double) -> UsageVerdict {
    let now = reservation.at
    rates.observe(now, horizon: horizon)
    if let counted = reservations[reservation.id] { return .counted(used: counted.used) }
    var used: Int?
    if let allowance = reservation.allowance {
      let count = usage(in: allowance.key)
      guard count < allowance.limit else { return .refused(allowance.exhaustion) }
      used = count + 1
    }
    if let wait = rates.wait(for: reservation.windows, at: now) {
      return .refused(.rateLimited(retryAfter: wait))
    }
    if horizon > 0 { rates.add(now) }
    if let allowance = reservation.allowance { counts[allowance.key] = used }
    reservations[reservation.id] = Counted(key: reservation.allowance?.key, used: used, at: now)
    return .counted(used: used)
  }

  /// Refunds a message. A second refund of the same id has no effect.
  mutating func refund(_ id: String) {
    guard let key = reservations.removeValue(forKey: id)?.key else { return }
    let count = usage(in: key) - 1
    counts[key] = count > 0 ? count : nil
  }

  /// Returns the number of messages used under a key.
  func usage(in key: String) -> Int { counts[key, default: 0] }

  var reservationCount: Int { reservations.count }

  /// Removes entries that are too old to matter.
  mutating func sweep(at now: Double, horizon: Double, _ retention: UsageRetention) {
    rates.observe(now, horizon: horizon)
    reservations = reservations.compactMapValues { counted in
      var counted = counted
      counted.at = min(counted.at, now)
      return counted.at + retention.reservations > now ? counted : nil
    }
  }

  /// Whether all counts and logs are empty.
  var isEmpty: Bool { rates.times.isEmpty && counts.isEmpty && reservations.isEmpty }
}
