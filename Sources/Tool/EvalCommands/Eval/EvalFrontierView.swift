import CommandLineSupport
import EvalStatistics
import PromptEvals

/// A table of versions by score and cost.
struct EvalFrontierView {
  let frontier: Frontier

  var table: TextTable {
    var table = TextTable(
      [
        ("score and cost", .left), ("model", .left), (frontier.metric, .right),
        ("95 % interval", .right), ("a sample", .right), ("95 % interval", .right),
        ("place", .left),
      ], shrinkable: ["score and cost": 14, "model": 12, "place": 16])
    for point in frontier.points {
      let cells = [
        point.side, point.model, Figures.percent(point.score.value),
        point.score.interval.map { Figures.percent($0) } ?? "–",
        Figures.dollars(point.dollars.value),
        point.dollars.interval.map {
          "[\(Figures.dollars($0.lowerBound)), \(Figures.dollars($0.upperBound))]"
        } ?? "–", point.place,
      ]
      table.add(point.dominatedBy == nil ? cells : cells.map { $0.inked(.dim) })
    }
    for side in frontier.unplaced {
      table.add([side, "", "", "", "unknown", "", "without a place"])
    }
    return table
  }
}
