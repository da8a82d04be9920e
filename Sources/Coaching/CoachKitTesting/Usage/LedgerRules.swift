import CoachAccess
import SourceFiles

extension UsageStoreConformance {
  /// Ids that a careless store takes for one another, or cannot store.
  private static let oddIDs = [
    "Ana", "ana ", "ana\u{0}", "a'na", "a\"na", "a%na", "a_na", "../ana", "\u{e1}na", "a\u{301}na",
    "阿娜",
    "🧗‍♀️", "ana\n", String(repeating: "x", count: 200), "NULL", "0", "00",
  ]

  static let ledgerRules = [
    Rule(name: "a ledger comes back as it was written") { store, bench in
      let windows = [try window(12, 60), try window(120, 3600)]
      for number in 0..<9 {
        let time = start + Double(number) * 20 / 3
        _ = try await begin(store, "r\(number)", attempt: "\(number)", after: time - start)
        _ = try await store.reserve(message("\(number)", at: time, windows, paid(50)))
        _ = try await finish(
          store, "r\(number)", attempt: "\(number)", number % 3 == 0 ? nil : "msg_\(number)")
      }
      var expected = UsageLedger()
      for number in 0..<9 {
        let time = start + Double(number) * 20 / 3
        _ = expected.begin(
          "r\(number)", digest: ContentDigest(of: "hello"), attempt: "\(number)", lease: 30,
          at: time)
        _ = expected.reserve(message("\(number)", at: time, windows, paid(50)))
        expected.finish(
          "r\(number)", attempt: "\(number)", messageID: number % 3 == 0 ? nil : "msg_\(number)",
          at: start)
      }
      let seen = try await store.updateLedger(of: "ana") { $0 }
      bench.expect(seen, expected, "the ledger")
    },
    Rule(name: "every id has a ledger of its own, whatever its letters") { store, bench in
      for (number, person) in (["ana"] + oddIDs).enumerated() {
        bench.expect(
          try await store.reserve(message("\(number)", of: person, [], trial(1))),
          .counted(used: 1),
          "the person \(person.debugDescription)")
      }
      for id in ["ana"] + oddIDs {
        bench.expect(try await begin(store, id, of: "requests"), .new, "the request id \(id)")
      }
    },
    Rule(name: "a change that throws stores nothing, and its error arrives") { store, bench in
      struct Refused: Error {}
      do {
        try await store.updateLedger(of: "ana") { ledger in
          _ = ledger.reserve(message("1", [], trial(3)))
          throw Refused()
        }
        bench.findings.append("no error arrived")
      } catch is Refused {
      } catch {
        bench.findings.append("another error arrived: \(error)")
      }
      bench.expect(try await store.usage(of: "ana", in: trial(3).key), 0, "the count")
    },
    Rule(name: "what was deleted does not come back") { store, bench in
      _ = try await store.reserve(message("1", [], trial(3)))
      _ = try await store.reserve(message("1", of: "ben", [], trial(3)))
      try await store.forget("ana")
      let ledger = try await store.updateLedger(of: "ana") { $0 }
      bench.expect(ledger, UsageLedger(), "the ledger")
      bench.expect(try await store.usage(of: "ben", in: trial(3).key), 1, "another's count")
    },
  ]

  static let reopeningRules = [
    Rule(name: "what was stored is there when the storage is opened again") { store, bench in
      guard let reopening = bench.kit.reopening else { return }
      _ = try await store.reserve(message("1", [], trial(3)))
      _ = try await begin(store, "r")
      let before = try await store.updateLedger(of: "ana") { $0 }
      let again = try await reopening(store)
      let after = try await again.updateLedger(of: "ana") { $0 }
      bench.expect(after, before, "the ledger")
    },
    Rule(name: "two stores on one storage never both start from the same ledger") {
      store, bench in
      guard let reopening = bench.kit.reopening else { return }
      let stores = [store, try await reopening(store)]
      let count = concurrentCalls
      let verdicts = try await atOnce(count) { place in
        try await stores[place % 2].reserve(message("\(place)", [], trial(count / 2)))
      }
      let numbers = verdicts.compactMap { verdict in
        if case .counted(let used) = verdict { used } else { nil }
      }
      bench.expect(numbers.sorted(), Array(1...(count / 2)), "the numbers")
      bench.expect(
        try await stores[0].usage(of: "ana", in: trial(1).key), count / 2, "the count")
    },
  ]
}
