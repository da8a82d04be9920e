package import EvalStatistics

/// The agreement between the people who labelled messages, which no grader can be expected to exceed.
package struct InterRaterAgreement: Sendable, Hashable {
  /// A measure of agreement.
  package enum Measure: String, Sendable, Hashable, CaseIterable {
    /// Fleiss' κ, for messages that all have the same number of labels.
    case fleissKappa = "fleiss-kappa"
    /// Krippendorff's α for nominal data, for messages with different numbers of labels.
    case krippendorffAlpha = "krippendorff-alpha"

    /// The Greek letter of the measure.
    package var symbol: String { self == .fleissKappa ? "κ" : "α" }
  }

  /// The measure that was computed.
  package var measure: Measure
  /// The agreement with its interval, over the messages with at least two labels.
  package var estimate: Estimate

  /// Computes the agreement on all messages, including those on which people are divided.
  ///
  /// `nil` if no message has two labels, or if all labels are the same.
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
