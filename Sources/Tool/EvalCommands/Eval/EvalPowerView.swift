import CommandLineSupport
import EvalStatistics
import PromptEvals

/// A table of what it takes to show a difference, one line per metric.
struct EvalPowerView {
  let power: EvalPower
  /// The difference to show, as a share.
  let difference: Double
  /// The number of transcripts or cases in the suite.
  let transcripts: Int
  let unit: String

  var table: TextTable {
    var table = TextTable([
      ("metric", .left), ("smallest shown", .right), ("what would show it", .left),
    ])
    for line in power.lines {
      let smallest = line.plan.minimumDetectableEffect(transcripts: transcripts)
      table.add([
        line.metric, smallest.map { "\(Figures.decimal($0 * 100, places: 1)) points" } ?? "–",
        line.plan.suggestion(
          toDetect: difference, transcripts: transcripts, unit: unit)
          ?? "unknown: the scores did not vary",
      ])
    }
    return table
  }
}
