@testable import EvalStatistics
import Testing
import TestKit

/// References were computed with 40 digits (mpmath), quantiles with SciPy 1.17.
@Suite("Distributions are accurate to at least ten digits")
struct DistributionTests {
  @Test(
    "Student's t quantiles, integer and fractional degrees of freedom",
    arguments: [
      (0.975, 1.0, 12.706204736174694), (0.975, 4, 2.7764451051977934),
      (0.975, 9, 2.262157162798205), (0.975, 30, 2.0422724563012378),
      (0.975, 2.7, 3.3921483831737507), (0.995, 1.5, 17.820310514462804),
      (0.9, 0.5, 10.27032441023451), (0.999999, 3.3, 73.7907597169549),
      (0.6, 1e6, 0.25334717053784184),
    ])
  func studentQuantiles(p: Double, degrees: Double, value: Double) {
    #expect(isClose(StudentT.quantile(p, degreesOfFreedom: degrees), value, 1e-11))
    #expect(isClose(StudentT.quantile(1 - p, degreesOfFreedom: degrees), -value, 1e-9))
  }

  @Test(
    "the tail of Student's t keeps its relative precision far out",
    arguments: [
      (2.147987, 14.0, 0.02485149335918378), (40, 1.5, 0.001489812195465623),
      (0.001, 0.5, 0.4997303238342438), (3, 1e6, 0.001349931270710899),
      (8, 30, 3.132911237850379e-9), (1e-9, 5, 0.4999999996203933),
    ])
  func studentTails(t: Double, degrees: Double, tail: Double) throws {
    let upper = try #require(StudentT.upperTail(t, degreesOfFreedom: degrees))
    #expect(abs(upper / tail - 1) < 1e-10)
    #expect(isClose(StudentT.cumulative(-t, degreesOfFreedom: degrees), tail, 1e-12))
    #expect(isClose(StudentT.cumulative(t, degreesOfFreedom: degrees), 1 - tail, 1e-12))
  }

  @Test(
    "quantiles invert tails, down to one in a hundred million",
    arguments: [0.3, 1, 2.5, 7, 40, 3e4])
  func studentRoundTrip(degrees: Double) throws {
    for tail in [0.4, 0.1, 0.01, 1e-4, 1e-8] {
      let t = try #require(StudentT.upperQuantile(tail, degreesOfFreedom: degrees))
      let back = try #require(StudentT.upperTail(t, degreesOfFreedom: degrees))
      #expect(abs(back / tail - 1) < 1e-10)
    }
  }

  @Test("undefined values are nil")
  func undefined() {
    #expect(StudentT.quantile(1, degreesOfFreedom: 5) == nil)
    #expect(StudentT.quantile(0.5, degreesOfFreedom: 0) == nil)
    #expect(StudentT.upperTail(1, degreesOfFreedom: -1) == nil)
    #expect(StudentT.upperTail(.nan, degreesOfFreedom: 1) == nil)
    #expect(NormalDistribution.quantile(0) == nil)
    #expect(NormalDistribution.quantile(1) == nil)
    #expect(ChiSquaredDistribution.upperTail(1, degreesOfFreedom: 0) == nil)
    #expect(BetaDistribution.quantile(0.5, a: 0, b: 1) == nil)
    #expect(BinomialDistribution.probability(of: 3, trials: 2, p: 0.5) == nil)
    #expect(BinomialDistribution.lowerTail(1, trials: 2, p: 1.5) == nil)
  }

  @Test(
    "the normal tail",
    arguments: [
      (0.5, 0.3085375387259869), (1.96, 0.02499789514822044), (5, 2.866515718791939e-7),
      (10, 7.619853024160526e-24), (30, 4.906713927148187e-198),
    ])
  func normalTails(z: Double, tail: Double) throws {
    #expect(abs(NormalDistribution.upperTail(z) / tail - 1) < 1e-12)
    #expect(abs(NormalDistribution.cumulative(-z) / tail - 1) < 1e-12)
    let back = try #require(NormalDistribution.upperQuantile(tail))
    #expect(isClose(back, z, 1e-12))
  }

  @Test(
    "normal quantiles",
    arguments: [
      (0.975, 1.959963984540054), (0.8, 0.8416212335729142), (0.9999999, 5.199337582192817),
      (0.5, 0),
    ])
  func normalQuantiles(p: Double, z: Double) {
    // Near 1, a probability itself has no more than nine digits to offer.
    #expect(isClose(NormalDistribution.quantile(p), z, 1e-9))
    #expect(isClose(NormalDistribution.quantile(1 - p), -z, 1e-9))
  }

  @Test(
    "the chi-squared tail",
    arguments: [
      (17.355932, 1.0, 3.099293772727718e-5), (0.01, 1, 0.920344325445942),
      (3.3, 2.5, 0.267450313125719), (100, 60, 0.0009168288614560799),
      (200, 60, 5.893259698661472e-17), (40, 60, 0.9781817824744426),
    ])
  func chiSquared(x: Double, degrees: Double, tail: Double) throws {
    let value = try #require(ChiSquaredDistribution.upperTail(x, degreesOfFreedom: degrees))
    #expect(abs(value / tail - 1) < 1e-11)
    #expect(ChiSquaredDistribution.upperTail(0, degreesOfFreedom: degrees) == 1)
  }

  @Test(
    "beta quantiles",
    arguments: [
      (0.025, 8.0, 3.0, 0.4439045376923585), (0.975, 9, 2, 0.9747892736731666),
      (0.975, 1, 20, 0.1684334709830853), (0.5, 0.5, 0.5, 0.5),
      (0.025, 2.3, 40.7, 0.008243390424227136), (0.975, 300, 700, 0.3287593688520695),
    ])
  func beta(p: Double, a: Double, b: Double, x: Double) {
    #expect(isClose(BetaDistribution.quantile(p, a: a, b: b), x, 1e-12))
  }

  @Test(
    "the binomial distribution",
    arguments: [
      (3, 12, 0.5, 0.072998046875, 0.053710937500000014),
      (86, 236, 0.5, 1.8579680697856933e-05, 8.225466219559586e-06),
      (0, 20, 0.1, 0.12157665459056925, 0.12157665459056922),
      (7, 50, 0.03, 0.9998858294705536, 0.0005895640881307266),
    ])
  func binomial(successes: Int, trials: Int, p: Double, lower: Double, point: Double) throws {
    let tail = try #require(BinomialDistribution.lowerTail(successes, trials: trials, p: p))
    #expect(abs(tail / lower - 1) < 1e-11)
    let probability = try #require(
      BinomialDistribution.probability(of: successes, trials: trials, p: p))
    #expect(abs(probability / point - 1) < 1e-11)
    let upper = BinomialDistribution.upperTail(successes + 1, trials: trials, p: p)
    #expect(isClose(upper, 1 - lower, 1e-12))
  }

  @Test(
    "the logarithm of the gamma function",
    arguments: [
      (0.1, 2.2527126517342059), (0.5, 0.57236494292470009), (1.5, -0.12078223763524522),
      (7.3, 7.1478925230222487), (14.9, 24.924132002217278), (15, 25.191221182738682),
      (123.4, 469.33609744219059), (1e6, 12815504.569147612),
    ])
  func logGamma(x: Double, value: Double) {
    #expect(isClose(LogGamma.value(x), value, 2e-15))
  }

  @Test(
    "the logarithm of the beta function, where gammas would cancel",
    arguments: [
      (1e6, 0.5, -6.335390211057437), (20, 30, -33.968820791977383),
      (0.5, 0.5, 1.1447298858494002), (15, 1e5, -147.50371074106842),
    ])
  func logBeta(a: Double, b: Double, value: Double) {
    #expect(isClose(LogGamma.beta(a, b), value, 1e-14))
    #expect(isClose(LogGamma.beta(b, a), value, 1e-14))
  }
}
