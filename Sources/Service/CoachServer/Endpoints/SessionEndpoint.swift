#if Server
  import CoachKit
  import Documents
  import HTTPTypes

  extension Endpoint {
    /// The end of sessions.
    static func sessions(_ state: ServerState) -> Endpoint {
      Endpoint(
        method: .post, path: "/v1/sessions/close", scope: .client,
        summary: "Close the sessions of a person that are over",
        details: """
          Closes what ended by silence or a new day, and the session of the conversation that the app names. Models write \
          notes and propose what to remember; nothing proposed is used before the person confirms it. Closing again changes \
          nothing. At most ten sessions are closed at once: the named one, then those that ended by themselves. Where a cap of \
          the key or of the server on what models may cost is reached, none is closed without them: what is left is closed by \
          a later request. A person's own caps do not hold here.
          """,
        body: SessionEnding.document.schema, answer: ClosedSessions.document.versioned,
        failures: [.tooManyRequests]
      ) { call in
        let ending = try call.read(SessionEnding.document)
        try call.requirePermission(toSpeakFor: ending.record.id)
        let zone = try state.zone(ending.zone ?? ending.record.timeZone)
        let (now, today) = (state.now, zone.day(at: state.now))
        var record = ending.record
        var over = record.overdue(at: now, zone: zone)
        if let id = ending.conversation, let session = record.session(in: id),
          !over.contains(where: { $0.session.id == session.id })
        {
          over.insert((session, .app), at: 0)
        }
        var closed: [SessionOutcome] = []
        let service = state.service(for: call.caller)
        for (session, end) in over.prefix(SessionEnding.maximumSessions) {
          do throws(Problem) {
            // A person's own caps do not keep what was said from being noted.
            try await state.requireSpendingRoom(for: call.caller, person: nil)
          } catch {
            // What was closed is the caller's to store.
            if closed.isEmpty { throw error }
            break
          }
          guard
            let closing = await service.close(
              session, end: end, in: &record, on: today, zone: zone)
          else { continue }
          closed.append(closing.outcome)
          await state.costs.add(closing.calls, for: record.id, by: call.caller.costKey)
          state.note(problems: closing.problems, causes: closing.causes, of: "session")
        }
        return ClosedSessions(
          record: record, closed: closed, offer: record.offer(by: state.settings.offers).offer)
      }
    }
  }

  /// A person's record, with the conversation that the app says has ended.
  struct SessionEnding: Sendable {
    /// The number of sessions that one request closes: each takes three calls of models.
    static let maximumSessions = 10

    var record: PersonRecord
    var conversation: String?
    /// The person's time zone; `nil` for that of the record.
    var zone: String?

    static let document = JSONDocumentForm(
      JSONObjectForm<SessionEnding>(
        "a request to close sessions", .required("record", \.record, PersonRecord.document.form),
        .optional("conversation", \.conversation, .filledText),
        .optional("zone", \.zone, .filledText)
      ) { SessionEnding(record: $0.record, conversation: $0.conversation, zone: $0.zone) })
  }

  /// The record after sessions were closed.
  struct ClosedSessions: Sendable {
    var record: PersonRecord
    var closed: [SessionOutcome]
    /// What the app should ask the person now; `nil` for nothing.
    var offer: Offer?

    static let document = JSONDocumentForm(
      JSONObjectForm<ClosedSessions>(
        "closed sessions", .required("record", \.record, PersonRecord.document.form),
        .required("closed", \.closed, .list(SessionOutcome.document.form)),
        .optional("offer", \.offer, .choice)
      ) { ClosedSessions(record: $0.record, closed: $0.closed, offer: $0.offer) })
  }
#endif
