import CoachAccess

extension UsageStoreConformance {
  static let requestRules = [
    Rule(name: "a request is new once, runs, and is answered") { store, bench in
      bench.expect(try await begin(store, "r"), .new, "first")
      bench.expect(try await begin(store, "r", attempt: "2"), .running, "second")
      bench.expect(try await finish(store, "r", "m"), true, "the end")
      bench.expect(
        try await begin(store, "r", attempt: "2"), .answered(messageID: "m"), "third")
      bench.expect(try await begin(store, "r", of: "ben"), .new, "another person's")
      bench.expect(try await begin(store, "s"), .new, "another id")
    },
    Rule(name: "the same id with another content is recognised, running or answered") {
      store, bench in
      _ = try await begin(store, "r")
      bench.expect(try await begin(store, "r", "other", attempt: "2"), .differs, "running")
      bench.expect(try await begin(store, "r", attempt: "2"), .running, "the first content")
      _ = try await finish(store, "r", "m")
      bench.expect(try await begin(store, "r", "other", attempt: "2"), .differs, "answered")
    },
    Rule(name: "a request without an answer may be sent again, with any content") {
      store, bench in
      _ = try await begin(store, "r")
      bench.expect(try await finish(store, "r", nil), true, "the end")
      bench.expect(try await begin(store, "r", "other", attempt: "2"), .new, "again")
    },
    Rule(name: "an answered request stays answered") { store, bench in
      _ = try await begin(store, "r")
      _ = try await finish(store, "r", "m")
      bench.expect(try await finish(store, "r", nil), false, "the end without an answer")
      bench.expect(try await finish(store, "r", "n"), false, "another answer")
      bench.expect(try await begin(store, "r", attempt: "2"), .answered(messageID: "m"), "again")
    },
    Rule(name: "finishing a request that was never started does nothing") { store, bench in
      bench.expect(try await finish(store, "r", "m"), false, "the end")
      bench.expect(try await begin(store, "r"), .new, "first")
      bench.expect(try await finish(store, "r", of: "ben", "m"), false, "another person's end")
      bench.expect(try await begin(store, "r", attempt: "2"), .running, "after it")
    },
    Rule(name: "a request whose attempt died is taken over when its lease has run out") {
      store, bench in
      _ = try await begin(store, "r")
      bench.expect(try await begin(store, "r", attempt: "2", after: 29.5), .running, "before")
      bench.expect(try await begin(store, "r", attempt: "2", after: 30), .new, "then")
      bench.expect(try await begin(store, "r", attempt: "3", after: 59), .running, "and anew")
      bench.expect(try await finish(store, "r", "m"), false, "the end of the first attempt")
      bench.expect(try await finish(store, "r", attempt: "2", "n"), true, "of the second")
    },
    Rule(name: "a renewed lease runs from its renewal, and only for the attempt that has it") {
      store, bench in
      _ = try await begin(store, "r")
      let renewed = try await store.updateLedger(of: "ana") {
        [
          $0.renew("r", attempt: "1", at: start + 20), $0.renew("r", attempt: "2", at: start + 40),
          $0.renew("s", attempt: "1", at: start + 40),
        ]
      }
      bench.expect(renewed, [true, false, false], "the renewals")
      bench.expect(try await begin(store, "r", attempt: "2", after: 49.5), .running, "before")
      bench.expect(try await begin(store, "r", attempt: "2", after: 50), .new, "then")
    },
    Rule(name: "what a dead attempt had counted is refunded when it is taken over") {
      store, bench in
      _ = try await begin(store, "r")
      _ = try await store.reserve(message("1", [], trial(5)))
      _ = try await begin(store, "r", attempt: "2", after: 30)
      _ = try await store.reserve(message("2", at: start + 30, [], trial(5)))
      bench.expect(try await store.usage(of: "ana", in: trial(5).key), 1, "the count")
    },
    Rule(name: "what a dead attempt had counted is refunded if nobody repeats it") {
      store, bench in
      _ = try await begin(store, "r")
      _ = try await store.reserve(message("1", [], trial(5)))
      _ = try await store.reserve(message("other", at: start + 631, [], trial(5)))
      bench.expect(try await store.usage(of: "ana", in: trial(5).key), 1, "the count")
      bench.expect(try await finish(store, "r", "m"), false, "a late end")
    },
    Rule(name: "a released request may be repeated at once, and counts once with its repetition") {
      store, bench in
      _ = try await begin(store, "r")
      _ = try await store.reserve(message("1", [], trial(5)))
      let released = try await store.updateLedger(of: "ana") { $0.release("r", attempt: "1") }
      bench.expect(released, true, "the release")
      bench.expect(try await store.usage(of: "ana", in: trial(5).key), 1, "the count before")
      bench.expect(try await finish(store, "r", "m"), false, "a late end")
      bench.expect(try await begin(store, "r", attempt: "2"), .new, "the repetition")
      _ = try await store.reserve(message("2", [], trial(5)))
      bench.expect(try await store.usage(of: "ana", in: trial(5).key), 1, "the count after")
    },
    Rule(name: "another message under the id of a released request counts beside it") {
      store, bench in
      _ = try await begin(store, "r")
      _ = try await store.reserve(message("1", [], trial(5)))
      _ = try await store.updateLedger(of: "ana") { $0.release("r", attempt: "1") }
      bench.expect(try await begin(store, "r", "other", attempt: "2"), .new, "the other message")
      _ = try await store.reserve(message("2", [], trial(5)))
      bench.expect(try await store.usage(of: "ana", in: trial(5).key), 2, "the count")
    },
    Rule(name: "a released request that nobody repeats stays counted") { store, bench in
      _ = try await begin(store, "r")
      _ = try await store.reserve(message("1", [], trial(5)))
      _ = try await store.updateLedger(of: "ana") { $0.release("r", attempt: "1") }
      _ = try await store.reserve(message("2", at: start + 90_000, [], trial(5)))
      bench.expect(try await store.usage(of: "ana", in: trial(5).key), 2, "the count")
    },
    Rule(name: "an answer is remembered for a day") { store, bench in
      _ = try await begin(store, "r")
      _ = try await finish(store, "r", "m")
      bench.expect(
        try await begin(store, "r", attempt: "2", after: 86_399.5), .answered(messageID: "m"),
        "before")
      bench.expect(try await begin(store, "r", attempt: "2", after: 86_400), .new, "then")
    },
    Rule(name: "a clock that is set back keeps no request for longer") { store, bench in
      _ = try await begin(store, "r")
      bench.expect(try await begin(store, "r", attempt: "2", after: -1e6), .running, "set back")
      bench.expect(
        try await begin(store, "r", attempt: "2", after: -1e6 + 29), .running, "before")
      bench.expect(try await begin(store, "r", attempt: "2", after: -1e6 + 30), .new, "then")
    },
  ]
}
