public import LanguageModels
import Synchronization

/// A layer that finds out how many concurrent calls a provider accepts, and stays within that limit.
///
/// It starts with a few calls and doubles the limit in each round while all goes well; after the first
/// rejection it grows by one per round. A rejection for too many requests (429) reduces the limit by a third,
/// once for all calls in progress. Server errors (5xx, a broken connection, a timeout) only stop the growth
/// for a while: fewer calls would not help, and a retry waits anyway. Share one value among the calls to one
/// provider with one key.
public struct AdaptiveConcurrency: ModelMiddleware {
  private let gate: ConcurrencyGate

  /// Creates a layer whose limit starts at `start` and stays between 1 and `maximum`.
  public init(start: Int = 4, maximum: Int = 100) {
    gate = ConcurrencyGate(ConcurrencyMeasure(start: start, maximum: maximum))
  }

  /// The number of calls that may currently be in progress.
  public var limit: Int { gate.measure.withLock { $0.limit } }

  /// Waits for a free slot and opens the reply; the slot is taken until the reply has ended.
  public func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    try await gate.line.enter(for: call)
    let gate = gate
    let round = gate.measure.withLock { $0.round }
    return try await next.open(call) { end in gate.leave(round, end: end) }
  }
}

private final class ConcurrencyGate: Sendable {
  let measure: Mutex<ConcurrencyMeasure>
  let line: FIFOSemaphore

  init(_ measure: ConcurrencyMeasure) {
    self.measure = Mutex(measure)
    line = FIFOSemaphore(capacity: measure.limit)
  }

  func leave(_ round: Int, end: ModelCallEnd) {
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

/// An estimate of the number of concurrent calls that a provider accepts.
struct ConcurrencyMeasure: Sendable {
  private let maximum: Int
  private var exact: Double
  private var isDoubling = true
  /// The number of successes before the limit grows again.
  private var stillness = 0
  /// The number of reductions: a call that started before the last one carries no new information.
  private(set) var round = 0

  init(start: Int, maximum: Int) {
    self.maximum = min(max(1, maximum), 1 << 40)
    exact = Double(min(max(1, start), self.maximum))
  }

  /// The limit as a whole number.
  var limit: Int { Int(exact) }

  /// Records how a call ended. `isFull` says whether other calls were waiting for a slot.
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
    // A limit that is not used up has not been tested.
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
