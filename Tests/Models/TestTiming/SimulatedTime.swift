import Foundation
package import LanguageModels
package import Testing
import TestKit

/// Runs tasks on one thread, with a clock that moves on only when all of them wait.
///
/// A test of an hour's wait ends at once, with the same result on an idle and on a busy machine.
///
/// Work that the world outside ends, such as a read from a socket, goes through ``outside(holdingTime:_:)``.
/// Without such work the same tasks always run in the same order.
///
/// ```swift
/// let time = SimulatedTime()
/// let reply = time.run { await model.reply(to: request, clock: time.clock) }
/// #expect(time.elapsed == .seconds(3))
/// ```
package final class SimulatedTime: TaskExecutor {
  private struct Sleeper {
    var wake: ContinuousClock.Instant
    var number: Int
    var continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var jobs: [UnownedJob] = []
    var taken = 0
    var sleepers: [Sleeper] = []
    var count = 0
    var now: ContinuousClock.Instant
    /// The number of operations that the outside world will end.
    var outside = 0
    /// The number of these during which no time passes.
    var holding = 0
  }

  /// The next action of the thread.
  private enum Step {
    case run(UnownedJob)
    case wake(CheckedContinuation<Bool, Never>)
    case stop
  }

  package let start = ContinuousClock.now
  private let condition = NSCondition()
  // Touched only while the condition is locked.
  nonisolated(unsafe) private var state: State

  package init() {
    state = State(now: start)
  }

  package var now: ContinuousClock.Instant { withLock { $0.now } }

  /// The time since the start.
  package var elapsed: Duration { start.duration(to: now) }

  /// The clock for calls. It starts on 21 November 2026.
  package var clock: CallClock { clock { 1_795_219_200 + self.elapsed.inSeconds } }

  /// The clock for calls with their own dates, in seconds since 1970.
  package func clock(unixTime: @escaping @Sendable () -> Double) -> CallClock {
    CallClock(now: { self.now }, unixTime: unixTime, sleep: { try await self.sleep($0) })
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    withLock { $0.jobs.append(job) }
  }

  /// Waits until this duration has passed. Throws if the task is cancelled.
  package func sleep(_ duration: Duration) async throws {
    try await sleep(until: now + duration)
  }

  /// Waits until this time. Throws if the task is cancelled.
  package func sleep(until wake: ContinuousClock.Instant) async throws {
    let number = withLock { state in
      state.count += 1
      return state.count
    }
    let isWhole = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isCancelled = withLock { state in
          // The handler of a task that was cancelled earlier has already run.
          if Task.isCancelled { return true }
          state.sleepers.append(
            Sleeper(wake: wake, number: number, continuation: continuation))
          return false
        }
        if isCancelled { continuation.resume(returning: false) }
      }
    } onCancel: {
      let sleeper = withLock { state -> Sleeper? in
        let index = state.sleepers.firstIndex { $0.number == number }
        return index.map { state.sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume(returning: false)
    }
    guard isWhole else { throw CancellationError() }
  }

  /// Waits until every other task waits for time to pass, or for something that is not in progress.
  package func untilOthersWait() async {
    // A sleeper wakes only then, and a sleep of length zero does not move the clock.
    try? await sleep(.zero)
  }

  /// Runs work that the world outside ends: a thread, a socket, a process.
  ///
  /// No time passes until it has ended, unless `holdingTime` is false: then none passes from when it is cancelled.
  package func outside<Result>(
    holdingTime: Bool = true, _ work: () async throws -> Result
  ) async rethrows -> Result {
    let hold = Hold(isOn: holdingTime)
    withLock { state in
      state.outside += 1
      if hold.isOn { state.holding += 1 }
    }
    defer {
      withLock { state in
        state.outside -= 1
        if hold.isOn { state.holding -= 1 }
      }
    }
    return try await withTaskCancellationHandler {
      try await work()
    } onCancel: {
      withLock { state in
        if !hold.isOn { state.holding += 1 }
        hold.isOn = true
      }
    }
  }

  private final class Hold: Sendable {
    // Touched only while the condition is locked.
    nonisolated(unsafe) var isOn: Bool

    init(isOn: Bool) {
      self.isOn = isOn
    }
  }

  /// Runs a task, and all that it starts on this executor, until nothing is left to do: whatever sleeps at the end is
  /// woken in turn. Records an issue and returns nil when the task waits for something that nothing will bring about.
  @discardableResult
  package func run<Value: Sendable, Failure: Error>(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable () async throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    let result = Observed<Result<Value, Failure>?>(nil)
    Task(executorPreference: self) {
      let ended: Result<Value, Failure>
      do throws(Failure) {
        ended = .success(try await body())
      } catch {
        ended = .failure(error)
      }
      result.update { $0 = ended }
    }
    while true {
      switch nextStep(isDone: { result.current != nil }) {
      case .run(let job): job.runSynchronously(on: asUnownedTaskExecutor())
      case .wake(let sleeper): sleeper.resume(returning: true)
      case .stop:
        guard let result = result.current else {
          Issue.record(
            "the task waits for something that nothing will bring about",
            sourceLocation: sourceLocation)
          return nil
        }
        return try result.get()
      }
    }
  }

  private func nextStep(isDone: () -> Bool) -> Step {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let job = nextJob() { return .run(job) }
      if state.holding == 0, let sleeper = nextSleeper() { return .wake(sleeper) }
      // Outside work that continues after the body has ended is not awaited.
      guard state.holding > 0 || state.outside > 0 && !isDone() else { return .stop }
      condition.wait()
    }
  }

  private func nextJob() -> UnownedJob? {
    guard state.taken < state.jobs.count else {
      state.jobs.removeAll(keepingCapacity: true)
      state.taken = 0
      return nil
    }
    defer { state.taken += 1 }
    return state.jobs[state.taken]
  }

  /// The next task to wake; among equals the one that slept first.
  private func nextSleeper() -> CheckedContinuation<Bool, Never>? {
    let next = state.sleepers.indices.min { left, right in
      let (first, second) = (state.sleepers[left], state.sleepers[right])
      return (first.wake, first.number) < (second.wake, second.number)
    }
    guard let next else { return nil }
    let sleeper = state.sleepers.remove(at: next)
    state.now = max(state.now, sleeper.wake)
    return sleeper.continuation
  }

  private func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    condition.lock()
    defer {
      condition.signal()
      condition.unlock()
    }
    return body(&state)
  }
}
