#if Server
  import CoachKit
  import Documents

  /// What a turn changes, for the caller to store: everything of the outcome but how it came about.
  struct TurnChanges: Sendable {
    /// The messages to add to the conversation: the person's and the coach's, whose tags are named beside its text.
    var messages: [Message] = []
    /// The id of the coach's message; `nil` if there is none.
    var messageID: String?
    /// Whether the coach's message is incomplete.
    var isPartial = false
    /// The domain of the conversation; `nil` while it is unclear.
    var domain: String?
    /// What the conversation is for: `discovery` also after the purchase, if it began as one; `nil` while that is unknown.
    var kind: ConversationKind?
    /// The versions of prompts that the conversation keeps; empty if none was assigned.
    var assignments: [PromptAssignment] = []
    /// The new access record; `nil` if it is unchanged.
    var access: AccessRecord?
    /// The new record of the person; `nil` if the request had none.
    var record: PersonRecord?
    /// Observations of the turn. The new record has them already.
    var signals: [LearningSignal] = []
    /// What discovery found; `nil` if this turn did not complete it, or found nothing.
    var discovery: DiscoveryProfile?
    /// Whether the message signals a crisis.
    var isCrisis = false
    /// What the app should ask the person now; `nil` for nothing.
    var offer: Offer?

    /// Returns what an outcome changes, at a time in seconds since 1970.
    init(_ outcome: TurnOutcome, of request: TurnRequest, at now: Double) {
      if let reply = outcome.message {
        if let text = request.message { messages.append(Message(.user, text)) }
        messages.append(reply.stored)
        messageID = reply.id
        isPartial = reply.isPartial
      }
      domain = outcome.updates.domain
      kind = outcome.updates.kind
      assignments = outcome.updates.assignments
      access = outcome.updates.access
      signals = outcome.updates.signals
      discovery = outcome.discovery?.profile
      isCrisis = outcome.isCrisis
      offer = outcome.offer
      guard var record = request.record else { return }
      record.take(outcome, of: request, at: now, on: request.today ?? CalendarDay(unixTime: now))
      self.record = record
    }

    private init() {}

    static let document = JSONDocumentForm(
      JSONObjectForm<TurnChanges>(
        "the changes of a turn", .list("messages", \.messages, Message.spoken.form),
        .optional("message_id", \.messageID, .text),
        .optional("is_partial", \.isPartial, .bool, default: false),
        .optional("domain", \.domain, .text), .optional("kind", \.kind, .conversationKind),
        .list("assignments", \.assignments, PromptAssignment.members.form),
        .optional("access", \.access, AccessRecord.document.form),
        .optional("record", \.record, PersonRecord.document.form),
        .list("signals", \.signals, LearningSignal.document.form),
        .optional("discovery", \.discovery, DiscoveryProfile.members.form),
        .required("is_crisis", \.isCrisis, .bool), .optional("offer", \.offer, .choice)
      ) { object in
        var changes = TurnChanges()
        changes.messages = object.messages
        changes.messageID = object.messageID
        changes.isPartial = object.isPartial
        changes.domain = object.domain
        changes.kind = object.kind
        changes.assignments = object.assignments
        changes.access = object.access
        changes.record = object.record
        changes.signals = object.signals
        changes.discovery = object.discovery
        changes.isCrisis = object.isCrisis
        changes.offer = object.offer
        return changes
      })
  }
#endif
