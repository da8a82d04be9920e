import CoachAccess
import CoachModel
import Testing
import TestKit
import UsageStoreConformance

@Suite("Costs of people")
struct CostStoreTests {
  @Test("the store in memory conforms")
  func conforms() async throws {
    try await expect(CostStoreConformance.findings(of: InMemoryCostStore()), equals: [])
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
