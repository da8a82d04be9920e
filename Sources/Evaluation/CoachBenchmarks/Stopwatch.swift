#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Measures the processor time of one operation after another.
struct Stopwatch {
  private(set) var durations: [Duration] = []

  /// Runs an operation and records its processor time; the operation must not block.
  mutating func time<Value>(_ work: () -> Value) -> Value {
    let start = Self.now
    let value = work()
    durations.append(Self.now - start)
    return value
  }

  var times: MeasuredTimes { MeasuredTimes(durations) }

  /// The processor time that this thread has used.
  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}
