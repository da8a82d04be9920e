#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Takes the processor time of one thing after another.
struct Stopwatch {
  private(set) var durations: [Duration] = []

  /// Does something, which must not wait for anything, and notes how long it took.
  mutating func time<Value>(_ work: () -> Value) -> Value {
    let start = Self.now
    let value = work()
    durations.append(Self.now - start)
    return value
  }

  var times: MeasuredTimes { MeasuredTimes(durations) }

  /// What this thread has used of the processor.
  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}
