import Synchronization

/// Makes callers wait until it is opened or their task is cancelled.
package final class Gate: Sendable {
  private let isOpen = Mutex(false)

  package init() {}

  package func open() { isOpen.withLock { $0 = true } }

  package func passed() async {
    while !isOpen.withLock({ $0 }), !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(1))
    }
  }
}
