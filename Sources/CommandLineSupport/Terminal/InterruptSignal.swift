import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Handles SIGINT (Ctrl-C) and SIGTERM, which would otherwise end the process.
package final class InterruptSignal {
  private let sources: [any DispatchSourceSignal]

  /// Starts to handle the signals; `heard` is called with the number of signals so far.
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

  /// Restores the default behaviour of the signals.
  package func end() {
    for source in sources { source.cancel() }
    signal(SIGINT, SIG_DFL)
    signal(SIGTERM, SIG_DFL)
  }

  /// Ends the process immediately, with the exit code of an interrupted one.
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
