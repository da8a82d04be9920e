import Synchronization

/// The first of several results; later ones are ignored. It is awaited once.
final class FirstAnswer<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Value?, Never>)
    case given(Value?)
  }

  private let state = Mutex(State.open)

  /// The first result, as soon as there is one.
  var value: Value? {
    get async {
      await withCheckedContinuation { continuation in
        let given: Value?? = state.withLock { state in
          if case .given(let value) = state { return .some(value) }
          state = .awaited(continuation)
          return nil
        }
        if let given { continuation.resume(returning: given) }
      }
    }
  }

  func give(_ value: Value?) {
    let continuation = state.withLock { state -> CheckedContinuation<Value?, Never>? in
      switch state {
      case .given: return nil
      case .open:
        state = .given(value)
        return nil
      case .awaited(let continuation):
        state = .given(value)
        return continuation
      }
    }
    continuation?.resume(returning: value)
  }
}
