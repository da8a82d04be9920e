@testable import EvalStatistics
import Testing
import TestKit

@Suite("CR2 standard errors and Satterthwaite's degrees of freedom")
struct ClusteredMeanTests {
  @Test("unequal clusters agree with the matrix formulas of Bell and McCaffrey")
  func matrices() throws {
    // From (I - H_gg)^(-1/2) and the eigenvalues of the quadratic form, computed with NumPy.
    let mean = try #require(ClusterTotals(ReferenceData.clustered).flatMap(ClusteredMean.init))
    #expect(isClose(mean.value, 0.0295, 1e-12))
    #expect(isClose(mean.standardError, 0.07922150956288687, 1e-12))
    #expect(isClose(mean.degreesOfFreedom, 5.144186826548152, 1e-12))
    #expect(isClose(mean.interval(tail: 0.025), -0.17244045644622352, 0.23144045644622352, 1e-11))
    let test = try #require(TTest.clustered(ReferenceData.clustered))
    #expect(isClose(test.p, 0.724464856063315, 1e-11))
  }

  @Test("equal clusters give the usual standard error with G/(G-1), and G - 1 degrees of freedom")
  func equalClusters() throws {
    let totals = try #require(ClusterTotals(ReferenceData.twenty))
    let mean = try #require(ClusteredMean(totals))
    #expect(isClose(mean.standardError, 0.6454972))
    #expect(isClose(mean.degreesOfFreedom, 3, 1e-12))
    #expect(isClose(ClusteredGInterval.standardError(totals), 0.6454972))
    // Without the factor G/(G-1).
    #expect(isClose(mean.standardError * 0.75.squareRoot(), 0.5590170))
  }

  @Test("statsmodels' clustered standard error, with the factor G/(G-1)")
  func statsmodels() throws {
    let totals = try #require(ClusterTotals(ReferenceData.clustered))
    #expect(isClose(ClusteredGInterval.standardError(totals), 0.080629517223031, 1e-12))
  }

  @Test("with clusters of one, the interval is Student's paired interval")
  func singles() throws {
    let totals = try #require(ClusterTotals(ReferenceData.maize.independent))
    let mean = try #require(ClusteredMean(totals))
    #expect(isClose(mean.standardError, 9.745557))
    #expect(isClose(mean.degreesOfFreedom, 14, 1e-12))
    let independent = IntervalMethod.independent.interval(ReferenceData.clustered)
    #expect(isClose(independent, -0.17996845912315626, 0.23896845912315626, 1e-11))
  }

  @Test("degrees of freedom lie between 1 and G - 1, however unequal the clusters")
  func degreesOfFreedom() throws {
    var random = SeededRandom(seed: 3)
    for _ in 0..<500 {
      let clusters = 2 + random.position(below: 9)
      let groups = (0..<clusters).map { _ in
        (0...random.position(below: 30)).map { _ in Double(random.position(below: 100)) }
      }
      let mean = try #require(ClusterTotals(groups).flatMap(ClusteredMean.init))
      #expect(mean.degreesOfFreedom > 1 - 1e-9)
      #expect(mean.degreesOfFreedom < Double(clusters - 1) + 1e-9)
    }
  }

  @Test("one cluster has no standard error")
  func oneCluster() {
    let differences = [0.1, 0.2].map { PairedDifference(value: $0, cluster: "a") }
    #expect(ClusterTotals(differences).flatMap(ClusteredMean.init) == nil)
    #expect(Estimate.difference(of: differences, within: -1...1)?.interval == nil)
  }
}
