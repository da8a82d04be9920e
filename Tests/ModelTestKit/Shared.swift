import Synchronization

/// A value that several tasks of a test share. (A `Mutex` of its own cannot be captured by the tasks of a
/// group.)
package final class Shared<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  package init(_ value: Value) { self.value = Mutex(value) }

  package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    value.withLock { body(&$0) }
  }
}
