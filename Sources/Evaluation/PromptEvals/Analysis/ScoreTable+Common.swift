import EvalStatistics

extension ScoreTable {
  /// Returns the mean of each side on a metric: of a variant over the transcripts of which all variants have a score, and
  /// of a reference over its own.
  ///
  /// A variant without any score is left out; empty if the others have no transcript in common.
  func common(_ metric: Int, of run: EvalRun) -> [String: Estimate] {
    ScoreColumns(self, metric: metric, run: run).estimates(at: Array(transcripts.indices))
  }
}

/// The scores of all sides on one metric, transcript by transcript.
struct ScoreColumns {
  let role: EvalMetricRole
  /// The cluster of each transcript.
  var clusters: [String]
  /// The mean of each transcript's samples by side; `nil` where there is none.
  var sides: [(id: String, isReference: Bool, means: [Double?])]
  /// The transcripts that a challenger cannot be compared by, by challenger.
  private var incomparable: [String: Set<Int>] = [:]

  init(_ table: ScoreTable, metric: Int, run: EvalRun) {
    role = table.metrics[metric]
    clusters = table.clusters
    sides = run.design.sides.map { side in
      (
        id: side, isReference: run.design.references.contains(side),
        means: table.column(of: side, metric: metric).map(\.mean)
      )
    }
    for challenger in run.design.challengers {
      incomparable[challenger.id] = table.incomparable(
        metric, run.design.baseline, challenger.id)
    }
  }

  init(
    role: EvalMetricRole, clusters: [String],
    sides: [(id: String, isReference: Bool, means: [Double?])]
  ) {
    self.role = role
    self.clusters = clusters
    self.sides = sides
  }

  /// Returns the means over some transcripts, as in ``ScoreTable/common(_:of:)``.
  func estimates(at places: [Int]) -> [String: Estimate] {
    let variants = sides.filter { side in
      !side.isReference && places.contains { side.means[$0] != nil }
    }
    let shared = places.filter { place in
      variants.allSatisfy { $0.means[place] != nil }
        && !incomparable.values.contains { $0.contains(place) }
    }
    return sides.reduce(into: [:]) { result, side in
      let own = side.isReference ? places : shared
      let members = own.compactMap { place in
        side.means[place].map { PairedDifference(value: $0, cluster: clusters[place]) }
      }
      result[side.id] = Estimate.mean(of: members, within: role.bounds)?.cut(for: role)
    }
  }

  /// Returns the difference of two sides over some of the transcripts.
  func difference(from baseline: String, to challenger: String, at places: [Int]) -> Estimate? {
    guard let first = sides.first(where: { $0.id == baseline })?.means,
      let second = sides.first(where: { $0.id == challenger })?.means
    else { return nil }
    let omitted = incomparable[challenger] ?? []
    let members = places.compactMap { place -> PairedDifference? in
      guard !omitted.contains(place), let a = first[place], let b = second[place] else {
        return nil
      }
      return PairedDifference(value: b - a, cluster: clusters[place])
    }
    return Estimate.difference(of: members, within: role.bounds == nil ? nil : -1...1)
  }
}

extension Estimate {
  /// The estimate without the part of its interval that no value can have: no reply costs less than nothing.
  func cut(for role: EvalMetricRole) -> Estimate {
    guard role.bounds == nil, let interval, interval.lowerBound < 0 else { return self }
    var estimate = self
    estimate.interval = 0...max(0, interval.upperBound)
    return estimate
  }
}
