import CoachAccess
import CoachKitTesting
import CoachModel
import Testing
import TestKit

@Suite("Costs of people")
struct CostStoreTests {
  @Test("the store in memory conforms")
  func conforms() async throws {
    try await expect(CostStoreConformance.findings(of: InMemoryCostStore()), equals: [])
  }

  @Test("absurd counts of a provider are bounded, and absurd limits of a query do no harm")
  func absurdFigures() {
    let store = InMemoryCostStore()
    let usage = TokenUsage(input: 1 << 53, cachedInput: 1 << 53, output: 1 << 53)
    for count in [1 << 53, .max, .min, -1] {
      let figures = CostFigures(
        usage: TokenUsage(input: count, cachedInput: count, output: count), cost: 1)
      #expect((0...(1 << 40)).contains(figures.inputTokens))
    }
    var most = CostFigures()
    most.inputTokens = .max
    most += CostFigures(usage: usage, cost: 1)
    #expect(most.inputTokens == .max)
    for _ in 0..<1_025 {
      store.add([
        CostEntry(
          person: "p", day: CalendarDay(number: 20_000), purpose: "a", model: "m",
          figures: CostFigures(usage: usage, cost: 1))
      ])
    }
    var query = CostQuery(by: .person)
    expect(store.costs(query).first?.figures.inputTokens, equals: 1_025 << 40)
    for (dollars, units) in [
      (Double.nan, 0), (.infinity, 9_000_000_000_000_000_000), (-1e300, -9_000_000_000_000_000_000),
      (0.5, 500_000_000),
    ] {
      query.minimumDollars = dollars
      #expect(query.minimumNanodollars == units)
      #expect(store.costs(query).count == (dollars == .infinity ? 0 : 1))
    }
  }

  @Test("a cost that is not known or absurd is counted as such")
  func unpriced() {
    for cost in [nil, Double.nan, .infinity, -1, 1e9] {
      let figures = CostFigures(usage: nil, cost: cost)
      #expect(figures.unpricedCalls == 1 && figures.nanodollars == 0 && figures.calls == 1)
    }
    #expect(CostFigures(usage: nil, cost: 0.035).nanodollars == 35_000_000)
  }
}
