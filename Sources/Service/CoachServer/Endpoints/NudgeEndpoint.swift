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
          With `candidates`, chooses among them, at most `cap`. With `record`, decides about one person and lets a model write \
          the text; the record that comes back has the attempt. If the model finds nothing suitable, nothing is sent.
          """,
        body: NudgeBody.document.schema, answer: NudgeAnswer.document.versioned
      ) { call in
        let body = try call.read(NudgeBody.document)
        guard var record = body.record else {
          return body.plan()
        }
        try call.requirePermission(toSpeakFor: record.id)
        let zone = try state.zone(body.zone ?? record.timeZone)
        let result = await state.service.nudge(
          &record, on: body.date, remainingCalls: body.cap, zone: zone)
        await state.costs.add(result.calls, for: record.id)
        var answer = NudgeAnswer()
        answer.record = record
        answer.kind = result.decision.occasion?.kind
        // A problem may name a prompt or a provider.
        answer.reason =
          result.problem.map { call.caller.scope >= .operator ? $0 : "nothing was written" }
          ?? result.decision.reason
        if result.hasFailed {
          state.note(problems: [result.problem].compactMap(\.self), of: "nudge")
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
    var zone: String?

    /// The daily cap of calls unless a request says otherwise.
    private static let standardCap = 1_000

    static let document = JSONDocumentForm(
      JSONObjectForm<NudgeBody>(
        "a plan of nudges", .required("date", \.date, .day),
        .optional("cap", \.cap, .integer(from: 0, through: 10_000_000), default: standardCap),
        .list("candidates", \.candidates, NudgeCandidate.document.form),
        .optional("record", \.record, PersonRecord.document.form),
        .optional("zone", \.zone, .filledText)
      ) { (object) throws(SourceError) in
        guard object.record == nil || object.candidates.isEmpty else {
          throw object.node.error(
            "nudges.plan", "a request has either 'candidates' or 'record'",
            hint: "choose first, then ask for the text of each")
        }
        return NudgeBody(
          date: object.date, cap: object.cap, candidates: object.candidates, record: object.record,
          zone: object.zone)
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

    static let document = JSONDocumentForm(
      JSONObjectForm<NudgeAnswer>(
        "planned nudges", .optional("chosen", \.chosen, .list(Choice.members.form)),
        .optional("held", \.held, .map(.integer()), default: [:]),
        .optional("record", \.record, PersonRecord.document.form),
        .optional("kind", \.kind, .text), .optional("reason", \.reason, .text),
        .optional("text", \.text, .text)
      ) { object in
        var answer = NudgeAnswer()
        answer.chosen = object.chosen
        answer.held = object.held
        answer.record = object.record
        answer.kind = object.kind
        answer.reason = object.reason
        answer.text = object.text
        return answer
      })
  }
#endif
