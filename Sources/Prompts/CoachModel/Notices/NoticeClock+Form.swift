package import Documents

extension NoticeClock {
  /// The form in which a usage ledger keeps a clock.
  package static let members = JSONObjectForm<NoticeClock>(
    "the clock of notices", .optional("session", \.session, Session.members.form),
    .list("given", \.given, Given.members.form)
  ) { NoticeClock(session: $0.session, given: $0.given) }
}

extension NoticeClock.Session {
  static let members = JSONObjectForm<NoticeClock.Session>(
    "continuous writing", .required("started_at", \.startedAt, .finite),
    .required("last_message_at", \.lastMessageAt, .finite)
  ) { NoticeClock.Session(startedAt: $0.startedAt, lastMessageAt: $0.lastMessageAt) }
}

extension NoticeClock.Given {
  static let members = JSONObjectForm<NoticeClock.Given>(
    "a notice that was given", .required("kind", \.kind, .noticeKind),
    .required("moment", \.moment, .choice), .required("jurisdiction", \.jurisdiction, .text),
    .required("at", \.at, .finite), .required("request_id", \.requestID, .text)
  ) {
    NoticeClock.Given(
      kind: $0.kind, moment: $0.moment, jurisdiction: $0.jurisdiction, at: $0.at,
      requestID: $0.requestID)
  }
}
