@testable import EvalStatistics
import Testing
import TestKit

@Suite("Differences without a transcript in common")
struct UnpairedDifferenceTests {
  private func shares(_ passed: Int, of count: Int) -> [PairedDifference] {
    (0..<count).map { $0 < passed ? 1.0 : 0 }.independent
  }

  @Test(
    "independent rates get Miettinen and Nurminen's interval",
    arguments: [
      // By maximising the likelihood and inverting the test with SciPy.
      (56, 70, 48, 80, 0.05282971323225865, 0.338172940048219, 0.008258287882913423),
      (9, 10, 3, 10, 0.17002501671381204, 0.8406495439447192, 0.007601641465344497),
      (0, 10, 0, 10, -0.2879339412820122, 0.2879339412820122, 1),
      (10, 10, 0, 20, 0.7156186604656066, 1, 7.237830539933314e-08),
      (5, 56, 0, 29, -0.03259656319753364, 0.19333097669120036, 0.09917565218093898),
    ])
  func score(
    case values: (Int, Int, Int, Int, Double, Double, Double)
  ) throws {
    let (passed, count, others, size, low, high, p) = values
    let result = try #require(
      UnpairedDifference(
        first: shares(others, of: size), second: shares(passed, of: count), within: 0...1))
    #expect(result.method == .score && result.estimate.method == "miettinen-nurminen")
    #expect(isClose(result.estimate.interval, low, high, 1e-8))
    #expect(isClose(result.p, p, 1e-8))
    #expect(result.estimate.count == count + size)
    let mirrored = try #require(
      UnpairedDifference(
        first: shares(passed, of: count), second: shares(others, of: size), within: 0...1))
    #expect(isClose(mirrored.estimate.interval, -high, -low, 1e-8))
  }

  @Test("graded scores get Welch's interval, Student's sleep data for example")
  func welch() throws {
    let result = try #require(
      UnpairedDifference(
        first: ReferenceData.sleepSecond.independent, second: ReferenceData.sleepFirst.independent,
        within: nil))
    #expect(result.method == .welch)
    #expect(isClose(result.estimate.value, -1.58, 1e-12))
    #expect(isClose(result.p, 0.0793941401873583, 1e-10))
    // R: t.test(extra ~ group).
    #expect(isClose(result.estimate.interval, -3.3654832, 0.2054832, 1e-6))
  }

  @Test("clusters widen the interval, and take the score test's place")
  func clusters() throws {
    let first = (0..<24).map { PairedDifference(value: $0 % 6 < 2 ? 1 : 0, cluster: "a\($0 / 4)") }
    let second = (0..<24).map { PairedDifference(value: $0 < 12 ? 1 : 0, cluster: "b\($0 / 4)") }
    let together = try #require(UnpairedDifference(first: first, second: second, within: 0...1))
    let apart = try #require(
      UnpairedDifference(
        first: first.map(\.value).independent, second: second.map(\.value).independent,
        within: 0...1))
    #expect(together.method == .welch && apart.method == .score)
    let wide = try #require(together.estimate.interval)
    let narrow = try #require(apart.estimate.interval)
    #expect(wide.upperBound - wide.lowerBound > 1.5 * (narrow.upperBound - narrow.lowerBound))
    #expect(try #require(together.p) > (try #require(apart.p)))
    // Six equal clusters on each side: the squares of the standard errors and G - 1 degrees of freedom.
    let a = [0.5, 0.5, 0, 0.5, 0.5, 0]
    let b = [1.0, 1, 1, 0, 0, 0]
    let usual = try #require(TTest.welch(a.independent, b.independent))
    #expect(isClose(together.p, usual.p, 1e-10))
  }

  @Test("a pair shows more than two groups of the same scores")
  func weaker() throws {
    let first = (0..<30).map { Double($0) / 40 }
    let second = first.enumerated().map { $1 + ($0.isMultiple(of: 2) ? 0.06 : 0.02) }
    let pairs = zip(first, second).map { $1 - $0 }.independent
    let paired = try #require(Estimate.difference(of: pairs, within: -1...1)?.interval)
    let unpaired = try #require(
      UnpairedDifference(first: first.independent, second: second.independent, within: 0...1))
    #expect(paired.lowerBound > 0 && unpaired.p.map { $0 > 0.3 } == true)
    #expect(try #require(unpaired.estimate.interval).contains(0))
  }

  @Test("sides that do not vary, or hardly, have the limits of bounded means")
  func constant() throws {
    let ones = (0..<20).map { PairedDifference(value: 1, cluster: "\($0 / 2)") }
    let result = try #require(UnpairedDifference(first: ones, second: ones, within: 0...1))
    #expect(result.p == nil && result.estimate.value == 0)
    #expect(isClose(result.estimate.interval, -0.3084971078, 0.3084971078, 1e-8))
    let single = ones.prefix(2).map { PairedDifference(value: $0.value, cluster: "a") }
    #expect(
      UnpairedDifference(first: single, second: ones, within: 0...1)?.estimate.interval == nil)
    #expect(UnpairedDifference(first: [], second: ones, within: 0...1) == nil)
  }
}
