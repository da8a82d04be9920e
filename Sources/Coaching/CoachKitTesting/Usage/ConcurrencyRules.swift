import CoachAccess
import CoachModel

extension UsageStoreConformance {
  private static func counted(_ verdicts: [UsageVerdict]) -> [Int?] {
    verdicts.compactMap { verdict in
      if case .counted(let used) = verdict { .some(used) } else { nil }
    }
  }

  /// Races depend on chance, so each rule is tried with several people in sequence.
  private static let rounds = (1...10).map { "person \($0)" }

  static let concurrencyRules = [
    Rule(name: "of 200 at once exactly the limit gets through, each with a number of its own") {
      store, bench in
      for person in rounds {
        let messages = (1...200).map { message("\($0)", of: person, [], trial(100)) }
        let verdicts = try await atOnce(messages, store)
        bench.expect(counted(verdicts).compactMap { $0 }.sorted(), Array(1...100), "numbers")
        bench.expect(verdicts.count { $0 == .refused(.trialEnded(.messages)) }, 100, "refusals")
        bench.expect(try await store.usage(of: person, in: trial(100).key), 100, "the count")
      }
    },
    Rule(name: "of 200 at once exactly a rate window's count gets through") { store, bench in
      let windows = [try window(12, 60), try window(120, 3600)]
      for person in rounds {
        let messages = (1...200).map { message("\($0)", of: person, windows) }
        let verdicts = try await atOnce(messages, store)
        bench.expect(counted(verdicts).count, 12, "those let through")
        bench.expect(
          verdicts.count { $0 == .refused(.rateLimited(retryAfter: 60)) }, 188, "the refusals")
      }
    },
    Rule(name: "of 200 at once the tighter of rate and allowance decides, and both are counted") {
      store, bench in
      let windows = [try window(30, 60)]
      let first = try await atOnce((1...200).map { message("\($0)", windows, trial(40)) }, store)
      bench.expect(counted(first).compactMap { $0 }.sorted(), Array(1...30), "by rate")
      let second = try await atOnce(
        (201...400).map { message("\($0)", at: start + 60, windows, trial(40)) }, store)
      bench.expect(counted(second).compactMap { $0 }.sorted(), Array(31...40), "by allowance")
    },
    Rule(name: "200 people at once do not take from each other") { store, bench in
      let windows = [try window(1, 60)]
      let verdicts = try await atOnce(
        (1...200).map { message("1", of: "person \($0)", windows, trial(1)) }, store)
      bench.expect(verdicts.count { $0 == .counted(used: 1) }, 200, "those let through")
    },
    Rule(name: "one reservation made 200 times at once is counted once") { store, bench in
      let verdicts = try await atOnce((1...200).map { _ in message("1", [], trial(5)) }, store)
      bench.expect(verdicts.count { $0 == .counted(used: 1) }, 200, "the verdicts")
      bench.expect(try await store.usage(of: "ana", in: trial(5).key), 1, "the count")
    },
    Rule(name: "refunds at once give back each message once") { store, bench in
      let messages = (1...50).map { message("\($0)", [], trial(50)) }
      for message in messages { _ = try await store.reserve(message) }
      _ = try await atOnce(100) { try await store.refund(messages[$0 % 20]) }
      bench.expect(try await store.usage(of: "ana", in: trial(50).key), 30, "the count")
    },
    Rule(name: "while messages come and are given back at once, the limit is never passed") {
      store, bench in
      // Each caller sends, and refunds an admitted message: in the end nothing is used, and the limit is never
      // exceeded.
      let highest =
        try await atOnce(200) { place in
          let message = message("\(place)", [], trial(10))
          guard case .counted(let used) = try await store.reserve(message) else { return 0 }
          try await store.refund(message)
          return used ?? 0
        }.max() ?? 0
      bench.expect((1...10).contains(highest), true, "the highest number, \(highest)")
      bench.expect(try await store.usage(of: "ana", in: trial(10).key), 0, "the count")
    },
    Rule(name: "of 200 equal requests at once exactly one is new") { store, bench in
      for person in rounds {
        let seen = try await atOnce(concurrentCalls) { place in
          try await begin(store, "r", of: person, attempt: "\(place)")
        }
        bench.expect(seen.count { $0 == .new }, 1, "new")
        bench.expect(seen.count { $0 == .running }, concurrentCalls - 1, "running")
      }
    },
    Rule(name: "of many ids, each sent at once several times, each is new once") {
      store, bench in
      let fresh = try await atOnce(concurrentCalls) { place in
        try await begin(store, "\(place % 40)", attempt: "\(place)") == .new ? place % 40 : nil
      }
      bench.expect(fresh.compactMap { $0 }.sorted(), Array(0..<40), "those that were new")
    },
  ]
}
