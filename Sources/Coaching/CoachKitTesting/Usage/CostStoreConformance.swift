public import CoachAccess
import CoachModel

/// Checks whether your own `CostStore` keeps the promises of the protocol: figures add up, rows are grouped, ordered and
/// limited, and what is forgotten is gone.
///
/// It does not depend on a test framework. Call ``findings(of:)`` with an empty store and expect the result to be empty.
public enum CostStoreConformance {
  private static let monday = CalendarDay(number: 20_783)

  /// Uses an empty store, and returns what is wrong with it, one sentence each.
  public static func findings(of store: any CostStore) async throws -> [String] {
    var findings: [String] = []
    func expect(_ seen: [CostRow], _ expected: [(String, Int)], _ what: String) {
      let seen = seen.map { "\($0.key) \($0.figures.nanodollars)" }
      let expected = expected.map { "\($0.0) \($0.1)" }
      if seen != expected { findings.append("\(what): expected \(expected), saw \(seen)") }
    }
    try await store.add([
      entry("ana", 0, "coaching@v5", "m:strong", 3_000),
      entry("ana", 1, "coaching@v5", "m:strong", 5_000),
      entry("ben", 1, "nudge@v3", "m:weak", 8_000),
      entry("zoe\u{301}", 1, "nudge@v3", "m:weak", 10),
      entry("zo\u{e9}", 1, "nudge@v3", "m:weak", 20),
    ])
    try await store.add([entry("ana", 1, "coaching@v5", "m:strong", 7_000)])
    var query = CostQuery(by: .person)
    expect(
      try await store.costs(query),
      [("ana", 15_000), ("ben", 8_000), ("zo\u{e9}", 20), ("zoe\u{301}", 10)], "by person")
    query.limit = 1
    expect(try await store.costs(query), [("ana", 15_000)], "the limit")
    query = CostQuery(by: .person)
    query.minimumDollars = 8_000 / 1e9
    expect(try await store.costs(query), [("ana", 15_000), ("ben", 8_000)], "the minimum")
    query = CostQuery(by: .day)
    (query.person, query.first) = ("ana", monday)
    let days = [monday.adding(days: 1).description, monday.description]
    expect(try await store.costs(query), [(days[0], 12_000), (days[1], 3_000)], "by day")
    query.last = monday
    expect(try await store.costs(query), [(days[1], 3_000)], "up to a day")
    expect(
      try await store.costs(CostQuery(by: .model)), [("m:strong", 15_000), ("m:weak", 8_030)],
      "by model")
    expect(
      try await store.costs(CostQuery(by: .purpose)),
      [("coaching@v5", 15_000), ("nudge@v3", 8_030)], "by purpose")
    let figures = try await store.costs(CostQuery(by: .model)).first?.figures
    if figures?.calls != 3 || figures?.inputTokens != 300 || figures?.outputTokens != 30 {
      findings.append("calls and tokens do not add up: \(figures.map { "\($0)" } ?? "nothing")")
    }
    try await store.forgetCosts(of: "ana")
    expect(
      try await store.costs(CostQuery(by: .person)),
      [("ben", 8_000), ("zo\u{e9}", 20), ("zoe\u{301}", 10)], "after forgetting")
    return findings
  }

  private static func entry(
    _ person: String, _ day: Int, _ purpose: String, _ model: String, _ nanodollars: Int
  ) -> CostEntry {
    CostEntry(
      person: person, day: monday.adding(days: day), purpose: purpose, model: model,
      figures: CostFigures(
        usage: TokenUsage(input: 100, cachedInput: 50, output: 10),
        cost: Double(nanodollars) / 1e9))
  }
}
