import Foundation
package import Testing

/// A value that threads change and tasks wait for.
///
/// A test that sleeps for a fixed time may fail on a busy machine; one that waits for a value does not. A value that does
/// not occur within ``waitingSeconds`` is an error of the test.
package final class Observed<Value: Sendable>: Sendable {
  private struct Waiter {
    var number: Int
    var condition: @Sendable (Value) -> Bool
    var continuation: CheckedContinuation<Bool, Never>
    var deadline: DispatchWorkItem

    func resume(returning isMet: Bool) {
      deadline.cancel()
      continuation.resume(returning: isMet)
    }
  }

  private struct State {
    var value: Value
    var waiters: [Waiter] = []
    var count = 0
  }

  // A lock that the thread sanitizer can see.
  private let lock = NSLock()
  // Touched only while the lock is held.
  nonisolated(unsafe) private var state: State

  package init(_ value: Value) {
    state = State(value: value)
  }

  /// The value at the moment of the call.
  package var current: Value { withLock { $0.value } }

  /// Changes the value, and wakes the tasks whose condition it meets.
  @discardableResult
  package func update<Result>(_ change: (inout Value) -> Result) -> Result {
    let (result, met) = withLock { state in
      let result = change(&state.value)
      let met = state.waiters.filter { $0.condition(state.value) }
      let numbers = Set(met.map(\.number))
      state.waiters.removeAll { numbers.contains($0.number) }
      return (result, met)
    }
    for waiter in met { waiter.resume(returning: true) }
    return result
  }

  /// Waits until the value meets a condition. Throws ``NeverHappened`` if the task is cancelled first, or after
  /// ``waitingSeconds``.
  package func until(_ condition: @escaping @Sendable (Value) -> Bool) async throws(NeverHappened) {
    let number = withLock { state in
      state.count += 1
      return state.count
    }
    let deadline = DispatchWorkItem { [weak self] in self?.giveUp(number) }
    let isMet = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer = withLock { state -> Bool? in
          if condition(state.value) { return true }
          // The handler of a task that was cancelled earlier has already run.
          if Task.isCancelled { return false }
          state.waiters.append(
            Waiter(
              number: number, condition: condition, continuation: continuation, deadline: deadline))
          return nil
        }
        if let answer { return continuation.resume(returning: answer) }
        DispatchQueue.global().asyncAfter(deadline: .now() + waitingSeconds, execute: deadline)
      }
    } onCancel: {
      giveUp(number)
    }
    guard isMet else { throw NeverHappened(lastValue: current) }
  }

  private func giveUp(_ number: Int) {
    let waiter = withLock { state -> Waiter? in
      let index = state.waiters.firstIndex { $0.number == number }
      return index.map { state.waiters.remove(at: $0) }
    }
    waiter?.resume(returning: false)
  }

  private func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&state)
  }
}

/// How long a test waits for an event: far longer than any takes on a busy machine, so that only one that never occurs
/// is missed.
package let waitingSeconds = 180.0

/// The awaited condition was not met before the deadline, or before the test was cancelled.
package struct NeverHappened: Error, CustomStringConvertible {
  /// The last value, described only when it is printed: waits are cancelled often, and values may be large.
  package var lastValue: any Sendable

  package var description: String { "the value that was waited for stayed \(lastValue)" }
}

extension Observed<Int> {
  /// Counts one more, and returns the number so far.
  @discardableResult
  package func increment() -> Int {
    update { count in
      count += 1
      return count
    }
  }
}

/// Waits until the task is cancelled, which is an error.
package func untilCancelled() async throws(NeverHappened) {
  try await Observed(()).until { _ in false }
}

/// Waits for a condition that other tasks or processes establish. Records an issue if it is not met within
/// ``waitingSeconds``.
package func until(
  sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async rethrows {
  let deadline = ContinuousClock.now + .seconds(waitingSeconds)
  while try await !condition(), !Task.isCancelled {
    guard .now < deadline else {
      Issue.record(
        "the condition was not met within \(waitingSeconds) s", sourceLocation: sourceLocation)
      return
    }
    try? await Task.sleep(for: .milliseconds(1))
  }
}
