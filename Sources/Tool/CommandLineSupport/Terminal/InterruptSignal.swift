import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Handles SIGINT (Ctrl-C), SIGTERM and SIGHUP (a closed terminal), which would otherwise end the process.
///
/// SIGHUP stays ignored in a process that was started with `nohup`.
package final class InterruptSignal {
  private let numbers: [Int32]
  private let sources: [any DispatchSourceSignal]

  /// Starts to handle the signals; `heard` is called with the number of signals so far.
  package init(_ heard: @escaping @Sendable (Int) -> Void) {
    let count = Counter()
    numbers = [SIGINT, SIGTERM] + (Self.isIgnored(SIGHUP) ? [] : [SIGHUP])
    sources = numbers.map { number in
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
    for number in numbers { signal(number, SIG_DFL) }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    // To read a handler alone is spelled differently on every system; to set it is not.
    let before = signal(number, SIG_IGN)
    let isIgnored = unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    signal(number, before)
    return isIgnored
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
