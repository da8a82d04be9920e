import Synchronization

/// A usage store in the memory of one process; its contents are lost when the process ends.
///
/// A class with a lock rather than an actor: each call is a few lookups that never suspend, so holding the lock
/// takes less time than switching to an actor and back, and calls are ordered as their callers make them. Memory is
/// bounded by what happens within the rate windows and a day, except for one number per person and allowance, which
/// must persist.
public final class InMemoryUsageStore: UsageStore {
  private struct State {
    // Swift's own equality of texts treats different bytes as the same person.
    var ledgers: [[UInt8]: UsageLedger] = [:]
    /// The number of further changes until the next sweep over all people.
    var untilSweep = InMemoryUsageStore.sweepInterval
  }

  /// The minimum number of changes between two sweeps over all people.
  static let sweepInterval = 1024

  private let state = Mutex(State())

  /// Creates an empty store.
  public init() {}

  /// Changes the ledger of a person in one atomic step.
  public func updateLedger<Value: Sendable>(
    of person: String, _ change: @escaping @Sendable (inout UsageLedger) throws -> Value
  ) throws -> Value {
    try state.withLock { state in
      let key = Array(person.utf8)
      let before = state.ledgers[key] ?? UsageLedger()
      var ledger = before
      let value = try change(&ledger)
      state.ledgers[key] = ledger.isEmpty ? nil : ledger
      // The ledger of someone who is only looked at has an old time.
      if ledger.updatedAt != before.updatedAt { Self.sweepIfDue(&state, at: ledger.updatedAt) }
      return value
    }
  }

  /// Removes old entries, rarely enough that the amortised cost for each change is small.
  private static func sweepIfDue(_ state: inout State, at now: Double) {
    state.untilSweep -= 1
    guard state.untilSweep <= 0 else { return }
    for (person, var ledger) in state.ledgers {
      ledger.advance(to: now)
      state.ledgers[person] = ledger.isEmpty ? nil : ledger
    }
    state.untilSweep = max(sweepInterval, state.ledgers.count)
  }

  /// The number of entries of each kind.
  var size: (people: Int, reservations: Int, requests: Int) {
    state.withLock { state in
      state.ledgers.values.reduce(into: (0, 0, 0)) { size, ledger in
        size.0 += 1
        size.1 += ledger.counters.values.reduce(0) { $0 + $1.reservations.count }
        size.2 += ledger.requests.count
      }
    }
  }
}
