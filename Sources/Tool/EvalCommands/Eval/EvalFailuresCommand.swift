import ArgumentParser
import CommandLineSupport
import EvalGraders
import EvalStatistics
import PromptEvals

struct EvalFailuresCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "failures",
    abstract: "Show the messages that failed a grader, with the words that led to the verdict.",
    discussion: """
      By default, failed verdicts of all graders and variants are shown; with --errors, also the messages that \
      a grader could not judge. 'coachkit eval show --sample ID' shows the whole conversation.

      Examples:
        coachkit eval failures
        coachkit eval failures --grader one-question --side v2
        coachkit eval failures 20260331-102030-discovery-ab --errors
      """)

  @Argument(help: ArgumentHelp("The run's id; the last one by default.", valueName: "run"))
  var id: String?

  @Option(help: ArgumentHelp("Only this grader.", valueName: "id"))
  var grader: String?

  @Option(help: ArgumentHelp("Only this variant or reference.", valueName: "side"))
  var side: String?

  @Option(help: ArgumentHelp("Only this transcript.", valueName: "id"))
  var transcript: String?

  @Flag(help: "Also show messages that a grader could not judge.")
  var errors = false

  @Option(help: ArgumentHelp("The maximum number of messages to show.", valueName: "n"))
  var limit = 40

  @OptionGroup var store: EvalStoreOptions

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit must be above 0.") }
  }

  func run() throws {
    let store = try self.store.open()
    let run = try self.store.run(id, in: store)
    let names = EvalNames(run: run, hint: EvalHint(store: self.store))
    try names.check(side: side, grader: grader)
    if let transcript { _ = try names.samples(of: transcript, in: store) }
    var found = 0
    var counts: [String: Int] = [:]
    try store.eachSample(of: run) { sample in
      guard side.map({ $0 == sample.key.side }) ?? !sample.isReference,
        transcript.map({ $0 == sample.key.transcript }) ?? true
      else { return }
      let view = SampleView(sample: sample, replay: run.design.replay)
      let failed = sample.grades.filter(isWanted)
      for grade in failed { counts[grade.grader, default: 0] += 1 }
      for (number, grades) in failed.byMessage {
        found += 1
        guard found <= limit else { continue }
        Terminal.print(view.heading(number))
        Terminal.print(view.message(number, grades: grades) + "\n")
      }
    }
    summarise(counts, found: found, run: run)
  }

  private func isWanted(_ grade: Grade) -> Bool {
    let verdicts: [Grade.Verdict] = errors ? [.fail, .error, .inconclusive] : [.fail]
    return verdicts.contains(grade.verdict) && (grader.map { $0 == grade.grader } ?? true)
  }

  private func summarise(_ counts: [String: Int], found: Int, run: EvalRun) {
    if found > limit { Terminal.print("… \(found - limit) more (--limit \(found))".inked(.dim)) }
    guard found > 0 else {
      let what = grader.map { "the grader '\($0)'" } ?? "any grader"
      let place = side.map { " of '\($0)'" } ?? ""
      return Terminal.print("no message\(place) in \(run.id) failed \(what)")
    }
    let parts = run.design.graders.compactMap { role in
      counts[role.id].map { "\(role.id) \(Figures.count($0))" }
    }
    Terminal.print(
      "\(Figures.counted(found, "message")); verdicts: \(parts.joined(separator: ", "))")
  }
}

extension [Grade] {
  /// The grades by message, in the order of the messages; those on the whole conversation come last.
  var byMessage: [(message: Int?, grades: [Grade])] {
    let groups = Dictionary(grouping: self, by: \.message)
    return groups.sorted { ($0.key ?? .max) < ($1.key ?? .max) }.map { ($0.key, $0.value) }
  }
}
