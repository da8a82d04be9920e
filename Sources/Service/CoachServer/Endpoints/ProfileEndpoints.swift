#if Server
  import CoachKit
  import Documents
  import HTTPTypes
  import Logging

  extension Endpoint {
    /// What a person decides about what is known of them.
    static func profile(_ state: ServerState) -> [Endpoint] {
      [
        Endpoint(
          method: .post, path: "/v1/profile/apply", scope: .client,
          summary: "Apply what a person decided about their profile",
          details: """
            Changes are applied in their order. One that is about something that does not exist changes nothing; its \
            position is listed in `unknown`.
            """,
          body: ProfileDecisions.document.schema, answer: ChangedProfile.document.versioned
        ) { call in
          let decisions = try call.read(ProfileDecisions.document)
          try call.requirePermission(toSpeakFor: decisions.record.id)
          var answer = ChangedProfile(record: decisions.record, unknown: [])
          let today = try state.today(decisions.today, of: decisions.record)
          for (place, change) in decisions.changes.enumerated() {
            try Task.checkCancellation()
            if case .merge(let other) = change,
              !other.id.utf8.elementsEqual(decisions.record.id.utf8)
            {
              throw Problem(
                .badRequest, "profile.merge", "the records to merge are of different people")
            }
            if !change.apply(to: &answer.record, at: state.now, on: today) {
              answer.unknown.append(place)
            }
          }
          return answer
        },
        Endpoint(
          method: .post, path: "/v1/profile/forget", scope: .client,
          summary: "Forget an item, a message, a conversation, or a person",
          details: """
            With `record`, returns it without what is named; nothing of it comes back. With `person` and `everything`, \
            deletes counts, request ids and costs of the person from the server's store; the caller deletes the record.
            """,
          body: Forgetting.document.schema, answer: ForgottenAnswer.document.versioned
        ) { call in
          let forgetting = try call.read(Forgetting.document)
          try call.requirePermission(toSpeakFor: forgetting.record?.id ?? forgetting.person ?? "")
          if let person = forgetting.person {
            guard call.caller.person == nil else {
              throw Problem(
                .forbidden, "forbidden.person", "a person's token cannot delete counts",
                hint: "send the key of the app's backend")
            }
            try await state.forget(person)
            return ForgottenAnswer(record: nil)
          }
          guard var record = forgetting.record else { return ForgottenAnswer(record: nil) }
          let today = try state.today(forgetting.today, of: record)
          if let item = forgetting.item { record.remove(item, at: state.now, on: today) }
          if let message = forgetting.message { record.forget(messages: [message]) }
          if let id = forgetting.conversation { record.forget(conversation: id) }
          return ForgottenAnswer(record: record)
        },
        Endpoint(
          method: .post, path: "/v1/profile/render", scope: .client,
          summary: "What was learned of a person, for them to see",
          body: RecordOfDay.document.schema, answer: LearnedKnowledge.document.versioned
        ) { call in
          let request = try call.read(RecordOfDay.document)
          try call.requirePermission(toSpeakFor: request.record.id)
          let today = try state.today(request.today, of: request.record)
          return request.record.learned(on: today)
        },
      ]
    }
  }

  extension ServerState {
    /// Deletes everything about a person from the stores.
    func forget(_ person: String) async throws {
      do {
        try await stores.usage.forget(person)
        try await stores.costs.forgetCosts(of: person)
      } catch {
        throw storeProblem(error)
      }
    }

    /// Returns the time zone with a name; UTC without one. Throws ``Problem`` for an unknown name.
    func zone(_ name: String?) throws(Problem) -> TimeZoneRules {
      guard let name else { return .utc }
      guard let rules = try? TimeZoneRules(named: name) else {
        throw Problem(
          .badRequest, "zone", "the time zone is not known",
          hint: "write a name of the IANA database, such as Europe/Berlin")
      }
      return rules
    }

    /// Returns the person's day: the one given, or that of their time zone.
    func today(_ day: CalendarDay?, of record: PersonRecord) throws(Problem) -> CalendarDay {
      if let day { return day }
      return try zone(record.timeZone).day(at: now)
    }

    /// Logs an error of the store, which quotes nobody, and returns the problem for the caller.
    func storeProblem(_ error: any Error) -> Problem {
      logger.error("the store failed", metadata: ["error": "\(error)"])
      return Problem(
        .serviceUnavailable, "store", "the store of counts and costs does not answer",
        hint: "send the request again later")
    }

    /// Logs problems that nobody noticed, without their words, which may quote a person.
    func note(problems: [String], of what: String) {
      guard !problems.isEmpty else { return }
      logger.warning("parts of a \(what) failed", metadata: ["count": "\(problems.count)"])
      for problem in problems { logger.debug("\(problem)") }
    }
  }

  struct ProfileDecisions: Sendable {
    /// The number of changes in one request: each is compared with everything that is known.
    private static let maximumChanges = 100
    /// The number of comparisons in one request, which take some 10 µs each. A single change is always possible.
    private static let maximumComparisons = 50_000

    var record: PersonRecord
    var today: CalendarDay?
    var changes: [ProfileChange]

    static let document = JSONDocumentForm(
      JSONObjectForm<ProfileDecisions>(
        "decisions about a profile", .required("record", \.record, PersonRecord.document.form),
        .optional("today", \.today, .day),
        .required("changes", \.changes, .list(ProfileChange.form, atMost: maximumChanges))
      ) { (object) throws(SourceError) in
        guard
          object.changes.count <= 1
            || object.changes.count * object.record.profile.items.count <= maximumComparisons
        else {
          throw object.node.member("changes").error(
            "profile.changes", "there are too many changes for so large a profile",
            hint: "send fewer at once")
        }
        return ProfileDecisions(record: object.record, today: object.today, changes: object.changes)
      })
  }

  struct ChangedProfile: Sendable {
    var record: PersonRecord
    /// The positions of changes that are about something which does not exist.
    var unknown: [Int]

    static let document = JSONDocumentForm(
      JSONObjectForm<ChangedProfile>(
        "a changed profile", .required("record", \.record, PersonRecord.document.form),
        .list("unknown", \.unknown, .integer())
      ) { ChangedProfile(record: $0.record, unknown: $0.unknown) })
  }

  struct Forgetting: Sendable {
    var record: PersonRecord?
    var today: CalendarDay?
    var item: String?
    var message: String?
    var conversation: String?
    /// The person of whom everything is forgotten.
    var person: String?

    private var isEverything: Bool { person != nil }

    static let document = JSONDocumentForm(
      JSONObjectForm<Forgetting>(
        "what to forget", .optional("record", \.record, PersonRecord.document.form),
        .optional("today", \.today, .day), .optional("item", \.item, .filledText),
        .optional("message", \.message, .filledText),
        .optional("conversation", \.conversation, .filledText),
        .optional("person", \.person, .filledText),
        .optional("everything", \.isEverything, .bool, default: false)
      ) { (object) throws(SourceError) in
        let parts = [object.item, object.message, object.conversation].compactMap { $0 }
        switch (object.record, object.person) {
        case (_?, nil) where !parts.isEmpty && !object.isEverything: break
        case (nil, _?) where parts.isEmpty && object.isEverything: break
        default:
          throw object.node.error(
            "profile.forget", "what to forget is not clear",
            hint: "give 'record' with 'item', 'message' or 'conversation'; or 'person' with "
              + "'\"everything\": true'")
        }
        return Forgetting(
          record: object.record, today: object.today, item: object.item, message: object.message,
          conversation: object.conversation,
          person: object.person)
      })
  }

  struct ForgottenAnswer: Sendable {
    var record: PersonRecord?

    static let document = JSONDocumentForm(
      JSONObjectForm<ForgottenAnswer>(
        "what remains", .optional("record", \.record, PersonRecord.document.form)
      ) { ForgottenAnswer(record: $0.record) })
  }

  struct RecordOfDay: Sendable {
    var record: PersonRecord
    var today: CalendarDay?

    static let document = JSONDocumentForm(
      JSONObjectForm<RecordOfDay>(
        "a record on a day", .required("record", \.record, PersonRecord.document.form),
        .optional("today", \.today, .day)
      ) { RecordOfDay(record: $0.record, today: $0.today) })
  }
#endif
