import CoachModel
import EvalGraders
public import LanguageModels
import ModelLayers
import Synchronization

/// Stops a run and tracks its progress.
///
/// All workers of a run share one.
public final class RunControl: Sendable {
  /// The error of a call that is not started because the run is stopped.
  static let stoppedCall = ModelError(
    .cancelled, "the run is stopped", advice: "it can go on where it was")

  private struct State {
    var stop: Reason?
    var failure: ModelError?
    var progress: EvalProgress
    var started: ContinuousClock.Instant?
  }

  /// Why no more samples are started.
  public enum Reason: Sendable, Hashable {
    /// The caller stopped the run.
    case interrupted
    /// The budget is used up, with the message of the budget.
    case budget(String)
    /// The gate is decided, with the finding.
    case decided(String)
    /// A model is out of reach, with the message of its last failure.
    case failed(String)
  }

  private let state = Mutex(State(progress: EvalProgress()))
  private let clock: CallClock

  /// Creates a control for one run.
  ///
  /// - Parameter clock: The clock by which the elapsed time is measured.
  public init(clock: CallClock = .system) {
    self.clock = clock
  }

  /// Stops the run: no more calls are started, and those under way are finished and stored.
  ///
  /// The first reason counts.
  public func stop(_ reason: Reason) {
    state.withLock { $0.stop = $0.stop ?? reason }
  }

  /// Why no more samples are started; `nil` while the run continues.
  public var stopReason: Reason? { state.withLock { $0.stop } }

  /// The progress of the run at this moment.
  public var progress: EvalProgress {
    state.withLock { state in
      var progress = state.progress
      if let started = state.started { progress.elapsed = started.duration(to: clock.now()) }
      return progress
    }
  }

  /// The failure that ends the run; `nil` if there is none.
  var failure: ModelError? { state.withLock { $0.failure } }

  /// Stops the run with a failure, unless it is stopped already.
  func fail(_ error: ModelError) {
    state.withLock { state in
      guard state.stop == nil else { return }
      state.failure = error
      state.stop = .failed(error.message)
    }
  }

  /// Whether work failed only because the run is stopped.
  func isStop(_ error: any Error) -> Bool {
    if error is RunStopped { return true }
    guard let error = error as? ModelError, stopReason != nil else { return false }
    return error.code == .cancelled && error.message == Self.stoppedCall.message
  }

  /// Throws ``RunStopped`` if no more calls are to be started.
  func checkpoint() throws {
    if stopReason != nil { throw RunStopped() }
  }

  func begin(total: Int, done: Int) {
    state.withLock { state in
      state.started = clock.now()
      state.progress.total = total
      state.progress.done = done
      state.progress.doneBefore = done
    }
  }

  func count(_ reply: ModelReply) {
    state.withLock { state in
      state.progress.calls += 1
      state.progress.tokens =
        TokenUsage.sum(state.progress.tokens, reply.usage?.total ?? 0) ?? .max
    }
  }

  func finished(_ scores: SampleScores) {
    state.withLock { state in
      state.progress.done += 1
      state.progress.failedTurns += scores.failedTurns
      state.progress.spend(scores.costs)
      state.progress.spend(scores.overhead)
    }
  }

  /// Counts costs that belong to no single sample.
  func spent(_ costs: CallCosts) {
    state.withLock { $0.progress.spend(costs) }
  }
}

/// The progress of a run.
public struct EvalProgress: Sendable, Hashable {
  /// The number of finished samples, including those from before the run was resumed.
  public var done = 0
  /// The number of samples that were finished before the run was resumed.
  public var doneBefore = 0
  /// The number of all samples of the run.
  public var total = 0
  /// The number of calls that were answered.
  public var calls = 0
  /// The number of messages without a complete reply.
  public var failedTurns = 0
  /// The tokens of prompts and replies, as far as providers report them.
  public var tokens = 0
  /// The cost in dollars; `nil` if a price is unknown.
  public var dollars: Double? = 0
  /// The time since the run started or was resumed.
  public var elapsed = Duration.zero

  fileprivate mutating func spend(_ costs: CallCosts) {
    dollars = dollars.flatMap { sum in costs.dollars.map { sum + $0 } }
  }

  /// The number of calls per second; `nil` before the first one.
  public var callsPerSecond: Double? {
    let seconds = elapsed.inSeconds
    return calls > 0 && seconds > 0 ? Double(calls) / seconds : nil
  }

  /// The time that the remaining samples take at this rate; `nil` if it cannot be estimated, or if none remain.
  public var remaining: Duration? {
    let made = done - doneBefore
    guard made > 0, total > done else { return nil }
    return .seconds(elapsed.inSeconds / Double(made) * Double(total - done))
  }
}
