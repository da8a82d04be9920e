public import Documents

/// What an app may know of a turn: the text for the person, help in a crisis, and how the turn ended.
///
/// `TurnEvent.forClient` (module CoachEngine) makes one. It contains no prompt, model, cost or failure detail, none of the model's words
/// that a guardrail took out of the message, and none of what the person wrote.
public enum ClientEvent: Sendable, Hashable {
  /// The coach is about to answer, with the message of this id.
  case started(messageID: String)
  /// A notice that a law asks for. Show its text, above the coach's message unless that has begun; it is no part of it.
  case notice(TurnNotice)
  /// More of the coach's message. `tag` names the inline tag that the text comes from, such as `PATTERN`; `nil` for
  /// plain text. All texts in a row are the message.
  case text(String, tag: String?)
  /// The coach's message so far is this text, usually empty: remove what was shown of it.
  case replaced(String)
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
  /// An event that this version does not know, by its name, with its members: a newer server sent it. Ignore it; if it has
  /// a member `text`, that text is for the person.
  case other(String, JSONObject)
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
  /// What the app should ask the person now: `remember` or `check_in`; `nil` for nothing.
  public var offer: String?
  /// When the next notice is due if the person goes on writing, in seconds since 1970, so that an app can show one by its own
  /// clock; `nil` if none will be, or if this turn does not say, as in a crisis: keep the last one.
  public var nextNoticeAt: Double?

  /// Creates the end of a turn, by default a whole message.
  public init(
    messageID: String?, isPartial: Bool = false, isDiscoveryComplete: Bool = false,
    isReflectionAccepted: Bool? = nil, offer: String? = nil, nextNoticeAt: Double? = nil
  ) {
    self.messageID = messageID
    self.isPartial = isPartial
    self.isDiscoveryComplete = isDiscoveryComplete
    self.isReflectionAccepted = isReflectionAccepted
    self.offer = offer
    self.nextNoticeAt = nextNoticeAt
  }
}

/// How prominently a person's message count is shown.
public enum UsageTier: String, Sendable, Hashable, CaseIterable {
  /// The count is not shown.
  case silent
  /// The count is mentioned in passing.
  case gentle
  /// The person is clearly told that few messages are left.
  case prominent
  /// All messages are used; the current one was the last.
  case exhausted = "blocked"
}
