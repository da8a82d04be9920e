import CoachAccess
import CoachDomains
import CoachModel
import CoachSafety
import CoachSignals
import JSON
import LanguageModels
import PromptTemplates
import SafetyRules
import TextAnalysis

extension TurnRun {
  /// Screens the message locally, with its embedding if that arrives in time.
  mutating func screen(_ message: String) async -> ScreeningReport {
    let report = await report(on: message)
    outcome.trace.screening = ScreeningSummary(report)
    outcome.concern = TurnConcern(report)
    suspected = report.suspicion?.categories ?? []
    foreignLanguage = report.language
    circumstances = report.suspicion?.circumstances ?? []
    return report
  }

  private mutating func report(on message: String) async -> ScreeningReport {
    guard let embeddings = service.embeddings else { return examine(message, embedding: nil) }
    let others = (routing as? DomainRouter).map {
      EmbeddedRouting.newestTexts(message, request.conversation.messages, for: $0)
    }
    switch await embeddings.embedding(of: message, with: others ?? [], clock: service.clock) {
    case .embedding(let embedding):
      let report = examine(message, embedding: embedding)
      if let problem = report.estimate?.embeddingProblem {
        outcome.trace.problems.append("the embedding of the message: \(problem)")
      }
      return report
    case .problem(let problem):
      outcome.trace.problems.append("the embedding of the message: \(problem)")
      var report = examine(message, embedding: nil)
      report.estimate?.embeddingProblem = problem
      return report
    }
  }

  private func examine(_ message: String, embedding: TextEmbedding?) -> ScreeningReport {
    service.screen.examine(
      message, history: request.conversation.session, language: request.person.language,
      embedding: embedding)
  }

  // MARK: Second opinion

  /// Asks a model about a message of which the screen is not sure, and returns the assessment of a crisis.
  ///
  /// A verdict on the same message is reused. A model that sees no danger lifts the concern; if nobody can be asked, or the
  /// answer does not come in time, it stays.
  mutating func secondOpinion(
    on message: String, _ report: ScreeningReport
  ) async -> SafetyAssessment? {
    guard let opinion = service.secondOpinion, report.verdict.isInDoubt else { return nil }
    let history = Array(request.conversation.session.suffix(opinion.messages))
    let digest = OpinionDesk.digest(of: message, after: history, by: request.person.id)
    if let verdict = opinion.desk[digest] { return assessment(verdict, message, report) }
    do throws(OpinionGap) {
      let verdict = try await ask(opinion, about: message, after: history)
      opinion.desk.keep(verdict, for: digest)
      return assessment(verdict, message, report)
    } catch {
      outcome.trace.secondOpinion = error.result
      outcome.trace.problems.append("the second opinion on a crisis: \(error.detail)")
      return nil
    }
  }

  private mutating func assessment(
    _ verdict: OpinionVerdict, _ message: String, _ report: ScreeningReport
  ) -> SafetyAssessment? {
    outcome.concern = nil
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

  /// Whether the message may signal danger, or one in the last days did and the coach has not asked since how things are.
  var isNearDanger: Bool { outcome.concern != nil || request.record?.crises.isPending ?? false }

  // MARK: Help

  /// What to do in an emergency, in the language of a message that the screen does not read; `nil` if there is no text in it.
  var nativeEmergencyLine: String? {
    foreignLanguage.flatMap {
      ForeignStatements.builtIn.emergencyLine(
        in: $0.languageCode,
        number: service.resources.emergencyNumber(request.person.region))
    }
  }

  /// The line of help that best fits what a message may signal, for the person's country.
  func helpLine(_ key: CopyKey) -> String {
    if let native = nativeEmergencyLine {
      let lines = resources(for: suspected).prefix(1).map(\.line)
      return ([native] + (lines.isEmpty ? [text(.crisisNoResources)] : lines)).joined(
        separator: "\n")
    }
    return text(
      key,
      with: CopyValues(
        resources: resources(for: suspected).prefix(1).map(\.line),
        emergencyNumber: service.resources.emergencyNumber(request.person.region)))
  }

  /// Returns a text that stands in place of an answer, followed by a line of help: the message may be more than the screen
  /// can see, and nobody else has answered it.
  func withHelp(_ text: String) -> String {
    guard request.message != nil else { return text }
    return "\(text)\n\n\(helpLine(outcome.concern == nil ? .crisisHelpAnyway : .crisisHelpLine))"
  }

  /// Shows where to find help below the coach's text, if there is a concern: all that fits if the coach raised it, else one
  /// line.
  func showHelp() async {
    guard let concern = outcome.concern else { return }
    guard concern.source == .coach else { return await pipe.send(.help(helpLine(.crisisHelpLine))) }
    let lines = resources(for: concern.categories).map(\.line)
    await pipe.send(.help(moreHelp(lines.isEmpty ? [text(.crisisNoResources)] : lines)))
  }

  /// Returns the resources for categories of danger in the person's country and language, best first.
  func resources(for categories: [CrisisCategory]) -> [CrisisResource] {
    service.resources.resources(
      for: request.person.region, categories: categories, circumstances: circumstances,
      language: request.person.language)
  }

  /// Returns a list of where to find help, with the line that introduces it.
  func moreHelp(_ lines: [String]) -> String {
    ([text(.crisisMoreHelp)] + lines).joined(separator: "\n")
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
