/// The pass@k and pass^k of a transcript that was tried n times and passed c times.
///
/// Both are the unbiased estimates over all sets of k of the n trials (Chen et al. 2021 for pass@k,
/// Yao et al. 2024 for pass^k). Average them over transcripts.
package struct RepeatedTrials: Sendable, Hashable {
  /// n, the number of trials.
  package let trials: Int
  /// c, the number of trials that passed.
  package let passed: Int

  /// Returns `nil` unless 0 ≤ passed ≤ trials.
  package init?(trials: Int, passed: Int) {
    guard trials >= 0, (0...trials).contains(passed) else { return nil }
    self.trials = trials
    self.passed = passed
  }

  /// Returns pass@k = 1 - C(n-c, k)/C(n, k), the probability that at least one of k trials passes:
  /// what can be reached.
  ///
  /// Returns `nil` unless 1 ≤ k ≤ n.
  package func atLeastOne(of k: Int) -> Double? {
    share(of: trials - passed, in: k).map { 1 - $0 }
  }

  /// Returns pass^k = C(c, k)/C(n, k), the probability that all of k trials pass: what can be
  /// relied on.
  ///
  /// Returns `nil` unless 1 ≤ k ≤ n.
  package func all(of k: Int) -> Double? { share(of: passed, in: k) }

  /// Returns the share of sets of k trials that lie entirely within `some` given ones.
  private func share(of some: Int, in k: Int) -> Double? {
    guard k >= 1, k <= trials else { return nil }
    return (0..<k).reduce(1) { $0 * Double(max(0, some - $1)) / Double(trials - $1) }
  }
}
