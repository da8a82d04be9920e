#if Evals
  import Conversations
  import PromptEvals

  /// Says how far a run is.
  struct ProgressLine: Sendable {
    private let line = StatusLine()

    func show(_ progress: EvalProgress, limit: Int) {
      guard progress.total > 0 else { return }
      var parts = ["\(Figures.count(progress.done)) of \(Figures.count(progress.total)) samples"]
      if let rate = progress.callsPerSecond {
        parts.append("\(Figures.decimal(rate, rate < 10 ? 1 : 0)) calls/s")
      }
      if limit > 0 { parts.append("\(limit) at once") }
      if let dollars = progress.dollars, dollars > 0 {
        parts.append("$\(Figures.decimal(dollars, 2))")
      }
      if progress.failedTurns > 0 { parts.append("\(progress.failedTurns) failed") }
      parts.append(progress.elapsed.spoken)
      if let left = progress.remaining { parts.append("about \(left.spoken) left") }
      line.show(parts.joined(separator: ", "))
    }

    func clear() { line.clear() }
  }
#endif
