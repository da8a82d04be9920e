import LanguageModels
import Synchronization

/// Runs tasks on one thread and lets time pass only when all of them wait: an hour takes a moment, and the
/// same seed gives the same order of everything.
final class SimulatedTime: TaskExecutor {
  private struct Sleeper {
    var wake: ContinuousClock.Instant
    var number: Int
    var continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var jobs: [UnownedJob] = []
    var taken = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var count = 0
    var now: ContinuousClock.Instant
  }

  let begun = ContinuousClock.now
  private let state: Mutex<State>

  init() {
    state = Mutex(State(now: begun))
  }

  var now: ContinuousClock.Instant { state.withLock { $0.now } }

  /// The time since the beginning.
  var elapsed: Duration { begun.duration(to: now) }

  /// The clock for calls. It begins on 21 November 2026.
  var clock: CallClock {
    CallClock(
      now: { self.now }, unixTime: { 1_795_219_200 + self.elapsed.inSeconds },
      sleep: { try await self.sleep($0) })
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
  }

  func sleep(_ duration: Duration) async throws {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    let isWhole = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = state.withLock { state in
          if state.cancelled.remove(number) != nil { return true }
          state.sleepers.append(
            Sleeper(wake: state.now + duration, number: number, continuation: continuation))
          return false
        }
        if isCancelled { continuation.resume(returning: false) }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let place = state.sleepers.firstIndex(where: { $0.number == number }) else {
          state.cancelled.insert(number)
          return nil
        }
        return state.sleepers.remove(at: place)
      }
      sleeper?.continuation.resume(returning: false)
    }
    guard isWhole else { throw CancellationError() }
  }

  /// Runs a task, and all that it starts, until nothing is left to do.
  func run(_ body: @escaping @Sendable () async -> Void) {
    Task(executorPreference: self) { await body() }
    while true {
      if let job = nextJob() {
        job.runSynchronously(on: asUnownedTaskExecutor())
      } else if let sleeper = nextSleeper() {
        sleeper.resume(returning: true)
      } else {
        return
      }
    }
  }

  private func nextJob() -> UnownedJob? {
    state.withLock { state in
      guard state.taken < state.jobs.count else {
        state.jobs.removeAll(keepingCapacity: true)
        state.taken = 0
        return nil
      }
      defer { state.taken += 1 }
      return state.jobs[state.taken]
    }
  }

  /// The one that wakes first; among equals the one that lay down first.
  private func nextSleeper() -> CheckedContinuation<Bool, Never>? {
    state.withLock { state in
      let next = state.sleepers.indices.min { left, right in
        let (first, second) = (state.sleepers[left], state.sleepers[right])
        return (first.wake, first.number) < (second.wake, second.number)
      }
      guard let next else { return nil }
      let sleeper = state.sleepers.remove(at: next)
      state.now = max(state.now, sleeper.wake)
      return sleeper.continuation
    }
  }
}

/// A generator that every schedule gets its luck from (SplitMix64).
struct Luck: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// True with this probability.
  mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }
}
