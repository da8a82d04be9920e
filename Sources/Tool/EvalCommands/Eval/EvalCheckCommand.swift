import ArgumentParser
import CoachModel
import CommandLineSupport
import EvalStatistics
import LanguageModels
import ModelLayers
import ModelProviders
import NamedModels
import PromptEvals

struct EvalCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Show what a suite would run and what it would cost, without running it.",
    discussion: """
      Reads everything that the suite refers to, assembles its prompts, and looks for programs, models, \
      keys and prices. Recordings and scripts are tried on every call of the run, and calls that they cannot \
      answer are listed. The check counts the requests in which versions differ, and the transcripts that send \
      identical requests. If a run would refuse the suite, the exit code is 1. Tokens are estimates that assume \
      replies of the usual length. The duration is estimated from earlier runs with the same models, and for a \
      model on this machine from a few short questions; otherwise it is unknown. 'coachkit eval run --help' \
      lists the models that cost nothing. With --difference, the check also estimates how many transcripts are \
      needed to show a difference of that size.

      Examples:
        coachkit eval check Evals/suites/discovery-ab.yaml
        coachkit eval check my-suite.yaml --model anthropic:claude-haiku-4-5 --concurrency 40
        coachkit eval check my-suite.yaml --difference 5 --assume 0.8
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

  @Option(
    help: ArgumentHelp(
      "The share of transcripts or cases that pass, from 0 to 1, assumed instead of an earlier run.",
      valueName: "share"))
  var assume: Double?

  @OptionGroup var models: EvalModelsOption
  @OptionGroup var selection: EvalSelectionOptions
  @OptionGroup var recording: EvalRecordingOption
  @OptionGroup var running: EvalRunningOptions
  @OptionGroup var store: EvalStoreOptions
  @OptionGroup var setup: EvalSetup

  func validate() throws {
    guard models.models == nil || setup.modelOptions.model == nil else {
      throw ValidationError("--models replaces the model: leave out --model.")
    }
    guard difference.map({ $0 > 0 && $0 <= 100 }) ?? true else {
      throw ValidationError("--difference must be a number of points from 0 to 100.")
    }
    guard assume.map({ $0 >= 0 && $0 <= 1 }) ?? true else {
      throw ValidationError("--assume must be a share from 0 to 1.")
    }
    guard assume == nil || (difference != nil && like == nil) else {
      throw ValidationError("--assume goes with --difference, and replaces --like.")
    }
  }

  func run() async throws {
    var suite = try setup.suite(self.suite, models: self.models.names)
    suite.select(try selection.selection(in: store))
    let problems = EvalCheckProblems()
    let scripts = ScriptedReplies()
    let (content, models) = try await setup.content(
      of: suite, for: .checking, scripts: scripts, problems: problems)
    let plan = try EvalPlan(content)
    guard let day = CalendarDay(Timestamp.now.day) else { return }
    let estimate = try plan.estimate(day: day)
    let paces = await paces(of: estimate, calling: models, problems: problems)
    let view = EvalPlanView(
      plan: plan, estimate: estimate,
      duration: estimate.duration(concurrency: running.concurrency, paces: paces), paces: paces,
      concurrency: running.concurrency, isFree: setup.isFree)
    Terminal.print(view.text)
    for model in models.unpriced {
      problems.add(
        EvalModels.UnknownPrice(model: model).description, hint: EvalSetup.unknownPriceHint)
    }
    checkBudget(view.estimate, models: models, problems: problems)
    checkRecording(of: suite, problems: problems)
    do {
      try await plan.checkDifferences()
    } catch {
      problems.add(error)
    }
    let rehearsed =
      problems.all.isEmpty ? await rehearse(content, scripts: scripts, problems: problems) : nil
    try await showRequests(of: plan, rehearsed: rehearsed)
    if let difference { try showPower(of: plan, difference: difference / 100) }
    for problem in problems.all { Terminal.printError(problem.inked(.red)) }
    if !problems.all.isEmpty { throw ExitCode(1) }
  }

  /// Returns how fast the models answer: those on this machine by a measurement, others by earlier runs.
  private func paces(
    of estimate: PlanEstimate, calling models: EvalModels, problems: EvalCheckProblems
  ) async -> [String: CallPace] {
    let live = estimate.shares.filter { !$0.isPrepared && $0.calls > 0 }
    var paces =
      (try? store.open()).flatMap { try? $0.paces(of: Set(live.map(\.model))) } ?? [:]
    guard problems.all.isEmpty else { return paces }
    let factory = setup.modelOptions.factory
    for reference in models.byReference.keys.sorted(by: { $0.description < $1.description }) {
      guard let model = try? await factory.model(reference), !model.identity.isPrepared,
        model.server?.isThisMachine ?? false, setup.isFree(model.identity.provider)
      else { continue }
      let shares = live.filter { $0.model == model.identity.fullName }
      let calls = shares.reduce(0) { $0 + $1.calls }
      guard calls > 0 else { continue }
      let line = StatusLine()
      line.show("measuring how fast \(model.identity) answers …")
      defer { line.clear() }
      let slots = await (try? factory.endpoint(reference.provider))?
        .slots(over: factory.resolver.transport)
      paces[model.identity.fullName] =
        await ModelSpeed(model).pace(
          input: shares.reduce(0) { $0 + $1.inputTokens } / calls,
          output: shares.reduce(0) { $0 + $1.outputTokens } / calls, slots: slots,
          concurrency: running.concurrency) ?? paces[model.identity.fullName]
    }
    return paces
  }

  /// Checks that the budget covers at least one sample.
  private func checkBudget(
    _ estimate: PlanEstimate, models: EvalModels, problems: EvalCheckProblems
  ) {
    let samples = Double(max(1, estimate.samples))
    let tokens = Double(estimate.shares.reduce(0) { $0 + $1.inputTokens + $1.outputTokens })
    let limits = models.limits
    let needs = [
      limits.dollars.map {
        (
          limit: $0, need: estimate.dollars,
          words: { (amount: Double) in amount.asDollars }
        )
      },
      limits.tokens.map {
        (
          limit: Double($0), need: tokens, words: { "\(Figures.count(Int(min($0, 1e15)))) tokens" }
        )
      },
    ].compactMap { $0 }
    for (limit, need, words) in needs where need > limit {
      if need / samples > limit {
        problems.add(
          "the budget of \(words(limit)) is less than a single sample needs, about"
            + " \(words(need / samples))", hint: "raise the budget, or ask for less")
      } else {
        let share = Figures.percent(limit / need)
        Terminal.print(
          ("note: the run needs about \(words(need)), and its budget is \(words(limit)): it would stop"
            + " after about \(share) of the samples").inked(.yellow))
      }
    }
  }

  /// Checks that the recording can be written.
  private func checkRecording(of suite: EvalSuite, problems: EvalCheckProblems) {
    do {
      _ = try recording.target(for: suite, fallback: setup.calls.fallback)
    } catch {
      problems.add(error)
    }
  }

  /// So many requests are assembled at most, if no rehearsal has sent them.
  private static let maximumRequests = 4_000

  private func showRequests(of plan: EvalPlan, rehearsed: EvalReport?) async throws {
    let view: EvalRequestsView
    let sharing: RequestSharing?
    if let rehearsed {
      view = EvalRequestsView(rehearsed)
      sharing = rehearsed.sharing
    } else {
      guard let requests = try await plan.requests(maximum: Self.maximumRequests) else { return }
      view = EvalRequestsView(requests, unit: plan.suite.replay.unit)
      sharing = requests.isComplete ? requests.sharing : nil
    }
    for line in view.lines { Terminal.print(line) }
    guard let observations = sharing?.observations, let gate = plan.suite.gate else { return }
    // The plan has named the demands that its clusters cannot meet, before requests were known.
    let clusters = Set(plan.subjects.map(\.clusterName)).count
    for note in gate.hopelessDemands(clusters: observations, beyond: clusters) {
      Terminal.print("note: \(note)".inked(.yellow))
    }
  }

  /// Makes the calls of the run, if none of them costs anything, and returns its report.
  private func rehearse(
    _ content: EvalContent, scripts: ScriptedReplies, problems: EvalCheckProblems
  ) async -> EvalReport? {
    do {
      guard let rehearsal = try EvalRehearsal(content) else { return nil }
      let report = try await rehearsal.run(concurrency: running.concurrency)
      let calls = report.sides.reduce(0) { $0 + ($1.costs?.calls ?? 0) + $1.overhead.calls }
      if calls > 0 {
        Terminal.print("prepared replies answer all \(Figures.counted(calls, "call"))")
      }
      if content.suite.selection.isWhole {
        for entry in scripts.unusedEntries { Terminal.print("note: \(entry)".inked(.yellow)) }
      }
      for finding in report.findings where finding.outcome == .error {
        problems.add(finding.text, hint: "the run would end with this error")
      }
      return report
    } catch {
      problems.add(error)
      return nil
    }
  }

  private func showPower(of plan: EvalPlan, difference: Double) throws {
    if let assume {
      let table = EvalPowerView(
        power: EvalPower(
          passing: assume, difference: difference, graders: plan.suite.grading.graders),
        difference: difference, transcripts: plan.subjects.count, unit: plan.suite.replay.unit
      ).table
      Terminal.print(
        "\n"
          + "What it takes, if \(Figures.percent(assume)) of the \(plan.suite.replay.unit)s pass with the baseline"
          .inked(.bold))
      Terminal.print(table.lines.joined(separator: "\n"))
      return Terminal.print(
        "each \(plan.suite.replay.unit) is taken to pass or fail, independently of the others and of the other side"
          .inked(.dim))
    }
    let store = try self.store.open()
    let runs = try self.store.runs(in: store)
    let run =
      try like.map { try self.store.run($0, in: store) }
      ?? runs.first { $0.suite == plan.suite.name }
    guard let run else {
      throw CommandError(
        "nothing is known about how much scores of '\(plan.suite.name)' vary",
        hint: "assume a pass rate, as in --assume 0.8; or run it once, small, with --limit")
    }
    let table = EvalPowerView(
      power: try EvalPower(run, from: store), difference: difference,
      transcripts: plan.subjects.count, unit: plan.suite.replay.unit
    ).table
    Terminal.print("\n" + "What it takes, judged by how the scores of \(run.id) vary".inked(.bold))
    Terminal.print(table.lines.joined(separator: "\n"))
  }
}
