/// How often a candidate is preferred, and how much of that is the order of showing.
package struct WinRate: Sendable, Hashable {
  /// Wins, ties counting half, with the interval of the clustered mean.
  package let rate: Estimate
  /// The share of pairs whose preference changes with the order, with the same interval; nil where
  /// it is unknown because pairs were judged in one order.
  package let flipRate: Estimate?
  /// Of all preferences that are not a tie, the share for the reply shown first, with its bootstrap
  /// interval over clusters: .5 for a judge without a leaning. Nil when there is none.
  package let firstPositionRate: Estimate?

  /// Summarises pairs judged in both orders; nil when there is none.
  package init?(_ judgements: [SwappedJudgement], seed: UInt64) {
    let clusters = judgements.map(\.cluster)
    guard let rate = Self.mean(judgements.map(\.outcome.rawValue), clusters) else { return nil }
    self.rate = rate
    flipRate = Self.mean(judgements.map { $0.isFlipped ? 1 : 0 }, clusters)
    let members = ClusterMembers(clusters)
    let parts = members.positions.map { positions in
      positions.reduce(into: PlaceCounts()) { $0.add(judgements[$1]) }
    }
    firstPositionRate = Bootstrap.estimate(
      clusters: parts.count, count: judgements.count, seed: seed
    ) { drawn in
      let first = drawn.reduce(0) { $0 + parts[$1].first }
      let all = drawn.reduce(0) { $0 + parts[$1].first + parts[$1].second }
      return all > 0 ? Double(first) / Double(all) : nil
    }
  }

  /// Summarises outcomes that are known already, each with its cluster; nil when there is none.
  package init?(outcomes: [(outcome: SwappedJudgement.Outcome, cluster: String)]) {
    guard let rate = Self.mean(outcomes.map(\.outcome.rawValue), outcomes.map(\.cluster)) else {
      return nil
    }
    self.rate = rate
    flipRate = nil
    firstPositionRate = nil
  }

  private static func mean(_ values: [Double], _ clusters: [String]) -> Estimate? {
    let members = zip(values, clusters).map { PairedDifference(value: $0, cluster: $1) }
    return ClusterTotals(members).map {
      ClusteredInterval.estimate($0, of: .scores, bounds: 0...1)
    }
  }

  /// How often each place was preferred.
  private struct PlaceCounts {
    var first = 0
    var second = 0

    mutating func add(_ judgement: SwappedJudgement) {
      for preference in [judgement.candidateFirst, judgement.candidateSecond] {
        switch preference {
        case .first: first += 1
        case .second: second += 1
        case .tie: break
        }
      }
    }
  }
}
