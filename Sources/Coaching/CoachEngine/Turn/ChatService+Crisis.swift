import CoachAccess
public import CoachModel
public import CoachSafety
import LanguageModels

/// The reply to a text that signals a crisis.
public struct CrisisReply: Sendable, Hashable {
  /// What was found, with the resources.
  public var notice: CrisisNotice
  /// The words to show before everything else.
  public var text: String
}

/// What came of looking for a crisis in a text that is no message of a conversation.
public struct CrisisAnswer: Sendable, Hashable {
  /// The reply; `nil` if the text signals no crisis.
  public var reply: CrisisReply?
  /// The calls of models, also those that found nothing: they cost as much.
  public var calls: [TurnCall] = []
}

extension ChatService {
  /// Screens a text that is no message of a conversation, such as an answer in a form, and replies to it as a turn does if
  /// it signals a crisis.
  ///
  /// - Parameter assumed: The assessment of a text in which something else than the screen saw a danger.
  public func crisisAnswer(
    to text: String, for person: Person, assuming assumed: SafetyAssessment? = nil
  ) async -> CrisisAnswer {
    // Whoever leaves has still written it: the answer is read to its end even if the caller is cancelled.
    await Task.onPreferredExecutor {
      await wholeCrisisAnswer(to: text, for: person, assuming: assumed)
    }
    .value
  }

  private func wholeCrisisAnswer(
    to text: String, for person: Person, assuming assumed: SafetyAssessment?
  ) async -> CrisisAnswer {
    let request = TurnRequest(
      id: "text", person: person, access: AccessRecord(updatedAt: 0),
      conversation: TurnRequest.Conversation(id: "text"), message: text)
    let events = TurnStream(refusal: { [] }) { pipe in
      var run = TurnRun(service: self, request: request, pipe: pipe)
      await run.answerCrisisOnly(assuming: assumed)
    }
    var found: (notice: CrisisNotice?, outcome: TurnOutcome?)
    for await event in events {
      switch event {
      case .crisisDetected(let notice): found.notice = notice
      case .done(let outcome): found.outcome = outcome
      default: break
      }
    }
    var answer = CrisisAnswer(calls: found.outcome?.trace.calls ?? [])
    if let notice = found.notice, let message = found.outcome?.message {
      answer.reply = CrisisReply(notice: notice, text: message.text)
    }
    return answer
  }
}
