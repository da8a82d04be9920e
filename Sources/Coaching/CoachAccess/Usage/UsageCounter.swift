import CoachModel
/// The counts of one person for one purpose.
struct UsageCounter: Sendable, Hashable {
  /// A counted message that may still be refunded.
  struct Counted: Sendable, Hashable {
    var key: String?
    var used: Int?
    var at: Double
  }

  var rates = RateLog()
  var counts: [String: Int] = [:]
  var reservations: [String: Counted] = [:]

  /// Counts a message or returns why it is refused.
  mutating func reserve(_ reservation: UsageReservation) -> UsageVerdict {
    let now = reservation.at
    rates.widen(to: reservation.windows)
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
    rates.add(now)
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

  /// Refunds a message and removes it from the rate windows.
  mutating func withdraw(_ id: String) {
    guard let at = reservations[id]?.at else { return }
    rates.remove(at)
    refund(id)
  }

  /// Returns the number of messages used under a key.
  func usage(in key: String) -> Int { counts[key, default: 0] }

  /// Removes entries that are too old to matter.
  mutating func advance(to now: Double) {
    rates.observe(now)
    for (id, var counted) in reservations {
      counted.at = min(counted.at, now)
      reservations[id] = counted.at + UsageLedger.refundTime > now ? counted : nil
    }
  }

  /// Whether all counts and logs are empty.
  var isEmpty: Bool { rates.times.isEmpty && counts.isEmpty && reservations.isEmpty }
}
