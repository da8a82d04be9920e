#if Evals
  import ArgumentParser
  import Conversations
  import PromptEvals

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// Prints a report, writes its HTML and decides the exit code.
  enum EvalOutput {
    static func show(_ report: EvalReport, folder: String) throws {
      print(text(of: report))
      let path = "\(folder)/reports/\(report.run.id).html"
      let url = URL(filePath: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(HTMLReport.render(report).utf8).write(to: url, options: .atomic)
      print("report     \(path)")
      switch report.gateOutcome {
      case nil: break
      case .passed: print("gate       passed".inked(.green))
      case .failed:
        print("gate       failed".inked(.red))
        throw ExitCode(100)
      case .inconclusive:
        print("gate       inconclusive: too few transcripts to tell".inked(.yellow))
        throw ExitCode(101)
      }
    }

    static func text(of report: EvalReport) -> String {
      let run = report.run
      var lines = [
        "\(run.suite)".inked(.bold) + "  \(run.question)",
        "model \(run.model)  parameters \(JSONValue.object(run.parameters).text())".inked(.dim), "",
      ]
      lines += graders(report).lines + [""] + sides(report).lines
      if let price = run.price {
        lines.append("cost at the price of \(price)".inked(.dim))
      }
      lines += ["", report.verdict.inked(.bold)]
      lines += report.caveats.map { "  \($0)".inked(.dim) }
      return (lines + [""]).joined(separator: "\n")
    }

    private static func graders(_ report: EvalReport) -> TextTable {
      let isComparison = report.run.variants.count > 1
      var columns: [(String, TextTable.Alignment)] = [("grader", .left)]
      columns += report.sides.map { ($0.id, .right) }
      if isComparison {
        columns += [
          ("difference", .right), ("95 % interval", .right), ("n", .right), ("p adj.", .right),
        ]
      }
      var table = TextTable(columns)
      for row in report.rows {
        var cells = [row.grader]
        cells += report.sides.map { side in
          let text = row.rates[side.id].map { Figures.percent($0.value) } ?? "–"
          return side.isReference ? text.inked(.dim) : text
        }
        if isComparison {
          let comparison = row.comparison
          let difference = comparison.map { Figures.points($0.difference.value) } ?? "–"
          let isShown = comparison?.isShown ?? false
          cells += [
            isShown ? difference.inked(.bold) : difference,
            Figures.interval(comparison?.difference.interval),
            comparison.map { String($0.difference.count) } ?? "–",
            Figures.probability(comparison?.adjustedP),
          ]
        }
        table.add(cells)
      }
      return table
    }

    private static func sides(_ report: EvalReport) -> TextTable {
      var table = TextTable([
        ("side", .left), ("transcripts", .right), ("messages", .right), ("not whole", .right),
        ("at limit", .right),
        ("tokens in", .right), ("cached", .right), ("tokens out", .right), ("cost", .right),
      ])
      for side in report.sides {
        table.add([
          side.id, String(side.samples), String(side.turns), String(side.failedTurns),
          String(side.limitedTurns),
          Figures.count(side.usage?.input), Figures.count(side.usage?.cachedInput),
          Figures.count(side.usage?.output), side.isReference ? "–" : Figures.dollars(side.cost),
        ])
      }
      return table
    }
  }
#endif
