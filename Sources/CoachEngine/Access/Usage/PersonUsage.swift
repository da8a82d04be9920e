/// One person's counts. Pure, told the time.
struct PersonUsage {
  /// A message that was counted and may yet be given back.
  private struct Counted {
    var key: String?
    var used: Int?
    var at: Double
  }

  private var rates = RateLog()
  private var counts: [String: Int] = [:]
  private var reservations: [String: Counted] = [:]

  /// Counts a message, or says why not. `horizon` is the length of the longest window there is.
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

  /// Gives a message back, once.
  mutating func refund(_ id: String) {
    guard let key = reservations.removeValue(forKey: id)?.key else { return }
    let count = usage(in: key) - 1
    counts[key] = count > 0 ? count : nil
  }

  /// How many messages are used under a key.
  func usage(in key: String) -> Int { counts[key, default: 0] }

  /// How many reservations are kept.
  var reservationCount: Int { reservations.count }

  /// Lets go of what is too old to matter.
  mutating func sweep(at now: Double, horizon: Double, _ retention: UsageRetention) {
    rates.observe(now, horizon: horizon)
    reservations = reservations.compactMapValues { counted in
      var counted = counted
      counted.at = min(counted.at, now)
      return counted.at + retention.reservations > now ? counted : nil
    }
  }

  /// Whether nothing is left to know.
  var isEmpty: Bool { rates.times.isEmpty && counts.isEmpty && reservations.isEmpty }
}
