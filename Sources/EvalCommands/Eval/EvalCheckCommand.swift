import ArgumentParser
import CoachModel
import CommandLineSupport
import PromptEvals

struct EvalCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Show what a suite would run and what it would cost, without running it.",
    discussion: """
      Reads everything that the suite refers to and assembles its prompts, so errors in them are reported \
      now. Tokens are estimates; a reply is assumed to have the usual length, and a call to take four \
      seconds. 'coachkit eval run --help' lists what is free. With --difference it also estimates how many \
      transcripts would show one.

      Examples:
        coachkit eval check Evals/suites/discovery-ab.yaml
        coachkit eval check my-suite.yaml --model anthropic:claude-haiku-4-5 --concurrency 40
        coachkit eval check my-suite.yaml --difference 5 --like 20260331-102030-discovery-ab
      """)

  @Argument(help: "The suite's file.")
  var suite: String

  @Option(
    help: ArgumentHelp(
      "The difference, in points, that the suite should be able to show.", valueName: "points"))
  var difference: Double?

  @Option(
    help: ArgumentHelp(
      "The run by which the variance is estimated; the last run of the suite by default.",
      valueName: "run"))
  var like: String?

  @OptionGroup var running: EvalRunningOptions
  @OptionGroup var store: EvalStoreOptions
  @OptionGroup var setup: EvalSetup

  func validate() throws {
    guard difference.map({ $0 > 0 && $0 <= 100 }) ?? true else {
      throw ValidationError("--difference must be a number of points from 0 to 100.")
    }
  }

  func run() async throws {
    let suite = try setup.suite(self.suite)
    let (content, _) = try await setup.content(of: suite, for: .checking)
    let plan = try EvalPlan(content)
    guard let day = CalendarDay(Timestamp.now.day) else { return }
    let view = EvalPlanView(
      plan: plan, estimate: try plan.estimate(day: day), concurrency: running.concurrency,
      isFree: setup.isFree)
    Terminal.print(view.text)
    if let difference { try showPower(of: plan, difference: difference / 100) }
  }

  private func showPower(of plan: EvalPlan, difference: Double) throws {
    let store = try self.store.open()
    let runs = try self.store.runs(in: store)
    let run =
      try like.map { try self.store.run($0, in: store) }
      ?? runs.first { $0.suite == plan.suite.name }
    guard let run else {
      throw CommandError(
        "nothing is known about how much scores of '\(plan.suite.name)' vary",
        hint: "run it once, small, or name a run like it with --like")
    }
    let table = EvalPowerView(
      power: try EvalPower(run, from: store), difference: difference,
      transcripts: plan.subjects.count
    ).table
    Terminal.print("\n" + "What it takes, judged by how the scores of \(run.id) vary".inked(.bold))
    Terminal.print(table.lines.joined(separator: "\n"))
  }
}
