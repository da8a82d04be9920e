import Synchronization

/// A flag that is raised once and read by other tasks.
package final class AtomicFlag: Sendable {
  private let value = Atomic(false)

  /// Creates a flag that is not raised.
  package init() {}

  package var isRaised: Bool { value.load(ordering: .acquiring) }

  /// Raises the flag; returns whether it was not raised before.
  @discardableResult
  package func raise() -> Bool { !value.exchange(true, ordering: .acquiringAndReleasing) }
}
