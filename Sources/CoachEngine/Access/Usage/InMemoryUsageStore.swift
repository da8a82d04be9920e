public import SourceFiles
import Synchronization

/// Counts in the memory of one process, which are gone when it ends.
///
/// A class with a lock and not an actor: each call is a few lookups that never wait, so the lock is held
/// for less time than changing to an actor and back would take, and the order of calls is that of their
/// callers. What is kept is bounded by what happens within the rate windows and the retention, but for one
/// number a person and allowance, which has to last.
public final class InMemoryUsageStore: UsageStore {
  fileprivate struct State {
    var people: [String: PersonUsage] = [:]
    var requests: RequestLog
    /// The length of the longest rate window that was ever asked about.
    var horizon = 0.0
    /// After how many more reservations all people are looked through.
    var untilSweep = InMemoryUsageStore.sweepInterval
  }

  /// Between two looks through all people there are at least so many reservations.
  static let sweepInterval = 1024

  private let retention: UsageRetention
  private let state: Mutex<State>

  /// Creates an empty store that remembers at most `requestCapacity` requests, but for those that are
  /// running.
  public init(retention: UsageRetention = .standard, requestCapacity: Int = 100_000) {
    self.retention = retention
    state = Mutex(State(requests: RequestLog(retention, capacity: requestCapacity)))
  }

  /// Counts a message, or says why not.
  public func reserve(_ reservation: UsageReservation) -> UsageVerdict {
    state.withLock { state in
      let longest = reservation.windows.reduce(0) { max($0, $1.seconds) }
      state.horizon = max(state.horizon, longest)
      state.sweepIfDue(at: reservation.at, retention)
      return state.people[reservation.person, default: PersonUsage()]
        .reserve(reservation, horizon: state.horizon)
    }
  }

  /// Gives a message back, once.
  public func refund(_ reservation: UsageReservation) {
    state.withLock { $0.people[reservation.person]?.refund(reservation.id) }
  }

  /// How many messages of an allowance are used.
  public func usage(of person: String, in key: String) -> Int {
    state.withLock { $0.people[person]?.usage(in: key) ?? 0 }
  }

  /// Asks whether a request is new, and if so takes it as begun.
  public func begin(
    _ requestID: String, of person: String, digest: ContentDigest, at unixTime: Double
  ) -> SeenRequest {
    state.withLock { $0.requests.begin(requestID, of: person, digest: digest, at: unixTime) }
  }

  /// Notes an answer, or that there is none.
  public func finish(_ requestID: String, of person: String, messageID: String?) {
    state.withLock { $0.requests.finish(requestID, of: person, messageID: messageID) }
  }

  /// How much is kept: people, reservations, request ids.
  var size: (people: Int, reservations: Int, requests: Int) {
    state.withLock { state in
      let reservations = state.people.values.reduce(0) { $0 + $1.reservationCount }
      return (state.people.count, reservations, state.requests.count)
    }
  }
}

extension InMemoryUsageStore.State {
  /// Lets go of what is too old, so seldom that it costs little for each reservation.
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
