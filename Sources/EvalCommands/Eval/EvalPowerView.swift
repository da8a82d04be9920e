import CommandLineSupport
import EvalStatistics
import PromptEvals

/// What it takes to show a difference, one line a metric.
struct EvalPowerView {
  let power: EvalPower
  /// The difference that is to be shown, as a share.
  let difference: Double
  /// The transcripts that the suite has.
  let transcripts: Int

  var table: TextTable {
    var table = TextTable([
      ("metric", .left), ("smallest shown", .right), ("what would show it", .left),
    ])
    for line in power.lines {
      let smallest = line.plan.minimumDetectableEffect(transcripts: transcripts)
      table.add([
        line.metric, smallest.map { "\(Figures.decimal($0 * 100, 1)) points" } ?? "–",
        line.plan.suggestion(toDetect: difference, transcripts: transcripts)
          ?? "cannot be told: the scores did not vary",
      ])
    }
    return table
  }
}
