@testable import EvalStatistics
import Foundation
import Testing
import TestKit

@Suite("Weighted sums of exponential variables")
struct ExponentialSumTests {
  private func probability(_ weights: [Double], counts: [Double]? = nil) -> Double {
    let counts = counts ?? Array(repeating: 1, count: weights.count)
    let terms = zip(weights, counts).map { ExponentialSum.Term(weight: $0, slope: 1, count: $1) }
    return exp(ExponentialSum(terms: terms).logProbability().value)
  }

  @Test("two variables: the probability is the share of the negative weight")
  func two() {
    // P(aE ≤ bF) = b/(a + b).
    for (a, b) in [(1.0, 1.0), (3, 1), (0.01, 5), (7, 0.002)] {
      #expect(isClose(probability([a, -b]), b / (a + b), 1e-11))
    }
  }

  @Test("distinct weights agree with the partial fractions of the density")
  func distinct() {
    let weights = [0.9, 0.4, 0.25, -0.3, -0.7, -1.1]
    // Σ over the negative weights of Π wᵢ/(wᵢ - wⱼ).
    let exact = weights.filter { $0 < 0 }.reduce(0) { sum, own in
      sum + weights.filter { $0 != own }.reduce(1) { $0 * own / (own - $1) }
    }
    #expect(isClose(probability(weights), exact, 1e-11))
  }

  @Test(
    "equal weights agree with the beta distribution, also far out", arguments: [0.5, 5, 50, 5_000])
  func equal(ratio: Double) {
    // The share of the first of two sums of exponential variables is beta distributed.
    let exact = IncompleteBeta.value(1 / (1 + ratio), a: 2, b: 30)
    #expect(abs(probability([ratio, -1], counts: [2, 30]) / exact - 1) < 1e-9)
  }

  @Test("a count that is not whole is a gamma variable")
  func fractions() {
    let found = probability([1, -1], counts: [2.5, 3.25])
    #expect(isClose(found, IncompleteBeta.value(0.5, a: 2.5, b: 3.25), 1e-10))
  }

  @Test("without a weight on one side, the sum has a sign for certain")
  func certain() {
    #expect(probability([-1, -2]) == 1)
    #expect(probability([1, 2]) == 0)
    #expect(probability([0, -1]) == 1)
  }

  @Test("the derivative is that of the value")
  func derivative() {
    func value(_ limit: Double) -> (value: Double, derivative: Double) {
      ExponentialSum(
        terms: [0.4, -0.2, 0.1, 0.9].map { .init(weight: $0 - limit, slope: 1, count: 2) }
      ).logProbability()
    }
    let step = 1e-6
    let numeric = (value(0.1 + step).value - value(0.1 - step).value) / (2 * step)
    #expect(isClose(value(0.1).derivative, numeric, 1e-6))
  }
}
