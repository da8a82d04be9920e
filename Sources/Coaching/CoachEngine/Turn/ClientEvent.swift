public import CoachAccess
public import CoachSafety
import StreamParsing

/// What an app may know of a turn: the text for the person, help in a crisis, and how the turn ended.
///
/// ``TurnEvent/forClient`` makes one. It contains no prompt, model, cost or failure detail, none of the model's words
/// that a guardrail took out of the message, and none of what the person wrote.
public enum ClientEvent: Sendable, Hashable {
  /// The coach is about to answer, with the message of this id.
  case started(messageID: String)
  /// More of the coach's message. `tag` names the inline tag that the text comes from, such as `PATTERN`; `nil` for
  /// plain text. All texts in a row are the message.
  case text(String, tag: String?)
  /// Help in a crisis. Show it; the coach's text follows.
  case crisisDetected(resources: [CrisisResource], emergencyNumber: String?)
  /// Where to find help. Show it below the coach's message; it is no part of it.
  case help(String)
  /// How many messages are left. Show `text` below the answer, if there is one.
  case limits(ClientLimits, text: String?)
  /// The coach cannot answer; `text` says why.
  case refused(TurnRefusal)
  /// The message is missing or incomplete; `text` says so. If `keepsText`, what was shown stays.
  case failed(TurnFailure.Code, text: String, keepsText: Bool)
  /// The turn is over.
  case done(ClientOutcome)
}

/// The state of a person's allowance, for the person.
public struct ClientLimits: Sendable, Hashable {
  /// How prominently the count is shown.
  public var tier: UsageTier
  /// The number of messages used.
  public var used: Int
  /// The total number of messages.
  public var limit: Int
  /// The start of the next count, in seconds since 1970; `nil` if a next count is not certain.
  public var resetsAt: Double?
  /// Whether the count is that of a trial.
  public var isTrial: Bool
}

/// How a turn ended, for an app.
public struct ClientOutcome: Sendable, Hashable {
  /// The id of the coach's message; `nil` if there is none.
  public var messageID: String?
  /// Whether the message is incomplete.
  public var isPartial: Bool
  /// Whether this turn completed discovery, so that the next step is to show what can be bought.
  public var isDiscoveryComplete: Bool
  /// Whether the person accepted the offer to look back, or declined it; `nil` if they answered no offer.
  public var isReflectionAccepted: Bool?
}

extension TurnEvent {
  /// The event for an app; `nil` for what is not the person's.
  ///
  /// Send this and nothing else:
  ///
  /// ```swift
  /// for await event in service.reply(to: request).paced() {
  ///   if let event = event.forClient { send(event.json) }
  /// }
  /// ```
  public var forClient: ClientEvent? {
    switch self {
    case .started(let start): .started(messageID: start.messageID)
    case .text(let text): .text(text, tag: nil)
    case .tag(let tag): tag.tag.words.map { .text($0, tag: tag.name) }
    case .finding: nil
    case .crisisDetected(let notice):
      .crisisDetected(
        resources: notice.resources, emergencyNumber: notice.emergencyNumber)
    case .help(let text): .help(text)
    case .limits(let notice, let text):
      .limits(
        ClientLimits(
          tier: notice.tier, used: notice.used, limit: notice.limit, resetsAt: notice.resetsAt,
          isTrial: notice.isTrial), text: text)
    case .refused(let refusal): .refused(refusal)
    case .failed(let failure):
      .failed(failure.code, text: failure.text, keepsText: failure.keepsText)
    case .done(let outcome):
      .done(
        ClientOutcome(
          messageID: outcome.message?.id, isPartial: outcome.message?.isPartial ?? false,
          isDiscoveryComplete: outcome.isDiscoveryComplete,
          isReflectionAccepted: outcome.isReflectionAccepted))
    }
  }
}
