import CoachModel
import CoachSafety
import JSON
import LanguageModels
import PromptTemplates
import SafetyRules

extension TurnRun {
  /// Returns the assessment of the screen, or of the second opinion if the screen is unsure.
  mutating func screen(_ message: String) async -> SafetyAssessment? {
    let history = request.conversation.session
    let report = service.screen.examine(message, history: history)
    guard let opinion = service.secondOpinion, opinion.isNeeded(report) else {
      return report.assessment
    }
    let task = PromptTask(assembler: PromptAssembler(library: library), route: opinion.route)
    let asked = AssemblyRequest(
      prompt: opinion.prompt, person: Person(id: "crisis-check"),
      history: Array(history.suffix(opinion.messages)), values: ["message": .string(message)])
    let answer = await TurnTimeouts.result(within: opinion.timeout, service.clock) {
      await task.run(asked, named: "crisis_check")
    }
    if let prompt = answer?.prompt {
      note(answer?.usage, of: prompt, by: opinion.route.model.identity)
    }
    guard let json = answer?.json, let word = json["severity"]?.string else {
      let problem = answer?.problem ?? "no answer within \(opinion.timeout)"
      outcome.trace.problems.append("the second opinion on a crisis: \(problem)")
      return SafetyAssessment(failSafeAfter: report)
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
