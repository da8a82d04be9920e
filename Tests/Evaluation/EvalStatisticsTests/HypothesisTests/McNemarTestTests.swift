import EvalStatistics
import Testing
import TestKit

@Suite("Tests of two shares on the same transcripts")
struct McNemarTestTests {
  @Test("approval of a president, 150 against 86")
  func approval() throws {
    let test = try #require(McNemarTest(onlyFirst: 150, onlySecond: 86))
    #expect(isClose(test.exactP, 3.7159361395713866e-05, 1e-14))
    #expect(isClose(test.chiSquared(isCorrected: true), 16.817797))
    #expect(isClose(test.chiSquared(isCorrected: false), 17.355932))
    #expect(isClose(test.chiSquaredP(isCorrected: true), 4.114562281345944e-05, 1e-14))
    #expect(isClose(test.chiSquaredP(isCorrected: false), 3.099293441045215e-05, 1e-14))
  }

  @Test("few discordant transcripts: exact and mid-p", arguments: [(9, 3), (3, 9)])
  func few(first: Int, second: Int) throws {
    let test = try #require(McNemarTest(onlyFirst: first, onlySecond: second))
    #expect(isClose(test.exactP, 0.145996, 1e-5))
    #expect(isClose(test.exactP, 0.14599609375, 1e-12))
    #expect(isClose(test.midP, 0.09228515625, 1e-12))
  }

  @Test(
    "equal counts are not significant, and without discordant transcripts there is no statistic")
  func edges() throws {
    let equal = try #require(McNemarTest(onlyFirst: 4, onlySecond: 4))
    #expect(equal.exactP == 1 && equal.midP == 1)
    #expect(equal.chiSquared(isCorrected: true) == 0)
    let none = try #require(McNemarTest(onlyFirst: 0, onlySecond: 0))
    #expect(none.exactP == 1 && none.midP == 1)
    #expect(none.chiSquared(isCorrected: false) == nil)
    #expect(none.chiSquaredP(isCorrected: true) == nil)
    #expect(McNemarTest(onlyFirst: -1, onlySecond: 2) == nil)
  }

  @Test("for clusters, sums replace counts")
  func clusters() throws {
    // Clusters of one: Z² is McNemar's χ² without correction.
    let ones =
      (Array(repeating: 1.0, count: 9) + Array(repeating: -1, count: 3) + [0, 0]).independent
    let test = try #require(ClusteredBinaryTest(ones))
    #expect(isClose(test.statistic * test.statistic, 3, 1e-12))
    #expect(isClose(test.p, 0.08326451666355044, 1e-10))
    // Sums 2, 1 and -1 over clusters: 2/√6.
    let values = [("a", 1.0), ("a", 1), ("b", 1), ("b", 0), ("c", -1), ("d", 1), ("d", -1)]
    let clustered = try #require(
      ClusteredBinaryTest(values.map { PairedDifference(value: $0.1, cluster: $0.0) }))
    #expect(isClose(clustered.statistic, 2 / 6.0.squareRoot(), 1e-12))
    #expect(ClusteredBinaryTest([0, 0].independent) == nil)
  }
}
