import LanguageModels
import Synchronization

/// Tells a model that is out of reach from one that fails now and then.
///
/// Failures that pass say nothing of the candidate. While nobody knows whether a model will answer again, samples
/// in which it failed are held back: if it does, they are kept with their failures; if it does not, they are
/// left out, and the run asks for them again when it goes on.
final class ConsecutiveFailures: Sendable {
  /// After so many failures in a row, over all workers, a model counts as out of reach.
  static let maximumInARow = 8

  /// A failure, and in which row of failures it was.
  struct Failure: Sendable {
    var model: ModelIdentity
    var row: Int
  }

  private struct Row {
    var number = 0
    var failures = 0
  }

  private struct State {
    var rows: [ModelIdentity: Row] = [:]
    var held: [(sample: EvalSample, failures: [Failure])] = []
  }

  private let state = Mutex(State())

  /// Ends a model's row of failures.
  func succeeded(_ model: ModelIdentity) {
    state.withLock { state in
      guard let row = state.rows[model], row.failures > 0 else { return }
      state.rows[model] = Row(number: row.number + 1)
    }
  }

  /// Notes a failure that passes; nil when the model counts as out of reach.
  func failed(_ model: ModelIdentity) -> Failure? {
    state.withLock { state in
      state.rows[model, default: Row()].failures += 1
      guard let row = state.rows[model], row.failures < Self.maximumInARow else { return nil }
      return Failure(model: model, row: row.number)
    }
  }

  /// Takes a finished sample with the failures in it, and gives all that can be kept by now.
  func settle(_ sample: EvalSample, _ failures: [Failure]) -> [EvalSample] {
    state.withLock { state in
      state.held.append((sample, failures))
      let rows = state.rows
      let open = state.held.map { held in
        held.failures.contains { rows[$0.model]?.number == $0.row }
      }
      let settled = zip(state.held, open).filter { !$0.1 }.map(\.0.sample)
      state.held = zip(state.held, open).filter(\.1).map(\.0)
      return settled
    }
  }

  /// The samples that are still held back.
  func takeRest() -> [EvalSample] {
    state.withLock { state in
      defer { state.held = [] }
      return state.held.map(\.sample)
    }
  }
}

extension ModelError.Code {
  /// Whether it says nothing of the request, and a later call may be answered.
  var isPassing: Bool { self == .overloaded || self == .rateLimit || self == .timeout }
}

extension EvalSample {
  /// Whether something is missing in it for a reason that may be gone by now.
  var mayBeRetried: Bool {
    turns.contains { turn in
      turn.errorCode.map { $0.isPassing || $0 == .truncated } ?? false
    } || personFaults.contains { $0.kind == .modelFailed }
  }
}
