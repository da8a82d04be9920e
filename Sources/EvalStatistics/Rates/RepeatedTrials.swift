/// A transcript that was tried n times and passed c times: what k tries would come to.
///
/// Both are the unbiased estimates over all sets of k of the n tries (Chen et al. 2021 for pass@k,
/// Yao et al. 2024 for pass^k). Average them over transcripts.
package struct RepeatedTrials: Sendable, Hashable {
  /// n, the tries.
  package let trials: Int
  /// c, those that passed.
  package let passed: Int

  /// Nil unless 0 ≤ passed ≤ trials.
  package init?(trials: Int, passed: Int) {
    guard trials >= 0, (0...trials).contains(passed) else { return nil }
    self.trials = trials
    self.passed = passed
  }

  /// pass@k = 1 - C(n-c, k)/C(n, k), the chance that at least one of k tries passes: what can be
  /// reached. Nil unless 1 ≤ k ≤ n.
  package func atLeastOne(of k: Int) -> Double? {
    share(of: trials - passed, in: k).map { 1 - $0 }
  }

  /// pass^k = C(c, k)/C(n, k), the chance that all of k tries pass: what can be relied on. Nil
  /// unless 1 ≤ k ≤ n.
  package func all(of k: Int) -> Double? { share(of: passed, in: k) }

  /// The share of sets of k tries that lie wholly within `some` of them.
  private func share(of some: Int, in k: Int) -> Double? {
    guard k >= 1, k <= trials else { return nil }
    return (0..<k).reduce(1) { $0 * Double(max(0, some - $1)) / Double(trials - $1) }
  }
}
