import Synchronization

/// Runs `work` in `count` concurrent tasks, or in one if `count` is less than 1.
///
/// The first failure cancels the other tasks, and is thrown once all of them have ended.
func withWorkers(_ count: Int, work: @escaping @Sendable () async throws -> Void) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for _ in 0..<max(1, count) { group.addTask { try await work() } }
    // Waiting for the group as a whole would not cancel the others at the first failure.
    for try await _ in group {}
  }
}

/// A list from which several workers take elements.
final class SharedList<Element: Sendable>: Sendable {
  private let elements: [Element]
  private let place = Mutex(0)

  init(_ elements: [Element]) {
    self.elements = elements
  }

  func next() -> Element? {
    place.withLock { place in
      guard place < elements.count else { return nil }
      defer { place += 1 }
      return elements[place]
    }
  }
}
