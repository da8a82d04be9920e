#if Server
  import CoachKit
  import Documents
  import HTTPTypes

  extension Endpoint {
    /// Who gets a nudge on a day, and its text.
    static func nudges(_ state: ServerState) -> Endpoint {
      Endpoint(
        method: .post, path: "/v1/nudges/plan", scope: .client,
        summary: "Choose who gets a nudge on a day, or write one",
        details: """
          With `candidates`, chooses among them: at most `cap` whose text a model writes, and those whose trial ends tomorrow. \
          With `record`, decides about one person and lets a model write the text; the record that comes back has the attempt \
          with its time. If the model finds nothing suitable, nothing is sent. `access` lets the day before the end of a trial \
          be an occasion. `candidate` asks for what a plan needs of the person instead.
          """,
        body: NudgeBody.document.schema, answer: NudgeAnswer.document.versioned,
        failures: [.tooManyRequests]
      ) { call in
        let body = try call.read(NudgeBody.document)
        guard var record = body.record else {
          return body.plan()
        }
        try call.requirePermission(toSpeakFor: record.id)
        let zone = try state.zone(body.zone ?? record.timeZone)
        guard !body.asksForCandidate else {
          return NudgeAnswer(
            candidate: state.service.nudgeCandidate(of: record, zone: zone, access: body.access))
        }
        let decision = state.service.nudgeDecision(
          about: record, on: body.date, remainingCalls: body.cap, zone: zone, access: body.access)
        if decision.occasion?.needsModel == true {
          try await state.requireSpendingRoom(for: call.caller, person: record.id)
        }
        let result = await state.service(for: call.caller).nudge(
          &record, on: body.date, remainingCalls: body.cap, zone: zone, access: body.access)
        await state.costs.add(result.calls, for: record.id, by: call.caller.costKey)
        var answer = NudgeAnswer()
        answer.record = record
        answer.kind = result.decision.occasion?.kind
        // A problem may name a prompt or a provider.
        answer.reason =
          result.problem.map { call.caller.scope >= .operator ? $0 : "nothing was written" }
          ?? result.decision.reason
        if result.hasFailed {
          state.note(
            problems: [result.problem].compactMap(\.self),
            causes: [result.cause].compactMap(\.self), of: "nudge")
        }
        answer.text = result.text
        return answer
      }
    }
  }

  struct NudgeBody: Sendable {
    var date: CalendarDay
    /// The number of nudges that may still be written.
    var cap: Int
    var candidates: [NudgeCandidate]
    var record: PersonRecord?
    /// The person's access, for the end of a trial; `nil` if it is not known.
    var access: AccessRecord?
    var zone: String?
    /// Whether the answer is the candidate of the record.
    var asksForCandidate: Bool

    /// The daily cap of calls unless a request says otherwise.
    private static let standardCap = 1_000

    static let document = JSONDocumentForm(
      JSONObjectForm<NudgeBody>(
        "a plan of nudges", .required("date", \.date, .day),
        .optional("cap", \.cap, .integer(from: 0, through: 10_000_000), default: standardCap),
        .list("candidates", \.candidates, NudgeCandidate.document.form),
        .optional("record", \.record, PersonRecord.document.form),
        .optional("access", \.access, AccessRecord.document.form),
        .optional("zone", \.zone, .filledText),
        .optional("candidate", \.asksForCandidate, .bool, default: false)
      ) { (object) throws(SourceError) in
        guard object.record == nil || object.candidates.isEmpty else {
          throw object.node.error(
            "nudges.plan", "a request has either 'candidates' or 'record'",
            hint: "choose first, then ask for the text of each")
        }
        guard object.record != nil || !object.asksForCandidate else {
          throw object.node.error(
            "nudges.candidate", "there is no record to make a candidate of",
            hint: "send the person's 'record', too")
        }
        return NudgeBody(
          date: object.date, cap: object.cap, candidates: object.candidates, record: object.record,
          access: object.access, zone: object.zone, asksForCandidate: object.asksForCandidate)
      })

    /// Chooses among the candidates.
    func plan() -> NudgeAnswer {
      var plan = NudgePlan(on: date, cap: cap)
      var answer = NudgeAnswer()
      for candidate in candidates {
        guard let settled = plan.consider(candidate) else { continue }
        answer.held[settled.reason, default: 0] += 1
      }
      answer.chosen = plan.chosen.map { NudgeAnswer.Choice(person: $0.person, kind: $0.kind) }
      return answer
    }
  }

  struct NudgeAnswer: Sendable {
    struct Choice: Sendable, Hashable {
      var person: String
      var kind: String

      static let members = JSONObjectForm<Choice>(
        "a chosen person", .required("person", \.person, .text), .required("kind", \.kind, .text)
      ) { Choice(person: $0.person, kind: $0.kind) }
    }

    /// Who gets a nudge, the most important first.
    var chosen: [Choice]?
    /// The number of others by the reason why they get none.
    var held: [String: Int] = [:]
    var record: PersonRecord?
    var kind: String?
    var reason: String?
    var text: String?
    /// What a plan needs of the person, if that was asked for.
    var candidate: NudgeCandidate?

    static let document = JSONDocumentForm(
      JSONObjectForm<NudgeAnswer>(
        "planned nudges", .optional("chosen", \.chosen, .list(Choice.members.form)),
        .optional("held", \.held, .map(.integer()), default: [:]),
        .optional("record", \.record, PersonRecord.document.form),
        .optional("kind", \.kind, .text), .optional("reason", \.reason, .text),
        .optional("text", \.text, .text),
        .optional("candidate", \.candidate, NudgeCandidate.document.form)
      ) { object in
        var answer = NudgeAnswer()
        answer.chosen = object.chosen
        answer.held = object.held
        answer.record = object.record
        answer.kind = object.kind
        answer.reason = object.reason
        answer.text = object.text
        answer.candidate = object.candidate
        return answer
      })
  }
#endif
