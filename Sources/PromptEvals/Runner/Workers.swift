import Synchronization

/// Has so many workers do the same at once.
///
/// The first failure cancels the others, and is thrown when all of them have ended.
func withWorkers(_ count: Int, _ work: @escaping @Sendable () async throws -> Void) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for _ in 0..<max(1, count) { group.addTask { try await work() } }
    // Waiting for all at once would let the others go on to their own ends first.
    for try await _ in group {}
  }
}

/// A list that several workers take from.
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
