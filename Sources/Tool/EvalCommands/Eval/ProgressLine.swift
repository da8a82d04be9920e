import CommandLineSupport
import EvalStatistics
import PromptEvals

/// A status line that shows the progress of a run.
struct ProgressLine: Sendable {
  private let line = StatusLine()

  func show(_ progress: EvalProgress, limit: Int) {
    guard progress.total > 0 else { return }
    var parts = [
      StatusLine.Part(
        "\(Figures.count(progress.done)) of \(Figures.count(progress.total)) samples", rank: 0)
    ]
    if let rate = progress.callsPerSecond {
      parts.append(.init("\(Figures.decimal(rate, places: rate < 10 ? 1 : 0)) calls/s", rank: 5))
    }
    if limit > 0 { parts.append(.init("\(limit) at once", rank: 6)) }
    if let dollars = progress.dollars, dollars > 0 {
      parts.append(.init("$\(Figures.decimal(dollars, places: 2))", rank: 3))
    }
    if progress.failedTurns > 0 {
      parts.append(.init("\(progress.failedTurns) failed", rank: 2))
    }
    parts.append(.init(progress.elapsed.spoken, rank: 4))
    if let left = progress.remaining {
      parts.append(.init("about \(left.spoken) left", rank: 1))
    }
    line.show(StatusLine.text(parts, width: StatusLine.width))
  }

  func clear() { line.clear() }
}
