import CoachDomains
package import CoachModel
package import CoachSafety
import LanguageModels
import SafetyRules
import TextAnalysis

/// The first stage of a turn: the person's message as the crisis screen, and perhaps a second opinion, judged it.
package struct ScreenedMessage: Sendable {
  /// What the screen found; `nil` if the coach speaks first.
  fileprivate(set) var report: ScreeningReport?
  /// The crisis that the message signals; `nil` if it signals none.
  package var crisis: SafetyAssessment?
  /// The less plain signs of danger; `nil` if there are none, or a model ruled them out.
  package var concern: TurnConcern?
  /// What came of the second opinion; `nil` if none was wanted.
  var secondOpinion: SecondOpinionResult?
  /// The calls of the second opinion.
  var calls: [TurnCall] = []
  /// Why something could not be looked at, for operators.
  var problems: [String] = []

  /// Creates the stage for a turn in which the coach speaks first: there is nothing to screen.
  package init() {
    report = nil
  }

  /// Creates the stage from what the screen found.
  package init(_ report: ScreeningReport) {
    self.report = report
    crisis = report.assessment
    concern = TurnConcern(report)
  }

  /// The categories of danger that the message may signal, for the choice of a line of help.
  var suspected: [CrisisCategory] { report?.suspicion?.categories ?? [] }

  /// What the person said about their situation in a message that may signal danger, or before it.
  var circumstances: [CrisisCircumstance] {
    crisis?.circumstances ?? report?.suspicion?.circumstances ?? []
  }

  /// The language of the message if the screen does not read it; `nil` if it does, or nobody can tell.
  var foreignLanguage: String? { report?.language }
}

extension TurnInputs {
  /// Screens the person's message without asking anybody.
  package func screened(
    by screen: any CrisisScreening, embedding: TextEmbedding? = nil
  ) -> ScreenedMessage {
    guard let message = request.message else { return ScreenedMessage() }
    return ScreenedMessage(
      screen.examine(
        message, history: request.conversation.session, language: request.person.language,
        embedding: embedding))
  }

  /// Screens the person's message, with its embedding if that arrives in time.
  func screened(
    by screen: any CrisisScreening, embeddings: MessageEmbeddings?, routing: any DomainRouting,
    clock: CallClock
  ) async -> ScreenedMessage {
    guard let message = request.message, let embeddings else { return screened(by: screen) }
    let others = (routing as? DomainRouter).map {
      EmbeddedRouting.newestTexts(message, routedHistory, for: $0)
    }
    switch await embeddings.embedding(of: message, with: others ?? [], clock: clock) {
    case .embedding(let embedding):
      var screened = screened(by: screen, embedding: embedding)
      if let problem = screened.report?.estimate?.embeddingProblem {
        screened.problems.append("the embedding of the message: \(problem)")
      }
      return screened
    case .problem(let problem):
      var screened = screened(by: screen)
      screened.problems.append("the embedding of the message: \(problem)")
      screened.report?.estimate?.embeddingProblem = problem
      return screened
    }
  }
}
