import CoachAccess
import CoachDomains
import CoachModel
import CoachSafety
import JSON
import LanguageModels
import PromptTemplates
import SafetyRules

/// Whether a turn's message may signal danger.
enum MessageDoubt: Sendable {
  /// The screen is sure, or a second opinion saw no danger.
  case none
  /// The screen is not sure, and nobody else was asked.
  case unasked
  /// The screen is not sure, and the question brought no answer.
  case unanswered
}

extension TurnRun {
  /// Screens the message locally, with its embedding if that arrives in time.
  mutating func screen(_ message: String) async -> ScreeningReport {
    let report = await report(on: message)
    outcome.trace.screening = ScreeningSummary(report)
    doubt = [.unsure, .notRead].contains(report.verdict) ? .unasked : .none
    suspicion = report.suspicion
    return report
  }

  private mutating func report(on message: String) async -> ScreeningReport {
    let history = request.conversation.session
    guard let embeddings = service.embeddings else {
      return service.screen.examine(message, history: history)
    }
    let others = (routing as? DomainRouter).map {
      EmbeddedRouting.newestTexts(message, request.conversation.messages, for: $0)
    }
    switch await embeddings.embedding(of: message, with: others ?? [], clock: service.clock) {
    case .embedding(let embedding):
      let report = service.screen.examine(message, history: history, embedding: embedding)
      if let problem = report.estimate?.embeddingProblem {
        outcome.trace.problems.append("the embedding of the message: \(problem)")
      }
      return report
    case .problem(let problem):
      outcome.trace.problems.append("the embedding of the message: \(problem)")
      var report = service.screen.examine(message, history: history)
      report.estimate?.embeddingProblem = problem
      return report
    }
  }

  // MARK: Second opinion

  /// Asks a model about a message of which the screen is not sure, and returns the assessment of a crisis.
  ///
  /// A verdict on the same message is reused. If nobody can be asked, or the answer does not come in time, the message is
  /// in doubt, and a crisis if it came close to being flagged.
  mutating func secondOpinion(
    on message: String, _ report: ScreeningReport
  ) async -> SafetyAssessment? {
    guard let opinion = service.secondOpinion, opinion.isNeeded(report) else { return nil }
    let history = Array(request.conversation.session.suffix(opinion.messages))
    let digest = OpinionDesk.digest(of: message, after: history, by: request.person.id)
    if let verdict = opinion.desk[digest] { return assessment(verdict, message, report) }
    do throws(OpinionGap) {
      let verdict = try await ask(opinion, about: message, after: history)
      opinion.desk.keep(verdict, for: digest)
      return assessment(verdict, message, report)
    } catch {
      doubt = .unanswered
      outcome.trace.secondOpinion = error.result
      outcome.trace.problems.append("the second opinion on a crisis: \(error.detail)")
      return SafetyAssessment(failSafeAfter: report, from: opinion.failSafeWeight)
    }
  }

  private mutating func assessment(
    _ verdict: OpinionVerdict, _ message: String, _ report: ScreeningReport
  ) -> SafetyAssessment? {
    doubt = .none
    outcome.trace.secondOpinion = verdict.severity == nil ? .noDanger : .danger
    return SafetyAssessment(report, verdict, in: message)
  }

  private mutating func ask(
    _ opinion: CrisisSecondOpinion, about message: String, after history: [Message]
  ) async throws(OpinionGap) -> OpinionVerdict {
    let person = request.person.id
    guard
      await mayAskModel(.secondOpinion, within: service.configuration.access.opinionWindows)
    else {
      throw OpinionGap(.limited, "the person's questions of this minute or day are used up")
    }
    guard
      let waited = await opinion.desk.enter(
        person, atMost: opinion.maximumConcurrentPerPerson, of: opinion.maximumConcurrent,
        within: opinion.timeout, service.clock)
    else { throw OpinionGap(.limited, "too many questions are in progress") }
    defer { opinion.desk.leave(person) }
    var task = PromptTask.crisisOpinion(on: message, after: history, prompt: opinion.prompt)
    task.timeout = opinion.timeout - waited
    var runner = service.tasks
    runner.route = { _ in opinion.route }
    do throws(TaskError) {
      let result = try await runner.run(task)
      outcome.trace.calls.append(result.call)
      let opinion = result.value
      return OpinionVerdict(
        severity: opinion.severity, categories: opinion.categories, quote: opinion.evidence,
        in: message)
    } catch {
      if let call = error.call { outcome.trace.calls.append(call) }
      throw OpinionGap(.unanswered, "\(error)")
    }
  }

  // MARK: Help

  /// A line of help for the person's country, if the message may signal danger and nobody could say; `nil` otherwise.
  var helpLine: String? {
    guard doubt != .none else { return nil }
    let person = request.person
    let best = service.resources.resources(
      for: person.region, categories: suspicion?.categories ?? [], language: person.language
    ).prefix(1)
    return text(
      .crisisHelpLine,
      with: CopyValues(
        resources: best.map(\.line),
        emergencyNumber: service.resources.emergencyNumber(person.region)))
  }

  /// Returns a text for the person, followed by the line of help if there is one.
  func withHelp(_ text: String) -> String {
    helpLine.map { "\(text)\n\n\($0)" } ?? text
  }
}

/// Why a second opinion could not be had.
private struct OpinionGap: Error {
  var result: SecondOpinionResult
  var detail: String

  init(_ result: SecondOpinionResult, _ detail: String) {
    self.result = result
    self.detail = detail
  }
}
