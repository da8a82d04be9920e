import CommandLineSupport
import EvalStatistics
import ModelLayers
import PromptEvals

/// Shows the progress of a run on standard error: on a terminal as a line that is updated in place, and elsewhere, such as
/// in a log of CI, as a line now and then.
struct ProgressLine: Sendable {
  private let line = StatusLine()
  private let isQuiet: Bool
  private var log = ProgressLog()

  init(isQuiet: Bool) {
    self.isQuiet = isQuiet
  }

  /// Says what is about to run, where no line is updated in place.
  func begin(_ run: EvalRun, samples: Int) {
    guard !isQuiet, !StatusLine.isWatched else { return }
    Terminal.printError("running    \(run.id), \(Figures.counted(samples, "sample"))")
  }

  mutating func show(_ progress: EvalProgress, limit: Int) {
    guard !isQuiet, progress.total > 0 else { return }
    let parts = Self.parts(of: progress, limit: limit)
    if StatusLine.isWatched {
      line.show(StatusLine.text(parts, width: StatusLine.width))
    } else if log.isDue(at: progress.elapsed) {
      Terminal.printError("progress   \(StatusLine.text(parts, width: .max))")
    }
  }

  func clear() { line.clear() }

  /// The parts of the line: what is done, how fast, at what cost, and what is left.
  static func parts(of progress: EvalProgress, limit: Int) -> [StatusLine.Part] {
    var parts = [
      StatusLine.Part(
        "\(Figures.count(progress.done)) of \(Figures.count(progress.total)) samples", rank: 0)
    ]
    if let rate = progress.callsPerSecond {
      let places = rate < 1 ? 2 : rate < 10 ? 1 : 0
      parts.append(.init("\(Figures.decimal(rate, places: places)) calls/s", rank: 5))
    }
    if limit > 0 { parts.append(.init("\(limit) at once", rank: 6)) }
    if let dollars = progress.dollars, dollars > 0 {
      parts.append(.init(dollars.asDollars, rank: 3))
    }
    if progress.failedTurns > 0 {
      parts.append(.init("\(progress.failedTurns) failed", rank: 2))
    }
    parts.append(.init(progress.elapsed.spoken, rank: 4))
    if let left = progress.remaining {
      parts.append(.init("about \(left.spoken) left", rank: 1))
    }
    return parts
  }
}

/// When a line about the progress is due, where it cannot be updated in place: every 30 seconds of the run.
struct ProgressLog: Sendable {
  private static let interval = Duration.seconds(30)
  private var next = Self.interval

  /// Returns whether a line is due, and counts it as written.
  ///
  /// - Parameter elapsed: The time since the run started, by the clock of the run.
  mutating func isDue(at elapsed: Duration) -> Bool {
    guard elapsed >= next else { return false }
    // After a pause, such as of a laptop that slept, one line and not all that were missed.
    let periods = (elapsed / Self.interval).rounded(.down)
    next = Self.interval * (periods + 1)
    return true
  }
}
