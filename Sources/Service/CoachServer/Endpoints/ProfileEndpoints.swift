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
            position is listed in `unknown`. `offer` is what to ask next, such as after the answer to another offer.
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
            if case .chooseStyle(_?, let domain?) = change {
              try state.requireDomain(domain)
            }
            if !change.apply(to: &answer.record, at: state.now, on: today) {
              answer.unknown.append(place)
            }
          }
          answer.offer = answer.record.offer(by: state.settings.offers).offer
          return answer
        },
        Endpoint(
          method: .post, path: "/v1/profile/offer", scope: .client,
          summary: "What to ask the person now: to be remembered, or to be checked in with",
          details: """
            The answer goes to `/v1/profile/apply` as `{"do": "offer", …}`, first as `shown`. `after_first_reply` overrides \
            the server's setting of that name.
            """,
          body: OfferQuery.document.schema, answer: OfferAnswer.document.versioned
        ) { call in
          let query = try call.read(OfferQuery.document)
          try call.requirePermission(toSpeakFor: query.record.id)
          var policy = state.settings.offers
          policy.afterFirstReply = query.afterFirstReply ?? policy.afterFirstReply
          let decision = query.record.offer(by: policy)
          return OfferAnswer(offer: decision.offer, reason: decision.reason)
        },
        Endpoint(
          method: .post, path: "/v1/profile/forget", scope: .client,
          summary: "Forget an item, a message, a conversation, all conversations, or a person",
          details: """
            With `record`, returns it without what is named; nothing of it comes back. `history` stands for all \
            conversations; what the person entered, edited or confirmed stays. With `person` and `everything`, \
            deletes counts, request ids and costs of the person from the server's store; the caller deletes the record.
            """,
          body: Forgetting.document.schema, answer: ForgottenAnswer.document.versioned,
          failures: [.notFound]
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
          if let item = forgetting.item {
            guard record.remove(item, at: state.now, on: today) else {
              throw Problem(
                .notFound, "profile.item", "there is no such item",
                hint: "POST /v1/profile/render lists what there is, with its ids")
            }
          }
          if let message = forgetting.message { record.forget(messages: [message]) }
          if let id = forgetting.conversation { record.forget(conversation: id) }
          if forgetting.history { record.forgetHistory() }
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
    /// Throws ``Problem`` for a domain that does not exist, with the id that resembles it.
    func requireDomain(_ id: String) throws(Problem) {
      let ids = service.domains().domains.map(\.id)
      guard !ids.contains(id) else { return }
      throw Problem(
        .badRequest, "domain.unknown", "there is no such domain",
        hint: ids.hint(for: id) ?? "GET /v1/domains lists them")
    }

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

    /// Logs problems that nobody noticed, without their words, which may quote a person: by the tasks that failed, each with
    /// the kind of failure.
    func note(problems: [String], causes: [String], of what: String) {
      let count = max(problems.count, causes.count)
      guard count > 0 else { return }
      var metadata: Logger.Metadata = ["count": "\(count)"]
      if !causes.isEmpty { metadata["causes"] = "\(causes.joined(separator: ", "))" }
      logger.warning("parts of a \(what) failed", metadata: metadata)
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
    /// What the app should ask the person next; `nil` for nothing.
    var offer: Offer?

    static let document = JSONDocumentForm(
      JSONObjectForm<ChangedProfile>(
        "a changed profile", .required("record", \.record, PersonRecord.document.form),
        .list("unknown", \.unknown, .integer()), .optional("offer", \.offer, .choice)
      ) { ChangedProfile(record: $0.record, unknown: $0.unknown, offer: $0.offer) })
  }

  struct OfferQuery: Sendable {
    var record: PersonRecord
    /// Whether to ask after the first reply; `nil` for the server's setting.
    var afterFirstReply: Bool?

    static let document = JSONDocumentForm(
      JSONObjectForm<OfferQuery>(
        "a question for an offer", .required("record", \.record, PersonRecord.document.form),
        .optional("after_first_reply", \.afterFirstReply, .bool)
      ) { OfferQuery(record: $0.record, afterFirstReply: $0.afterFirstReply) })
  }

  struct OfferAnswer: Sendable {
    var offer: Offer?
    var reason: String

    static let document = JSONDocumentForm(
      JSONObjectForm<OfferAnswer>(
        "an offer to make", .optional("offer", \.offer, .choice),
        .required("reason", \.reason, .text)
      ) { OfferAnswer(offer: $0.offer, reason: $0.reason) })
  }

  struct Forgetting: Sendable {
    var record: PersonRecord?
    var today: CalendarDay?
    var item: String?
    var message: String?
    var conversation: String?
    /// Whether all conversations are forgotten.
    var history = false
    /// The person of whom everything is forgotten.
    var person: String?

    private var isEverything: Bool { person != nil }

    static let document = JSONDocumentForm(
      JSONObjectForm<Forgetting>(
        "what to forget", .optional("record", \.record, PersonRecord.document.form),
        .optional("today", \.today, .day), .optional("item", \.item, .filledText),
        .optional("message", \.message, .filledText),
        .optional("conversation", \.conversation, .filledText),
        .optional("history", \.history, .bool, default: false),
        .optional("person", \.person, .filledText),
        .optional("everything", \.isEverything, .bool, default: false)
      ) { (object) throws(SourceError) in
        let parts =
          [object.item, object.message, object.conversation, object.history ? "" : nil]
          .compactMap { $0 }
        guard object.item == nil || !object.history else {
          throw object.node.member("history").error(
            "profile.forget", "'history' and 'item' are two requests",
            hint: "'history' keeps what the person entered or confirmed, and 'item' may name that")
        }
        switch (object.record, object.person) {
        case (_?, nil) where !parts.isEmpty && !object.isEverything: break
        case (nil, _?) where parts.isEmpty && object.isEverything: break
        default:
          throw object.node.error(
            "profile.forget", "what to forget is not clear",
            hint:
              "give 'record' with 'item', 'message', 'conversation' or '\"history\": true'; or 'person' with "
              + "'\"everything\": true'")
        }
        return Forgetting(
          record: object.record, today: object.today, item: object.item, message: object.message,
          conversation: object.conversation, history: object.history,
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
