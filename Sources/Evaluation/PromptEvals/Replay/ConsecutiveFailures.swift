import LanguageModels
import Synchronization

/// Distinguishes a model that is out of reach from one that fails occasionally.
///
/// A transient failure says nothing about the candidate. Until it is known whether a model answers again,
/// samples in which it failed are held back: if it does, they are stored with their failures; if it does not,
/// they are dropped, and a resumed run generates them again.
final class ConsecutiveFailures: Sendable {
  /// The number of consecutive failures, over all workers, at which a model counts as out of reach.
  static let maximumInARow = 8

  /// A failure, with the number of the series of failures that it is part of.
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

  /// Ends a model's series of failures.
  func succeeded(_ model: ModelIdentity) {
    state.withLock { state in
      guard let row = state.rows[model], row.failures > 0 else { return }
      state.rows[model] = Row(number: row.number + 1)
    }
  }

  /// Records a transient failure; `nil` if the model now counts as out of reach.
  func failed(_ model: ModelIdentity) -> Failure? {
    state.withLock { state in
      state.rows[model, default: Row()].failures += 1
      guard let row = state.rows[model], row.failures < Self.maximumInARow else { return nil }
      return Failure(model: model, row: row.number)
    }
  }

  /// Adds a finished sample with its failures, and returns all samples that can be stored by now.
  func settle(_ sample: EvalSample, failures: [Failure]) -> [EvalSample] {
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

  /// Removes and returns the samples that are still held back.
  func takeRest() -> [EvalSample] {
    state.withLock { state in
      defer { state.held = [] }
      return state.held.map(\.sample)
    }
  }
}

extension ModelError.Code {
  /// Whether the failure is transient: it says nothing about the request, and a later call may succeed.
  var isPassing: Bool { self == .overloaded || self == .rateLimit || self == .timeout }
}

extension EvalSample {
  /// Whether something is missing in the sample for a reason that may be gone by now.
  var mayBeRetried: Bool {
    turns.contains { turn in
      turn.errorCode.map { $0.isPassing || $0 == .truncated } ?? false
    } || personFaults.contains { $0.kind == .modelFailed }
  }
}
