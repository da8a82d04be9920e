import CoachDomains
import CoachModel
import CoachSafety
import JSON
import LanguageModels
import PromptTemplates
import SafetyRules

extension TurnRun {
  /// Returns the assessment of the screen, or of the second opinion if the screen is unsure.
  mutating func screen(_ message: String) async -> SafetyAssessment? {
    let report = await report(on: message)
    outcome.trace.screening = ScreeningSummary(report)
    guard let opinion = service.secondOpinion, opinion.isNeeded(report) else {
      return report.assessment
    }
    return await secondOpinion(opinion, on: message, report)
  }

  /// Screens the message, with its embedding if that arrives in time.
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

  private mutating func secondOpinion(
    _ opinion: CrisisSecondOpinion, on message: String, _ report: ScreeningReport
  ) async -> SafetyAssessment? {
    var task = PromptTask.crisisOpinion(
      on: message, after: Array(request.conversation.session.suffix(opinion.messages)),
      prompt: opinion.prompt)
    task.timeout = opinion.timeout
    var runner = service.tasks
    runner.route = { _ in opinion.route }
    do throws(TaskError) {
      let result = try await runner.run(task)
      outcome.trace.calls.append(result.call)
      return result.value.severity.map { severity in
        SafetyAssessment(
          report, categories: result.value.categories, severity: severity,
          quote: result.value.evidence, in: message)
      }
    } catch {
      if let call = error.call { outcome.trace.calls.append(call) }
      outcome.trace.problems.append("the second opinion on a crisis: \(error)")
      return SafetyAssessment(failSafeAfter: report, from: opinion.failSafeWeight)
    }
  }
}
