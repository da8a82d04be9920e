import EvalStatistics
import PromptEvals

extension EvalGate {
  /// Returns the demands that cannot be met with so few clusters, even if nothing differs or fails, one sentence each.
  ///
  /// - Parameters:
  ///   - clusters: The number of clusters of observations.
  ///   - known: A larger number; demands that cannot be met with that either are left out.
  func hopelessDemands(clusters: Int, beyond known: Int = .max) -> [String] {
    let demands =
      margins.map {
        ($0.margin, "a margin of \(Figures.decimal($0.margin * 100, places: 1)) points", $0.metric)
      }
      + levels.map { (1 - $0.minimum, "a level of \(Figures.percent($0.minimum))", $0.metric) }
    return demands.compactMap { margin, demand, metric in
      guard let needed = GateDecision.clustersNeeded(margin: margin, tail: lastTail),
        needed > clusters, needed <= known
      else { return nil }
      return
        "\(demand) on \(metric) takes at least \(Figures.counted(needed, "cluster")), even if nothing differs:"
        + " with \(Figures.count(clusters)) the gate cannot pass"
    }
  }

  /// The error of passing at the last look, for which earlier looks leave less than a single analysis has.
  private var lastTail: Double {
    guard looks.count > 1, let plan = SequentialPlan(looks: looks),
      let tail = plan.tail(at: looks.count - 1)
    else { return 0.025 }
    return tail
  }
}
