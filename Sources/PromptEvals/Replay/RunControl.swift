import CoachModel
import EvalGraders
public import LanguageModels
import ModelMiddleware
import Synchronization

/// What a run's workers share: whether to go on, and how far it has come.
public final class RunControl: Sendable {
  /// What a call that is not to be begun fails with.
  static let stoppedCall = ModelError(
    .cancelled, "the run is stopped", advice: "it can go on where it was")

  private struct State {
    var stop: Reason?
    var failure: ModelError?
    var progress: EvalProgress
    var begun: ContinuousClock.Instant?
  }

  /// Why no more samples are begun.
  public enum Reason: Sendable, Hashable {
    /// Somebody asked for it.
    case interrupted
    /// The budget is used up; what the budget says.
    case budget(String)
    /// The gate is decided.
    case decided(String)
    /// A model is out of reach; what its last failure was.
    case failed(String)
  }

  private let state = Mutex(State(progress: EvalProgress()))
  private let clock: CallClock

  /// Creates a control.
  public init(clock: CallClock = .system) {
    self.clock = clock
  }

  /// Begins no more calls; those under way come to their end and are kept.
  public func stop(_ reason: Reason) {
    state.withLock { $0.stop = $0.stop ?? reason }
  }

  /// Why no more samples are begun; nil while they are.
  public var stopReason: Reason? { state.withLock { $0.stop } }

  /// How far the run has come.
  public var progress: EvalProgress {
    state.withLock { state in
      var progress = state.progress
      if let begun = state.begun { progress.elapsed = begun.duration(to: clock.now()) }
      return progress
    }
  }

  /// The failure that ends the run; nil for none.
  var failure: ModelError? { state.withLock { $0.failure } }

  /// Ends the run with a failure, unless it is stopped already.
  func fail(_ error: ModelError) {
    state.withLock { state in
      guard state.stop == nil else { return }
      state.failure = error
      state.stop = .failed(error.message)
    }
  }

  /// Whether work ended only since the run is stopped.
  func isStop(_ error: any Error) -> Bool {
    if error is RunStopped { return true }
    guard let error = error as? ModelError, stopReason != nil else { return false }
    return error.code == .cancelled && error.message == Self.stoppedCall.message
  }

  /// Throws when no more calls are to be begun.
  func checkpoint() throws {
    if stopReason != nil { throw RunStopped() }
  }

  func begin(total: Int, done: Int) {
    state.withLock { state in
      state.begun = clock.now()
      state.progress.total = total
      state.progress.done = done
      state.progress.doneBefore = done
    }
  }

  func count(_ reply: ModelReply) {
    state.withLock { state in
      state.progress.calls += 1
      state.progress.tokens += (reply.usage?.input ?? 0) + (reply.usage?.output ?? 0)
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

  /// Counts money that was spent on no sample of its own.
  func spent(_ costs: CallCosts) {
    state.withLock { $0.progress.spend(costs) }
  }
}

/// How far a run has come.
public struct EvalProgress: Sendable, Hashable {
  /// Samples that are there.
  public var done = 0
  /// Of those, the ones from before, when a run was resumed.
  public var doneBefore = 0
  /// All samples.
  public var total = 0
  /// Calls that were made.
  public var calls = 0
  /// Replies that did not come whole.
  public var failedTurns = 0
  /// Tokens of prompts and replies, as far as providers count.
  public var tokens = 0
  /// Dollars; nil when a price is not known.
  public var dollars: Double? = 0
  /// The time since the run began, or went on.
  public var elapsed = Duration.zero

  fileprivate mutating func spend(_ costs: CallCosts) {
    dollars = dollars.flatMap { sum in costs.dollars.map { sum + $0 } }
  }

  /// Calls a second; nil before there is one.
  public var callsPerSecond: Double? {
    let seconds = elapsed.inSeconds
    return calls > 0 && seconds > 0 ? Double(calls) / seconds : nil
  }

  /// The time that the rest will take at this rate; nil before it can be told.
  public var remaining: Duration? {
    let made = done - doneBefore
    guard made > 0, total > done else { return nil }
    return .seconds(elapsed.inSeconds / Double(made) * Double(total - done))
  }
}
