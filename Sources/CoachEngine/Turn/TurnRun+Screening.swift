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
    let task = PromptTask(assembler: PromptAssembler(library: library), route: opinion.route)
    let asked = AssemblyRequest(
      prompt: opinion.prompt, person: Person(id: "crisis-check"),
      history: Array(request.conversation.session.suffix(opinion.messages)),
      values: ["message": .string(message)])
    let answer = await TurnTimeouts.result(within: opinion.timeout, service.clock) {
      await task.run(asked, named: "crisis_check")
    }
    if let prompt = answer?.prompt {
      note(answer?.usage, of: prompt, by: opinion.route.model.identity)
    }
    guard let json = answer?.json, let word = json["severity"]?.string else {
      let problem = answer?.problem ?? "no answer within \(opinion.timeout)"
      outcome.trace.problems.append("the second opinion on a crisis: \(problem)")
      return SafetyAssessment(failSafeAfter: report, from: opinion.failSafeWeight)
    }
    guard let severity = CrisisSeverity(rawValue: word) else { return nil }
    let categories = (json["categories"]?.array ?? []).compactMap {
      $0.string.flatMap(CrisisCategory.init)
    }
    return SafetyAssessment(
      report, categories: categories, severity: severity, quote: json["evidence"]?.string,
      in: message)
  }
}
