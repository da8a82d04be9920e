import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Hears of Ctrl-C, and of being asked to end, instead of dying of it.
package final class InterruptSignal {
  private let sources: [any DispatchSourceSignal]

  /// Calls `heard` with the number of signals so far.
  package init(_ heard: @escaping @Sendable (Int) -> Void) {
    let count = Counter()
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { heard(count.next()) }
      source.resume()
      return source
    }
  }

  /// Lets Ctrl-C be what it was.
  package func end() {
    for source in sources { source.cancel() }
    signal(SIGINT, SIG_DFL)
    signal(SIGTERM, SIG_DFL)
  }

  /// Ends the process at once, as one that was interrupted.
  package static func quit() -> Never { exit(130) }
}

private final class Counter: Sendable {
  private let value = Mutex(0)

  func next() -> Int {
    value.withLock { value in
      value += 1
      return value
    }
  }
}
