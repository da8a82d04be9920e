import CommandLineSupport
import EvalStatistics
import PromptEvals

/// A text with the figures of a pairwise judge and every pair that it judged.
struct EvalPairsView {
  let run: EvalRun
  let detail: PairwiseDetail

  var text: String {
    var lines = [
      detail.judge.inked(.bold) + "  says which of two replies is better",
      "\(run.suite), run \(run.id); against \(run.design.baseline), each pair in both orders"
        .inked(.dim), "",
    ]
    lines += EvalPairsView.table(of: detail.reports).lines
    for verdict in detail.verdicts { lines += [""] + block(verdict) }
    return (lines + [""]).joined(separator: "\n").printableInColour
  }

  /// The figures of pairwise judges, a row for each challenger.
  static func table(of reports: [PairwiseReport]) -> TextTable {
    var table = TextTable(
      [
        ("side by side", .left), ("challenger", .left), ("wins", .right), ("ties", .right),
        ("losses", .right), ("errors", .right), ("share of wins", .right),
        ("95 % interval", .right), ("flipped", .right), ("first chosen", .right),
      ], shrinkable: ["side by side": 12, "challenger": 10])
    for judged in reports {
      let interval = judged.rate?.interval.map {
        Figures.percent($0)
      }
      table.add([
        judged.judge, judged.challenger, String(judged.wins), String(judged.ties),
        String(judged.losses), String(judged.errors),
        judged.rate.map { Figures.percent($0.value) } ?? "–", interval ?? "–",
        judged.flipRate.map { Figures.percent($0.value) } ?? "–",
        judged.firstRate.map { Figures.percent($0.value) } ?? "–",
      ])
    }
    return table
  }

  private func block(_ verdict: PairwiseVerdict) -> [String] {
    let (baseline, challenger) = (run.design.baseline, verdict.sample.side)
    let attempt = verdict.sample.attempt > 1 ? " #\(verdict.sample.attempt)" : ""
    let outcome =
      switch verdict.outcome {
      case .win: "\(challenger) is better"
      case .loss: "\(baseline) is better"
      case .tie: verdict.isFlipped == true ? "a tie: the choice follows the order" : "a tie"
      case .error: "failed: \(verdict.failureReason ?? "")"
      }
    let head = "\(verdict.sample.transcript)\(attempt)".inked(.bold)
    let orders = [
      (baseline, challenger, verdict.baselineFirst),
      (challenger, baseline, verdict.challengerFirst),
    ]
    let reasons = zip(orders, verdict.reasons).map { order, reason in
      let choice =
        switch order.2 {
        case .first?: order.0
        case .second?: order.1
        case .tie?: "neither"
        case nil: "no verdict"
        }
      return "  \(order.0) first → \(choice): \(reason)"
    }
    return ["\(head)  \(outcome)  \("(\(verdict.model))".inked(.dim))"] + reasons
  }
}
