import CoachModel
public import Documents
public import SourceFiles

/// Everything that the end of a session brings, as a proposal: nothing has changed before the caller applies it to the
/// person's record.
public struct SessionOutcome: Sendable, Hashable {
  /// Something that is computed again from time to time.
  public enum Refresh: String, Sendable, Hashable, CaseIterable {
    /// The patterns over all sessions.
    case patterns
    /// The style that the person likes.
    case style
  }

  /// The session as it is kept.
  public var session: SessionRecord
  /// The number of the session, from 1, counting all that were completed before it.
  public var number: Int
  /// What the session observed.
  public var signals: [DatedSignal]
  /// What it revealed about the person, to be confirmed by them.
  public var drafts: [ProfileDraft]
  /// The messages that can be found again later.
  public var remembered: RememberedSession
  /// What the person said is coming up.
  public var events: [UpcomingEvent]
  /// What is due to be computed again.
  public var due: [Refresh]
}

extension SessionOutcome: JSONConvertible {
  static let members = JSONObjectForm<SessionOutcome>(
    "the end of a session", .required("session", \.session, SessionRecord.members.form),
    .required("number", \.number, .integer(from: 1)),
    .list("signals", \.signals, DatedSignal.document.form),
    .list("drafts", \.drafts, ProfileDraft.members.form),
    .required("remembered", \.remembered, RememberedSession.members.form),
    .list("events", \.events, UpcomingEvent.members.form), .list("due", \.due, .choice)
  ) {
    SessionOutcome(
      session: $0.session, number: $0.number, signals: $0.signals, drafts: $0.drafts,
      remembered: $0.remembered, events: $0.events, due: $0.due)
  }

  package static let document = JSONDocumentForm(members)

  /// The outcome as JSON.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads an outcome from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }
}
