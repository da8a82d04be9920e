#if Evals
  import ArgumentParser
  import Conversations
  import PromptEvals

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// How a suite is run.
  struct EvalRunningOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Samples under way at once, at most.", valueName: "n"))
    var concurrency = 16

    @Flag(help: "Does not ask before money is spent.")
    var yes = false

    @Flag(help: "Writes no page; 'coachkit eval show --report' writes it later.")
    var noPage = false

    func validate() throws {
      guard (1...10_000).contains(concurrency) else {
        throw ValidationError("--concurrency is a number from 1 to 10000.")
      }
    }

    /// Asks before money is spent above the suite's limit; where nobody can answer, refuses.
    func confirm(_ plan: EvalPlan, day: String) throws {
      guard !yes, let day = CalendarDay(day) else { return }
      let estimate = try plan.estimate(day: day)
      let limit = plan.suite.budget.askAbove
      guard estimate.dollars > limit else { return }
      let cost =
        "about $\(Figures.decimal(estimate.dollars, 2)) for \(Figures.count(estimate.calls)) calls"
      guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
        throw CommandError(
          "this run would cost \(cost), more than the $\(Figures.decimal(limit, 2)) that need no leave",
          hint: "look at it with 'coachkit eval check', and give --yes")
      }
      Terminal.printError("This run would cost \(cost). Go on? [y/N]")
      guard let answer = readLine()?.lowercased(), answer == "y" || answer == "yes" else {
        throw CommandError("nothing was run", hint: "nothing was spent, either")
      }
    }
  }
#endif
