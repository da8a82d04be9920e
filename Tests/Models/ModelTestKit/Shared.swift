import Synchronization

/// A value that several tasks of a test share. (The tasks of a group cannot capture a `Mutex`.)
package final class Shared<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  package init(_ value: Value) { self.value = Mutex(value) }

  package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    value.withLock { body(&$0) }
  }
}

/// A list of events in order, to which any task can append.
package final class Journal<Entry: Sendable>: Sendable {
  private let noted = Mutex<[Entry]>([])

  package init() {}

  package var entries: [Entry] { noted.withLock { $0 } }

  package func note(_ entry: Entry) { noted.withLock { $0.append(entry) } }
}
