import CoachAccess
import CoachModel

extension UsageStoreConformance {
  static let refundRules = [
    Rule(name: "a refund gives one message back, once") { store, bench in
      for number in 1...2 { _ = try await store.reserve(message("\(number)", [], trial(2))) }
      for _ in 1...3 { try await store.refund(message("1", [], trial(2))) }
      bench.expect(try await store.usage(of: "ana", in: trial(2).key), 1, "the count")
      bench.expect(
        try await store.reserve(message("3", [], trial(2))), .counted(used: 2), "the next message")
      bench.expect(
        try await store.reserve(message("4", [], trial(2))), .refused(.trialEnded(.messages)),
        "the one after")
    },
    Rule(name: "a refund leaves the attempt in the rate windows") { store, bench in
      let windows = [try window(1, 60)]
      _ = try await store.reserve(message("1", windows, trial(5)))
      try await store.refund(message("1", windows, trial(5)))
      bench.expect(
        try await store.reserve(message("2", at: start + 1, windows, trial(5))),
        .refused(.rateLimited(retryAfter: 59)), "the next message")
    },
    Rule(name: "after a refund the same id is a new attempt") { store, bench in
      for _ in 1...3 {
        bench.expect(
          try await store.reserve(message("1", [], trial(1))), .counted(used: 1), "an attempt")
        try await store.refund(message("1", [], trial(1)))
      }
      bench.expect(try await store.usage(of: "ana", in: trial(1).key), 0, "the count")
    },
    Rule(name: "what was never counted cannot be given back") { store, bench in
      _ = try await store.reserve(message("1", [], trial(1)))
      _ = try await store.reserve(message("2", [], trial(1)))
      try await store.refund(message("2", [], trial(1)))
      try await store.refund(message("9", [], trial(1)))
      try await store.refund(message("1", of: "ben", [], trial(1)))
      bench.expect(try await store.usage(of: "ana", in: trial(1).key), 1, "the count")
      bench.expect(try await store.usage(of: "ben", in: trial(1).key), 0, "another's count")
    },
    Rule(name: "a free message has nothing to give back") { store, bench in
      _ = try await store.reserve(message("1"))
      _ = try await store.reserve(message("2", [], trial(5)))
      try await store.refund(message("1", [], trial(5)))
      bench.expect(try await store.usage(of: "ana", in: trial(5).key), 1, "the count")
    },
    Rule(name: "a message is given back to the period it was counted in, within the hour") {
      store, bench in
      _ = try await store.reserve(message("1", [], paid(5)))
      let next = paid(5, "2026-12-21")
      _ = try await store.reserve(message("2", at: start + 3599, [], next))
      try await store.refund(message("1", [], next))
      bench.expect(try await store.usage(of: "ana", in: paid(5).key), 0, "the first period")
      bench.expect(try await store.usage(of: "ana", in: next.key), 1, "the second")
    },
  ]
}
