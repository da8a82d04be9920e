import ArgumentParser
import CoachModel
import CoachSignals
import CommandLineSupport
import Documents

struct PersonSignalsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signals",
    abstract: "Show the observations from the sessions, and their totals.")

  @OptionGroup var file: PersonFileOptions

  @Flag(help: "Print every observation as a line of JSON.")
  var json = false

  func run() throws {
    let file = try file.read()
    let log = file.record.signals
    if json {
      for signal in log.signals { Terminal.print(signal.json.printed()) }
      return
    }
    let summary = SignalSummary(log, at: file.now)
    func decimal(_ value: Double?) -> String {
      value.map(\.plain) ?? "unknown"
    }
    var lines = [
      "signals           \(log.signals.count)", "sessions          \(summary.sessions)",
      "sessions a week   \(decimal(summary.sessionsPerWeek))",
      "depth             \(decimal(summary.depth)), change \(decimal(summary.depthTrend))",
      "patterns named    \(summary.patternsSurfaced), taken up \(summary.patternsEngaged)",
      "looks back        \(summary.reflectionsAccepted) accepted, "
        + "\(summary.reflectionsDeclined) declined",
      "nudges            \(summary.nudgesOpened) opened",
    ]
    lines += summary.domains.map {
      "domain            \($0.domain) \($0.share.wholePercent)"
    }
    lines += summary.verdicts.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      "inferences        \($0.key.rawValue): \($0.value.confirmed) confirmed, "
        + "\($0.value.dismissed) dismissed"
    }
    Terminal.print(lines.joined(separator: "\n"))
  }
}
