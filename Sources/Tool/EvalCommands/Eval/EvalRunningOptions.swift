import ArgumentParser
import CoachModel
import CommandLineSupport
import EvalStatistics
import ModelLayers
import PromptEvals

/// Options for running a suite.
struct EvalRunningOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The maximum number of concurrent samples.", valueName: "n"))
  var concurrency = 16

  @Flag(help: "Spend money without asking for confirmation.")
  var yes = false

  @Flag(help: "Do not write the report page; 'coachkit eval show --report' writes it later.")
  var noPage = false

  @Flag(
    help:
      "Do not print progress. Without a terminal, progress is a line at the start and every 30 seconds."
  )
  var quiet = false

  func validate() throws {
    guard (1...10_000).contains(concurrency) else {
      throw ValidationError("--concurrency must be a number from 1 to 10000.")
    }
  }

  /// Asks for confirmation if the cost exceeds the suite's limit or is unknown. Throws if nobody can answer, or
  /// the answer is no.
  /// - Parameter generates: Whether candidates are called.
  func confirm(
    _ plan: EvalPlan, day: String, generates: Bool = true, isFree: (String) -> Bool
  ) throws {
    guard !yes, let day = CalendarDay(day) else { return }
    var estimate = try plan.estimate(day: day)
    if !generates { estimate.shares.removeAll { $0.role == "candidate" } }
    let cost = ExpectedCost(estimate, isFree: isFree)
    let limit = plan.suite.limits.budget.askAbove
    guard cost.dollars > limit || !cost.unknown.isEmpty else { return }
    var reasons: [String] = []
    if cost.dollars > limit {
      reasons.append(
        "more than the \(limit.asDollars) allowed without confirmation")
    }
    if let unknown = cost.unknownNote { reasons.append(unknown) }
    let text =
      "\(Figures.counted(estimate.calls, "call")), \(cost): \(reasons.joined(separator: "; "))"
    try Confirmation.ask(
      text, unattended: "look at it with 'coachkit eval check', and give --yes",
      declined: "nothing was run or spent")
  }
}
