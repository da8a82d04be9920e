@testable import PromptEvals
import Testing

/// Whether two figures agree to six digits.
private func agree(_ a: Double?, _ b: Double, _ tolerance: Double = 1e-6) -> Bool {
  a.map { abs($0 - b) <= tolerance * max(1, abs(b)) } ?? false
}

@Suite("Statistics agree with SciPy's values")
struct StatisticsTests {
  /// Darwin's maize: differences of height in 15 pairs.
  private static let maize = [
    49.0, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48,
  ]
  /// Student's sleep data: ten paired differences.
  private static let sleep = [-1.2, -2.4, -1.3, -1.3, 0, -1.0, -1.8, -0.8, -4.6, -1.4]

  @Test(
    "Student's t at 97.5 %",
    arguments: [
      (1.0, 12.706205), (4, 2.776445), (9, 2.262157), (30, 2.042272),
    ])
  func quantiles(degrees: Double, value: Double) {
    #expect(agree(StudentT.quantile(0.975, degreesOfFreedom: degrees), value))
    #expect(agree(StudentT.quantile(0.025, degreesOfFreedom: degrees), -value))
  }

  @Test("the distribution's tail")
  func cumulative() {
    let p = StudentT.cumulative(2.147987, degreesOfFreedom: 14).map { 2 * (1 - $0) }
    #expect(agree(p, 0.049703, 1e-5))
    #expect(agree(StudentT.cumulative(0, degreesOfFreedom: 5), 0.5))
    #expect(StudentT.quantile(1, degreesOfFreedom: 5) == nil)
    #expect(StudentT.quantile(0.5, degreesOfFreedom: 0) == nil)
  }

  @Test("the mean and its interval")
  func interval() throws {
    let estimate = try #require(Estimate.mean(of: Self.maize, within: -100...100))
    #expect(agree(estimate.value, 20.93333))
    #expect(agree(estimate.interval?.lowerBound, 0.03119, 1e-4))
    #expect(agree(estimate.interval?.upperBound, 41.83547))
  }

  @Test("equal observations are no certainty: the bound is that of 0 in n")
  func degenerate() throws {
    let zeros = try #require(Estimate.mean(of: Array(repeating: 0, count: 20), within: -1...1))
    // The upper Clopper-Pearson bound of 0 in 20 at 97.5 %.
    #expect(agree(zeros.interval?.upperBound, 0.168433))
    #expect(agree(zeros.interval?.lowerBound, -0.168433))
    let ones = try #require(Estimate.mean(of: Array(repeating: 1, count: 20), within: 0...1))
    #expect(agree(ones.interval?.upperBound, 1))
    #expect(agree(ones.interval?.lowerBound, 1 - 0.168433))
  }

  @Test("what cannot be known is nil")
  func undefined() {
    #expect(Estimate.mean(of: [], within: 0...1) == nil)
    #expect(Estimate.mean(of: [1], within: 0...1)?.interval == nil)
    #expect(SignFlipTest.p([]) == nil)
    #expect(PairedComparison(first: ["a": 1], second: ["b": 1]) == nil)
  }

  @Test("the sign-flip test counts exactly")
  func signFlip() {
    #expect(agree(SignFlipTest.p(Self.maize), 1726.0 / 32768))
    #expect(agree(SignFlipTest.p(Self.sleep), 4.0 / 1024))
    #expect(SignFlipTest.p([0, 0, 0]) == 1)
    #expect(SignFlipTest.p([1]) == 1)
    #expect(SignFlipTest.p([1, 1, 1, 1, 1, 1]) == 2.0 / 64)
  }

  @Test("beyond twenty pairs it draws, with a seed")
  func signFlipDraws() throws {
    let many = Self.maize + Self.maize.map { -$0 / 2 }
    let p = try #require(SignFlipTest.p(many))
    #expect(p == SignFlipTest.p(many))
    #expect((0.01...1).contains(p))
    #expect(SignFlipTest.p(Array(repeating: 1, count: 40)).map { $0 < 0.001 } ?? false)
  }

  @Test("Holm's adjustment")
  func holm() {
    let adjusted = HolmAdjustment.adjust([0.01, 0.04, 0.03, 0.005])
    for (value, expected) in zip(adjusted, [0.03, 0.06, 0.06, 0.02]) {
      #expect(agree(value, expected))
    }
    #expect(HolmAdjustment.adjust([nil, 0.01]).map { $0 ?? -1 } == [-1, 0.01])
  }

  @Test("pairs are matched by transcript")
  func pairing() throws {
    let comparison = try #require(
      PairedComparison(first: ["a": 0, "b": 0.5, "x": 1], second: ["b": 1, "a": 1, "y": 0]))
    #expect(comparison.difference.count == 2)
    #expect(comparison.difference.value == 0.75)
  }

  @Test("figures are written alike everywhere")
  func figures() {
    #expect(Figures.percent(2.0 / 3) == "66.7 %")
    #expect(Figures.points(-0.042) == "−4.2")
    #expect(Figures.points(0.0001) == "0.0")
    #expect(Figures.interval(-0.5...0.25) == "[−50.0, +25.0]")
    #expect(Figures.interval(nil) == "–")
    #expect(Figures.probability(0.00001) == "<0.001")
    #expect(Figures.dollars(0.0123) == "$0.0123")
    #expect(Figures.count(1_234_567) == "1\u{202f}234\u{202f}567")
    #expect(Figures.count(12) == "12")
  }
}
