import CoachAccess
import CoachDomains
package import CoachModel
package import CoachSafety
import CoachSignals
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
  /// Whether one of the last messages signalled danger, or may have, so that discovery must not end with the answer to this
  /// one. Known from the message on with which discovery may end.
  package private(set) var followsDanger = false
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
  package init(_ report: ScreeningReport, followsDanger: Bool = false) {
    self.report = report
    self.followsDanger = followsDanger
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
        embedding: embedding), followsDanger: followsDanger(by: screen))
  }

  /// The number of the person's messages after one that may signal danger for which discovery goes on.
  private static let messagesAfterDanger = 3

  /// Returns whether one of the last messages may have signalled danger, while discovery could end.
  ///
  /// A second opinion that ruled out danger in the message itself says nothing of those before it. What only a second
  /// opinion, an embedding or the coach saw in those is known from the coach's reply: it names help, or raised a concern.
  private func followsDanger(by screen: any CrisisScreening) -> Bool {
    guard messageNumber >= configuration.discovery.floor, !request.access.isDiscoveryComplete
    else { return false }
    let session = request.conversation.session
    let own = session.indices.filter { session[$0].role == .user }
      .suffix(Self.messagesAfterDanger)
    guard let first = own.first else { return false }
    let recent = session[first...]
    let tag = configuration.tags.concern
    let shown = request.record?.shownTags(in: request.conversation.id, last: recent.count)
    if recent.contains(where: { $0.shows(tag) }) || shown?.contains(tag) ?? false { return true }
    let resources = allResources
    let directions = text(.crisisNoResources)
    if recent.contains(where: {
      $0.role == .assistant && ($0.names(resources) || $0.text.contains(directions))
    }) {
      return true
    }
    return own.contains { position in
      let report = screen.examine(
        session[position].text, history: Array(session[..<position]),
        language: request.person.language, embedding: nil)
      return report.verdict == .crisis || report.verdict == .concern
    }
  }

  /// The resources of the person's country, for whatever danger.
  private var allResources: [CrisisResource] {
    var all: [CrisisResource] = []
    for category in CrisisCategory.allCases {
      for circumstances in [[], [CrisisCircumstance.child]] {
        let fitting = resources.resources(
          for: request.person.country, categories: [category], circumstances: circumstances,
          language: request.person.language)
        all += fitting.filter { !all.contains($0) }
      }
    }
    return all
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
