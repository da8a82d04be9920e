public import SourceFiles
import Synchronization

/// A usage store in the memory of one process; its contents are lost when the process ends.
///
/// A class with a lock rather than an actor: each call is a few lookups that never suspend, so holding the lock
/// takes less time than switching to an actor and back, and calls are ordered as their callers make them. Memory is
/// bounded by what happens within the rate windows and the retention, except for one number per person and
/// allowance, which must persist.
public final class InMemoryUsageStore: UsageStore {
  /// A person's counts for one purpose. The two are separate values, so that no id can name another's counts.
  fileprivate struct Counter: Hashable {
    var person: String
    var purpose: UsagePurpose

    init(_ person: String, _ purpose: UsagePurpose = .message) {
      self.person = person
      self.purpose = purpose
    }

    init(_ reservation: UsageReservation) {
      self.init(reservation.person, reservation.purpose)
    }
  }

  fileprivate struct State {
    var people: [Counter: PersonUsage] = [:]
    var requests: RequestLog
    /// The length of the longest rate window used so far.
    var horizon = 0.0
    /// The number of further reservations until the next sweep over all people.
    var untilSweep = InMemoryUsageStore.sweepInterval
  }

  /// The minimum number of reservations between two sweeps over all people.
  static let sweepInterval = 1024

  private let retention: UsageRetention
  private let state: Mutex<State>

  /// Creates an empty store that keeps at most `requestCapacity` requests, not counting those in progress.
  public init(retention: UsageRetention = .standard, requestCapacity: Int = 100_000) {
    self.retention = retention
    state = Mutex(State(requests: RequestLog(retention, capacity: requestCapacity)))
  }

  /// Counts a message or returns why it is refused.
  public func reserve(_ reservation: UsageReservation) -> UsageVerdict {
    state.withLock { state in
      let longest = reservation.windows.reduce(0) { max($0, $1.seconds) }
      state.horizon = max(state.horizon, longest)
      state.sweepIfDue(at: reservation.at, retention)
      return state.people[Counter(reservation), default: PersonUsage()]
        .reserve(reservation, horizon: state.horizon)
    }
  }

  /// Refunds a message. A second refund has no effect.
  public func refund(_ reservation: UsageReservation) {
    state.withLock { $0.people[Counter(reservation)]?.refund(reservation.id) }
  }

  /// Returns the number of messages used in an allowance.
  public func usage(of person: String, in key: String) -> Int {
    state.withLock { $0.people[Counter(person)]?.usage(in: key) ?? 0 }
  }

  /// Returns the state of a request and records it as started if it is new.
  public func begin(
    _ requestID: String, of person: String, digest: ContentDigest, at unixTime: Double
  ) -> SeenRequest {
    state.withLock { $0.requests.begin(requestID, of: person, digest: digest, at: unixTime) }
  }

  /// Records the message that answers a request, or with `nil` that there is no answer.
  public func finish(_ requestID: String, of person: String, messageID: String?) {
    state.withLock { $0.requests.finish(requestID, of: person, messageID: messageID) }
  }

  /// The number of entries of each kind.
  var size: (people: Int, reservations: Int, requests: Int) {
    state.withLock { state in
      let reservations = state.people.values.reduce(0) { $0 + $1.reservationCount }
      return (state.people.count, reservations, state.requests.count)
    }
  }
}

extension InMemoryUsageStore.State {
  /// Removes old entries, rarely enough that the amortised cost for each reservation is small.
  fileprivate mutating func sweepIfDue(at now: Double, _ retention: UsageRetention) {
    untilSweep -= 1
    guard untilSweep <= 0 else { return }
    let horizon = horizon
    people = people.compactMapValues { usage in
      var usage = usage
      usage.sweep(at: now, horizon: horizon, retention)
      return usage.isEmpty ? nil : usage
    }
    untilSweep = max(InMemoryUsageStore.sweepInterval, people.count)
  }
}
