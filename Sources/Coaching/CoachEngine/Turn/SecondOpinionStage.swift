import CoachAccess
import CoachModel
import CoachSafety
import LanguageModels
import PromptTemplates
import SafetyRules

extension ScreenedMessage {
  /// Asks a model about a message of which the screen is not sure.
  ///
  /// A verdict on the same message is reused. A model that sees no danger lifts the concern; if nobody can be asked, or the
  /// answer does not come in time, it stays.
  mutating func askSecondOpinion(
    _ opinion: CrisisSecondOpinion?, of tasks: TaskRunner, counting: TurnCounting
  ) async {
    guard let opinion, let report, report.verdict.isInDoubt,
      let message = counting.request.message
    else { return }
    let history = Array(counting.request.conversation.session.suffix(opinion.messages))
    let digest = OpinionDesk.digest(
      of: message, after: history, by: counting.request.person.id)
    if let verdict = opinion.desk[digest] { return take(verdict, on: message, report) }
    do throws(OpinionGap) {
      let verdict = try await ask(
        opinion, about: message, after: history, of: tasks, counting: counting)
      opinion.desk.keep(verdict, for: digest)
      take(verdict, on: message, report)
    } catch {
      secondOpinion = error.result
      problems.append("the second opinion on a crisis: \(error.detail)")
    }
  }

  private mutating func take(
    _ verdict: OpinionVerdict, on message: String, _ report: ScreeningReport
  ) {
    concern = nil
    secondOpinion = verdict.severity == nil ? .noDanger : .danger
    crisis = SafetyAssessment(report, verdict, in: message)
  }

  private mutating func ask(
    _ opinion: CrisisSecondOpinion, about message: String, after history: [Message],
    of tasks: TaskRunner, counting: TurnCounting
  ) async throws(OpinionGap) -> OpinionVerdict {
    let person = counting.request.person.id
    guard
      await counting.mayAskModel(
        .secondOpinion, within: counting.configuration.access.opinionWindows)
    else {
      throw OpinionGap(.limited, "the person's questions of this minute or day are used up")
    }
    guard
      let waited = await opinion.desk.enter(
        person, atMost: opinion.maximumConcurrentPerPerson, of: opinion.maximumConcurrent,
        within: opinion.timeout, counting.clock)
    else { throw OpinionGap(.limited, "too many questions are in progress") }
    defer { opinion.desk.leave(person) }
    var task = PromptTask.crisisOpinion(on: message, after: history, prompt: opinion.prompt)
    task.timeout = opinion.timeout - waited
    var runner = tasks
    runner.route = { _ in opinion.route }
    do throws(TaskError) {
      let result = try await runner.run(task)
      calls.append(result.call)
      let opinion = result.value
      return OpinionVerdict(
        severity: opinion.severity, categories: opinion.categories, quote: opinion.evidence,
        in: message)
    } catch {
      if let call = error.call { calls.append(call) }
      throw OpinionGap(.unanswered, "\(error)")
    }
  }
}

/// Why there is no second opinion.
private struct OpinionGap: Error {
  var result: SecondOpinionResult
  var detail: String

  init(_ result: SecondOpinionResult, _ detail: String) {
    self.result = result
    self.detail = detail
  }
}
