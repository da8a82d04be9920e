public import LanguageModels
import Synchronization

/// Finds out how many calls at once a provider takes, and keeps to it.
///
/// It begins with a few, doubles while all goes well, then grows by one a round. A refusal for too many
/// requests (429) cuts the number by a third, once for all calls that were under way together. A server in
/// trouble (5xx, a broken connection, a timeout) only stops the growth for a while: fewer calls would not
/// mend it, and a retry waits anyway. Share one value among the calls to one provider with one key.
public struct AdaptiveConcurrency: ModelMiddleware {
  private let gate: ConcurrencyGate

  /// Creates a measure that begins at `start` and stays between 1 and `maximum`.
  public init(start: Int = 4, maximum: Int = 100) {
    gate = ConcurrencyGate(ConcurrencyMeasure(start: start, maximum: maximum))
  }

  /// How many calls may be under way at the moment.
  public var limit: Int { gate.measure.withLock { $0.limit } }

  /// Waits for a place, and asks; the place is taken until the reply has ended.
  public func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    try await gate.line.enter(for: call)
    let gate = gate
    let round = gate.measure.withLock { $0.round }
    return try await next.open(call) { end in gate.leave(round, end) }
  }
}

private final class ConcurrencyGate: Sendable {
  let measure: Mutex<ConcurrencyMeasure>
  let line: FIFOSemaphore

  init(_ measure: ConcurrencyMeasure) {
    self.measure = Mutex(measure)
    line = FIFOSemaphore(capacity: measure.limit)
  }

  func leave(_ round: Int, _ end: ModelCallEnd) {
    let isFull = line.load.waiting > 0
    let (before, after) = measure.withLock { measure in
      let before = measure.limit
      measure.ended(end, begunIn: round, isFull: isFull)
      return (before, measure.limit)
    }
    if after != before { line.resize(to: after) }
    line.leave()
  }
}

/// The number of calls that a provider seems to take at once.
struct ConcurrencyMeasure: Sendable {
  private let maximum: Int
  private var exact: Double
  private var isDoubling = true
  /// Successes that must come before it grows again.
  private var stillness = 0
  /// Counts the cuts: a call that began before the last one says nothing new.
  private(set) var round = 0

  init(start: Int, maximum: Int) {
    self.maximum = max(1, maximum)
    exact = Double(min(max(1, start), self.maximum))
  }

  /// The number, whole.
  var limit: Int { Int(exact) }

  /// Takes in how a call ended. `isFull` says whether others were waiting for its place.
  mutating func ended(_ end: ModelCallEnd, begunIn round: Int, isFull: Bool) {
    switch end.outcome {
    case .finished: succeeded(isFull: isFull)
    case .abandoned: break
    case .failed(let error):
      switch error.code {
      case .rateLimit where error.status != nil: if round == self.round { cut() }
      case .overloaded, .timeout, .transport, .truncated: stillness = limit
      default: break
      }
    }
  }

  private mutating func succeeded(isFull: Bool) {
    if stillness > 0 {
      stillness -= 1
      return
    }
    // A number that nobody makes use of has not been tried.
    guard isFull else { return }
    exact = min(Double(maximum), exact + (isDoubling ? 1 : 1 / exact))
  }

  private mutating func cut() {
    round += 1
    isDoubling = false
    exact = max(1, (exact * 2 / 3).rounded(.down))
    stillness = limit
  }
}
