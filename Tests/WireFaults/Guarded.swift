import Foundation

/// A value that one thread at a time may touch, behind a lock that the thread sanitizer can see.
package final class Guarded<Value>: Sendable where Value: Sendable {
  private let lock = NSLock()
  // Touched only while the lock is held.
  nonisolated(unsafe) private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
