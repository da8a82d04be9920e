public import CoachAccess
import CoachModel

/// Checks whether your own `CostStore` keeps the promises of the protocol: figures add up, rows are grouped, ordered, limited
/// and continued on a next page, thresholds are found whenever they were reached, and of who is forgotten only the sums of all
/// people remain.
///
/// It does not depend on a test framework. Call ``findings(of:)`` with an empty store and expect the result to be empty.
public enum CostStoreConformance {
  private static let monday = CalendarDay(number: 20_783)

  /// Uses an empty store, and returns what is wrong with it, one sentence each.
  public static func findings(of store: any CostStore) async throws -> [String] {
    var bench = Bench(store: store)
    try await bench.fill()
    try await bench.checkGroups()
    try await bench.checkPages()
    try await bench.checkKeys()
    try await bench.checkPeaks()
    try await bench.checkForgetting()
    return bench.findings
  }

  private struct Bench {
    let store: any CostStore
    var findings: [String] = []

    mutating func expect(_ seen: [CostRow], _ expected: [(String, Int)], _ what: String) {
      let seen = seen.map { "\($0.key) \($0.figures.nanodollars)" }
      let expected = expected.map { "\($0.0) \($0.1)" }
      if seen != expected { findings.append("\(what): expected \(expected), saw \(seen)") }
    }

    func rows(
      by group: CostQuery.Group, _ change: (inout CostQuery) -> Void = { _ in }
    ) async throws -> [CostRow] {
      var query = CostQuery(by: group)
      change(&query)
      return try await store.costs(query)
    }

    func fill() async throws {
      try await store.add([
        entry("ana", 0, "coaching@v5", "m:strong", 3_000, key: "app"),
        entry("ana", 1, "coaching@v5", "m:strong", 5_000, key: "app"),
        entry("ben", 1, "nudge@v3", "m:weak", 8_000, key: "jobs"),
        entry("zoe\u{301}", 1, "nudge@v3", "m:weak", 10, key: "jobs"),
        entry("zo\u{e9}", 1, "nudge@v3", "m:weak", 20),
      ])
      try await store.add([entry("ana", 1, "coaching@v5", "m:strong", 7_000, key: "web")])
    }

    mutating func checkGroups() async throws {
      expect(
        try await rows(by: .person),
        [("ana", 15_000), ("ben", 8_000), ("zo\u{e9}", 20), ("zoe\u{301}", 10)], "by person")
      expect(try await rows(by: .person) { $0.limit = 1 }, [("ana", 15_000)], "the limit")
      expect(
        try await rows(by: .person) { $0.minimumDollars = 8_000 / 1e9 },
        [("ana", 15_000), ("ben", 8_000)], "the minimum")
      expect(
        try await rows(by: .person) {
          ($0.minimumDollars, $0.first, $0.last) = (11_000 / 1e9, monday, monday.adding(days: 40))
        }, [("ana", 15_000)], "the minimum in a period")
      expect(
        try await rows(by: .person) {
          ($0.minimumDollars, $0.first, $0.last) = (4_000 / 1e9, monday, monday)
        }, [], "the minimum on a day")
      let days = [monday.adding(days: 1).description, monday.description]
      expect(
        try await rows(by: .day) { ($0.person, $0.first) = ("ana", monday) },
        [(days[0], 12_000), (days[1], 3_000)], "a person by day")
      expect(
        try await rows(by: .day) { ($0.person, $0.last) = ("ana", monday) }, [(days[1], 3_000)],
        "up to a day")
      expect(
        try await rows(by: .purpose) { $0.person = "ana" }, [("coaching@v5", 15_000)],
        "a person by purpose")
      expect(
        try await rows(by: .person) { $0.person = "ben" }, [("ben", 8_000)], "one person")
      expect(try await rows(by: .day), [(days[0], 20_030), (days[1], 3_000)], "by day")
      expect(
        try await rows(by: .model), [("m:strong", 15_000), ("m:weak", 8_030)], "by model")
      expect(
        try await rows(by: .purpose), [("coaching@v5", 15_000), ("nudge@v3", 8_030)], "by purpose")
      let figures = try await rows(by: .model).first?.figures
      if figures?.calls != 3 || figures?.inputTokens != 300 || figures?.outputTokens != 30 {
        findings.append("calls and tokens do not add up: \(figures.map { "\($0)" } ?? "nothing")")
      }
    }

    mutating func checkPages() async throws {
      for group in CostQuery.Group.allCases {
        let all = try await rows(by: group)
        var (pages, after): ([CostRow], CostQuery.Place?) = ([], nil)
        while pages.count <= all.count {
          let page = try await rows(by: group) { ($0.limit, $0.after) = (1, after) }
          guard let last = page.last else { break }
          pages += page
          after = last.place
        }
        if pages != all { findings.append("the pages by \(group) are not all rows: \(pages)") }
      }
    }

    mutating func checkKeys() async throws {
      expect(
        try await rows(by: .key), [("jobs", 8_010), ("app", 8_000), ("web", 7_000), ("", 20)],
        "by key")
      expect(
        try await rows(by: .day) { $0.key = "app" },
        [(monday.adding(days: 1).description, 5_000), (monday.description, 3_000)], "of a key")
      expect(
        try await rows(by: .person) { $0.key = "app" }, [], "people of a key, which nobody keeps")
      expect(
        try await rows(by: .key) { $0.person = "ana" }, [], "keys of a person, which nobody keeps")
    }

    /// A threshold that was reached stays reached, whenever somebody looks, and over the end of a month.
    mutating func checkPeaks() async throws {
      try await store.add([
        entry("cem", 30, "a", "m", 5_000), entry("cem", 59, "a", "m", 6_000),
        entry("cem", 60, "a", "m", 7_000),
      ])
      // Late figures belong to the thirty days of those that are there already.
      try await store.add([entry("cem", 31, "a", "m", 1_000)])
      func peaks(
        _ window: CostWindow, _ nanodollars: Int, from first: Int = 0, to last: Int = 90,
        limit: Int = 10
      ) async throws -> [String] {
        var query = CostPeakQuery(
          window, of: Double(nanodollars) / 1e9, from: monday.adding(days: first),
          to: monday.adding(days: last))
        query.limit = limit
        return try await store.peaks(query).map {
          "\($0.person) \($0.nanodollars) \($0.first.number - monday.number)"
            + "-\($0.last.number - monday.number)"
        }
      }
      for (seen, expected, what) in [
        (
          try await peaks(.day, 6_000), ["ana 12000 1-1", "ben 8000 1-1", "cem 7000 59-60"], "days"
        ),
        (try await peaks(.day, 6_000, from: 2, to: 59), ["cem 6000 59-59"], "days of a period"),
        (try await peaks(.day, 6_000, limit: 1), ["ana 12000 1-1"], "the limit of peaks"),
        (try await peaks(.day, 12_001), [], "days above all"),
        (try await peaks(.month, 12_000), ["ana 15000 1-1", "cem 14000 59-60"], "thirty days"),
        (try await peaks(.month, 14_001, from: 2), [], "thirty days that are too few"),
        (try await peaks(.month, 14_000, from: 60, to: 60), ["cem 14000 60-60"], "one window"),
      ] as [([String], [String], String)] where seen != expected {
        findings.append("peaks of \(what): expected \(expected), saw \(seen)")
      }
      expect(
        try await rows(by: .person) {
          ($0.minimumDollars, $0.first, $0.last) =
            (19_000 / 1e9, monday.adding(days: 30), monday.adding(days: 65))
        }, [("cem", 19_000)], "the minimum in more than thirty days")
    }

    mutating func checkForgetting() async throws {
      let sums = try await (rows(by: .model), rows(by: .day), rows(by: .key), rows(by: .purpose))
      try await store.forgetCosts(of: "ana")
      expect(
        try await rows(by: .person),
        [("cem", 19_000), ("ben", 8_000), ("zo\u{e9}", 20), ("zoe\u{301}", 10)], "after forgetting")
      for group in [CostQuery.Group.person, .day, .purpose, .model] {
        expect(
          try await rows(by: group) { $0.person = "ana" }, [], "who was forgotten, by \(group)")
      }
      let query = CostPeakQuery(.month, of: 15_000 / 1e9, from: monday, to: monday.adding(days: 9))
      let peaks = try await store.peaks(query)
      if !peaks.isEmpty { findings.append("who was forgotten is found above a threshold") }
      let after = try await (rows(by: .model), rows(by: .day), rows(by: .key), rows(by: .purpose))
      if sums != after {
        findings.append("the sums of all people change when one is forgotten: \(after)")
      }
    }
  }

  private static func entry(
    _ person: String, _ day: Int, _ purpose: String, _ model: String, _ nanodollars: Int,
    key: String = ""
  ) -> CostEntry {
    CostEntry(
      person: person, day: monday.adding(days: day), purpose: purpose, model: model, key: key,
      figures: CostFigures(
        usage: TokenUsage(input: 100, cachedInput: 50, output: 10),
        cost: Double(nanodollars) / 1e9))
  }
}
