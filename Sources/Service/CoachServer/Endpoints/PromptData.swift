#if Server
  import CoachKit
  import Documents
  import HTTPTypes

  /// What fills a prompt: a person with everything else that a task or a rendering takes.
  struct PromptData: Sendable {
    var person: Person?
    var record: PersonRecord?
    var today: CalendarDay?
    var domain: String?
    var persona: Persona?
    var inputs: JSONObject = [:]
    var history: [Message] = []

    /// The id of somebody of whom nothing is known.
    static let nobody = "nobody"

    static let members = JSONObjectForm<PromptData>(
      "the data of a prompt", .optional("person", \.person, Person.document.form),
      .optional("record", \.record, PersonRecord.document.form), .optional("today", \.today, .day),
      .optional("domain", \.domain, .filledText),
      .optional("persona", \.persona, Persona.document.form),
      .optional("inputs", \.inputs, .anyObject, default: JSONObject()),
      .list("history", \.history, Message.spoken.form)
    ) { (object) throws(SourceError) in
      guard object.person == nil || object.record == nil else {
        throw object.node.member("person").error(
          "turn.person", "a request has either 'person' or 'record'",
          hint: "give 'record' if there is one: the person follows from it")
      }
      return PromptData(
        person: object.person, record: object.record, today: object.today, domain: object.domain,
        persona: object.persona,
        inputs: object.inputs, history: object.history)
    }

    static let document = JSONDocumentForm(members)

    /// The caller's id of the person; `nil` without one.
    var personID: String? { person?.id ?? record?.id }

    /// Returns the request that fills a prompt.
    ///
    /// Throws ``Problem`` for an unknown domain.
    func request(for prompt: PromptReference, _ state: ServerState) throws -> AssemblyRequest {
      let today = try record.map { try state.today(self.today, of: $0) } ?? self.today
      let person =
        person ?? record?.person(on: today ?? CalendarDay(unixTime: state.now), domain: domain)
      var request = AssemblyRequest(
        prompt: prompt, person: person ?? Person(id: Self.nobody), persona: persona,
        history: history, today: today?.description, values: inputs)
      if let domain {
        guard let found = state.service.domains().domains.first(where: { $0.id == domain }) else {
          throw Problem.unknownDomain
        }
        request.domain = found
      }
      return request
    }
  }

  extension Problem {
    /// A request names a domain that does not exist.
    static var unknownDomain: Problem {
      Problem(
        .badRequest, "domain.unknown", "there is no such domain",
        hint: "GET /v1/domains lists them")
    }
  }
#endif
