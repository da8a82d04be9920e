import EvalStatistics
import Testing
import TestKit

@Suite("Agreement of raters")
struct KappaTests {
  private static let first = [
    2, 2, 1, 1, 0, 2, 1, 1, 0, 0, 1, 1, 1, 1, 2, 0, 2, 2, 1, 0, 0, 1, 1, 0, 2, 1, 0, 0, 0, 1, 1, 0,
    1, 0, 1, 1, 0, 0, 1, 0,
  ]
  private static let second = [
    2, 2, 1, 1, 0, 2, 1, 1, 0, 0, 1, 1, 1, 0, 2, 2, 2, 0, 1, 0, 2, 1, 1, 1, 2, 1, 0, 0, 0, 1, 1, 0,
    1, 0, 1, 1, 0, 2, 0, 0,
  ]

  @Test("Cohen's κ and its standard error agree with statsmodels")
  func cohen() throws {
    let kappa = try #require(CohenKappa.estimate(Self.first, Self.second))
    #expect(isClose(kappa.value, 0.7257590597453476, 1e-12))
    #expect(isClose(kappa.standardError, 0.09264213260905334, 1e-12))
    #expect(isClose(kappa.interval, 0.54418381647, 0.90733430302, 1e-9))
    // Names of categories do not matter.
    let words = ["no", "yes", "maybe"]
    let named = CohenKappa.estimate(Self.first.map { words[$0] }, Self.second.map { words[$0] })
    #expect(isClose(named?.value, kappa.value, 1e-12))
  }

  @Test("items of one transcript widen the interval")
  func clusters() throws {
    let single = try #require(
      CohenKappa.estimate(
        Self.first, Self.second, clusters: Self.first.indices.map(String.init), seed: 1))
    let exact = try #require(CohenKappa.estimate(Self.first, Self.second))
    #expect(single.value == exact.value)
    let interval = try #require(single.interval)
    #expect(isClose(interval, 0.53, 0.9, 0.03))
    // The same items four times over are no more certain.
    let firsts: [Int] = (0..<160).map { Self.first[$0 % 40] }
    let seconds: [Int] = (0..<160).map { Self.second[$0 % 40] }
    let names = (0..<160).map { String($0 % 40) }
    let copies = try #require(CohenKappa.estimate(firsts, seconds, clusters: names, seed: 1))
    #expect(isClose(copies.interval, interval.lowerBound, interval.upperBound, 0.01))
    #expect(copies.count == 160 && copies.clusters == 40)
  }

  @Test("if only agreement was possible, κ is undefined")
  func undefined() {
    #expect(CohenKappa.estimate([1, 1], [1, 1]) == nil)
    #expect(CohenKappa.estimate([Int](), []) == nil)
    #expect(CohenKappa.estimate([1], [1, 2]) == nil)
    #expect(FleissKappa.estimate([[3, 0], [3, 0]], seed: 1) == nil)
    #expect(FleissKappa.estimate([[3, 0], [1, 1]], seed: 1) == nil)
    #expect(FleissKappa.estimate([[1, 0], [0, 1]], seed: 1) == nil)
    #expect(FleissKappa.estimate([], seed: 1) == nil)
    // Complete agreement on several categories is κ = 1, without a claim of certainty.
    let complete = CohenKappa.estimate([0, 1, 0], [0, 1, 0])
    #expect(complete?.value == 1 && complete?.interval == nil)
  }

  @Test("Fleiss' κ of ten items, five categories and fourteen raters")
  func fleiss() throws {
    let counts = [
      [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
      [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
    ]
    let kappa = try #require(FleissKappa.estimate(counts, seed: 1))
    #expect(isClose(kappa.value, 0.20993070442195522, 1e-12))
    let interval = try #require(kappa.interval)
    #expect(interval.contains(kappa.value) && interval.upperBound - interval.lowerBound < 0.5)
  }
}
