public import EvalStatistics

/// The variants by score and cost: which of them nobody would choose, because another one scores at least as well for no
/// more money.
public struct Frontier: Sendable, Hashable {
  /// One variant.
  public struct Point: Sendable, Hashable {
    /// The ID of the variant.
    public var side: String
    /// The prompt, as `name@version`.
    public var prompt: String
    /// The model, as reports show it.
    public var model: String
    /// The score, from 0 to 1.
    public var score: Estimate
    /// The cost of a sample's replies, in dollars.
    public var dollars: Estimate
    /// The ID of a variant that scores at least as well and costs at most as much, and is better in one of the two: one
    /// that is clearly better if there is one. `nil` for a variant on the frontier.
    public var dominatedBy: String?
    /// Whether the variant and the one by which it is dominated are apart in score and cost by more than their intervals.
    ///
    /// False on the frontier.
    public var isClearlyDominated = false
  }

  /// The ID of the metric that the score is of.
  public var metric: String
  /// The variants whose score and cost are known, the cheapest first.
  public var points: [Point]
  /// The IDs of variants whose score or cost is not known, so that they have no place.
  public var unplaced: [String]
}

extension EvalReport {
  /// The variants by score and cost; `nil` if fewer than two have a known cost, or if none costs anything.
  ///
  /// The score is the weighted mean of all graders if there is one, or else that of the only grader.
  public var frontier: Frontier? {
    let rated = metric(EvalMetric.overall) ?? metrics.first { $0.role.bounds != nil }
    guard let rated, let priced = metrics.first(where: { $0.role.kind == .dollars }) else {
      return nil
    }
    var frontier = Frontier(metric: rated.role.id, points: [], unplaced: [])
    for side in run.design.variants {
      guard let score = rated.shown(side.id), let dollars = priced.shown(side.id) else {
        frontier.unplaced.append(side.id)
        continue
      }
      frontier.points.append(
        .init(side: side.id, prompt: side.prompt, model: side.model, score: score, dollars: dollars)
      )
    }
    guard frontier.points.count > 1, frontier.points.contains(where: { $0.dollars.value > 0 })
    else { return nil }
    frontier.findDominated()
    return frontier
  }
}

extension Frontier {
  mutating func findDominated() {
    let all = points.sorted {
      ($0.dollars.value, -$0.score.value, $0.side) < ($1.dollars.value, -$1.score.value, $1.side)
    }
    points = all.map { point in
      var point = point
      let better = all.filter { $0.dominates(point) }
      // A variant of the frontier if possible, since one that is dominated itself explains less.
      let undominated = better.filter { candidate in !all.contains { $0.dominates(candidate) } }
      let clear =
        undominated.first { $0.clearlyDominates(point) }
        ?? better.first { $0.clearlyDominates(point) }
      point.dominatedBy = (clear ?? undominated.first)?.side
      point.isClearlyDominated = clear != nil
      return point
    }
  }
}

extension Frontier.Point {
  /// Means of thirds differ from their sum in the last bit.
  private static let tolerance = 1e-9

  fileprivate func dominates(_ other: Self) -> Bool {
    let margin = Self.tolerance * max(dollars.value, other.dollars.value)
    guard score.value >= other.score.value - Self.tolerance,
      dollars.value <= other.dollars.value + margin
    else { return false }
    return score.value > other.score.value + Self.tolerance
      || dollars.value < other.dollars.value - margin
  }

  fileprivate func clearlyDominates(_ other: Self) -> Bool {
    guard dominates(other), let score = score.interval, let otherScore = other.score.interval,
      let dollars = dollars.interval, let otherDollars = other.dollars.interval
    else { return false }
    return score.lowerBound > otherScore.upperBound
      && dollars.upperBound < otherDollars.lowerBound
  }
}

extension Frontier.Point {
  /// The place of the variant in words.
  package var place: String {
    guard let dominatedBy else { return "on the frontier" }
    return "dominated by \(dominatedBy)" + (isClearlyDominated ? "" : ", within the intervals")
  }
}
