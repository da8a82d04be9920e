public import EvalStatistics

/// How far the people who labelled messages agree with each other: what no grader can be expected to exceed.
public struct InterRaterAgreement: Sendable, Hashable {
  /// What measures it.
  public enum Measure: String, Sendable, Hashable, CaseIterable {
    /// Fleiss' κ, where all messages have the same number of labels.
    case fleissKappa = "fleiss-kappa"
    /// Krippendorff's α for categories, where they have not.
    case krippendorffAlpha = "krippendorff-alpha"

    /// The letter that stands for it.
    public var symbol: String { self == .fleissKappa ? "κ" : "α" }
  }

  /// Which measure it is.
  public var measure: Measure
  /// The measure with its interval, over the messages that have two labels or more.
  public var estimate: Estimate

  /// Takes everything that was said of each message, those on which people are divided included.
  ///
  /// Nil where no message has two labels, or all labels are the same.
  init?(_ votes: [[Bool]], clusters: [String], seed: UInt64) {
    let judged = zip(votes, clusters).filter { $0.0.count > 1 }
    let names = judged.map(\.1)
    let estimate: Estimate?
    if Set(judged.map(\.0.count)).count == 1 {
      measure = .fleissKappa
      estimate = FleissKappa.estimate(
        judged.map { votes, _ in [votes.count { $0 }, votes.count { !$0 }] }, clusters: names,
        seed: seed)
    } else {
      measure = .krippendorffAlpha
      estimate = KrippendorffAlpha.estimate(
        judged.map { votes, _ in votes.map { $0 ? 1 : 0 } }, scale: .nominal, clusters: names,
        seed: seed)
    }
    guard let estimate else { return nil }
    self.estimate = estimate
  }
}
