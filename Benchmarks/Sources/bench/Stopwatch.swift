import Foundation

/// Times a piece of work by the processor time that it takes, which other processes disturb less than
/// the time on the wall.
struct Stopwatch {
  /// How long one measurement lasts, in seconds.
  private static let duration = 0.25
  private static let repetitions = 9

  /// The best and the middle of several measurements, in microseconds for each call.
  static func measure(_ work: () throws -> Void) rethrows -> (best: Double, median: Double) {
    // Warm up, and find out how many calls fill a measurement.
    var calls = 0
    let start = now
    while now - start < duration {
      try work()
      calls += 1
    }
    var times: [Double] = []
    for _ in 0..<repetitions {
      let start = now
      for _ in 0..<calls { try work() }
      times.append((now - start) / Double(calls) * 1e6)
    }
    times.sort()
    return (times[0], times[times.count / 2])
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
