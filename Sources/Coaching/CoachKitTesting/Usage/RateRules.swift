import CoachAccess
import CoachModel

extension UsageStoreConformance {
  static let rateRules = [
    Rule(name: "a window holds its count and says when the next message passes") {
      store, bench in
      let windows = [try window(2, 60)]
      let times = [start, start + 10, start + 20, start + 59.5, start + 60, start + 61, start + 70]
      let expected: [UsageVerdict] = [
        .counted(used: nil), .counted(used: nil), .refused(.rateLimited(retryAfter: 40)),
        .refused(.rateLimited(retryAfter: 0.5)), .counted(used: nil),
        .refused(.rateLimited(retryAfter: 9)), .counted(used: nil),
      ]
      for (time, verdict) in zip(times, expected) {
        bench.expect(
          try await store.reserve(message("\(time)", at: time, windows)), verdict,
          "after \(time - start) seconds")
      }
    },
    Rule(name: "of several windows the one that takes longest decides") { store, bench in
      let windows = [try window(2, 10), try window(3, 100)]
      for index in 0..<3 {
        let time = start + Double(index) * 10
        bench.expect(
          try await store.reserve(message("\(index)", at: time, windows)), .counted(used: nil),
          "after \(index) tens of seconds")
      }
      bench.expect(
        try await store.reserve(message("3", at: start + 30, windows)),
        .refused(.rateLimited(retryAfter: 70)), "the fourth in a hundred seconds")
    },
    Rule(name: "a message refused for its rate is not counted, nor one refused for the allowance") {
      store, bench in
      let windows = [try window(1, 60)]
      _ = try await store.reserve(message("1", windows, trial(2)))
      bench.expect(
        try await store.reserve(message("2", windows, trial(2))),
        .refused(.rateLimited(retryAfter: 60)), "too fast")
      bench.expect(try await store.usage(of: "ana", in: trial(2).key), 1, "after too fast")
      _ = try await store.reserve(message("3", at: start + 60, windows, trial(2)))
      bench.expect(
        try await store.reserve(message("4", at: start + 120, windows, trial(2))),
        .refused(.trialEnded(.messages)), "nothing left")
      // If the refused message had been recorded, this one would exceed the rate.
      bench.expect(
        try await store.reserve(message("5", at: start + 121, windows)), .counted(used: nil),
        "after nothing left")
    },
    Rule(name: "where both are exhausted the allowance is the reason") { store, bench in
      let windows = [try window(1, 60)]
      _ = try await store.reserve(message("1", windows, trial(1)))
      bench.expect(
        try await store.reserve(message("2", windows, trial(1))), .refused(.trialEnded(.messages)),
        "both")
    },
    Rule(
      name: "a clock that is set back blocks for a window's length at most, and gives nothing twice"
    ) { store, bench in
      let windows = [try window(2, 60)]
      for number in 1...2 { _ = try await store.reserve(message("\(number)", windows)) }
      let back = start - 1e6
      bench.expect(
        try await store.reserve(message("3", at: back, windows)),
        .refused(.rateLimited(retryAfter: 60)), "set back")
      bench.expect(
        try await store.reserve(message("4", at: back + 59, windows)),
        .refused(.rateLimited(retryAfter: 1)), "a second too early")
      for number in 5...6 {
        bench.expect(
          try await store.reserve(message("\(number)", at: back + 60, windows)),
          .counted(used: nil), "a window later")
      }
      bench.expect(
        try await store.reserve(message("7", at: back + 60, windows)),
        .refused(.rateLimited(retryAfter: 60)), "the third of the new window")
    },
    Rule(name: "a clock that is set back a little keeps what lies before") { store, bench in
      let windows = [try window(2, 60)]
      _ = try await store.reserve(message("1", at: start, windows))
      _ = try await store.reserve(message("2", at: start + 50, windows))
      // The first stays at 0 seconds, and the second now counts as of 40.
      bench.expect(
        try await store.reserve(message("3", at: start + 40, windows)),
        .refused(.rateLimited(retryAfter: 20)), "set back to 40 seconds")
      bench.expect(
        try await store.reserve(message("4", at: start + 60, windows)), .counted(used: nil),
        "after 60 seconds")
      bench.expect(
        try await store.reserve(message("5", at: start + 99, windows)),
        .refused(.rateLimited(retryAfter: 1)), "after 99 seconds")
    },
    Rule(name: "what has left the longest window does not come back with an older time") {
      store, bench in
      let windows = [try window(1, 60)]
      _ = try await store.reserve(message("1", windows))
      // Refused for another reason, so nothing is recorded; the minute is over anyway.
      let used = trial(0)
      _ = try await store.reserve(message("2", at: start + 60, windows, used))
      bench.expect(
        try await store.reserve(message("3", at: start - 5, windows)), .counted(used: nil),
        "after the minute, with a clock set back")
    },
    Rule(name: "a time that is none counts as 1970") { store, bench in
      let windows = [try window(1, 60)]
      for (index, time) in [Double.nan, .infinity, -.infinity].enumerated() {
        let verdict = try await store.reserve(message("\(index)", at: time, windows))
        bench.expect(
          verdict, index == 0 ? .counted(used: nil) : .refused(.rateLimited(retryAfter: 60)),
          "\(time)")
      }
    },
  ]
}
