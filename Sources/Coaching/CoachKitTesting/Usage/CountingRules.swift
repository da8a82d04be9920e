import CoachAccess
import CoachModel

extension UsageStoreConformance {
  static let countingRules = [
    Rule(name: "messages are counted one by one, up to the limit and never beyond") {
      store, bench in
      for number in 1...3 {
        let verdict = try await store.reserve(message("\(number)", [], trial(3)))
        bench.expect(verdict, .counted(used: number), "message \(number)")
      }
      for number in 4...5 {
        let verdict = try await store.reserve(message("\(number)", [], trial(3)))
        bench.expect(verdict, .refused(.trialEnded(.messages)), "message \(number)")
      }
      bench.expect(try await store.usage(of: "ana", in: trial(3).key), 3, "the count")
    },
    Rule(name: "who has used a billing period is told when the next one begins") {
      store, bench in
      _ = try await store.reserve(message("1", [], paid(1)))
      bench.expect(
        try await store.reserve(message("2", [], paid(1))),
        .refused(.periodLimit(resetsAt: start + 9)), "the second message")
    },
    Rule(name: "the next period begins at nothing, and the last keeps its count") {
      store, bench in
      for number in 1...2 { _ = try await store.reserve(message("\(number)", [], paid(2))) }
      let next = paid(2, "2026-12-21")
      bench.expect(
        try await store.reserve(message("3", [], next)), .counted(used: 1), "the first of the next")
      bench.expect(try await store.usage(of: "ana", in: paid(2).key), 2, "the last period")
      bench.expect(try await store.usage(of: "ana", in: next.key), 1, "the next period")
    },
    Rule(name: "people do not share a count, a rate or an id") { store, bench in
      let windows = [try window(1, 60)]
      for person in ["ana", "ben"] {
        bench.expect(
          try await store.reserve(message("1", of: person, windows, trial(1))), .counted(used: 1),
          person)
      }
      bench.expect(try await store.usage(of: "eva", in: trial(1).key), 0, "somebody unknown")
    },
    Rule(name: "a free message counts towards no allowance") { store, bench in
      bench.expect(
        try await store.reserve(message("1")), .counted(used: nil), "a free message")
      bench.expect(
        try await store.reserve(message("2", [], trial(1))), .counted(used: 1), "a counted one")
    },
    Rule(name: "the same reservation again is counted once, with the same verdict") {
      store, bench in
      let windows = [try window(2, 60)]
      for _ in 1...3 {
        bench.expect(
          try await store.reserve(message("1", windows, trial(9))), .counted(used: 1), "again")
      }
      bench.expect(try await store.usage(of: "ana", in: trial(9).key), 1, "the count")
      bench.expect(
        try await store.reserve(message("2", windows, trial(9))), .counted(used: 2),
        "another, for which the rate window must have room")
    },
    Rule(name: "a limit that was lowered below the count refuses") { store, bench in
      for number in 1...3 { _ = try await store.reserve(message("\(number)", [], trial(3))) }
      bench.expect(
        try await store.reserve(message("4", [], trial(2))), .refused(.trialEnded(.messages)),
        "below the count")
      bench.expect(
        try await store.reserve(message("5", [], trial(4))), .counted(used: 4), "above it")
    },
  ]
}
