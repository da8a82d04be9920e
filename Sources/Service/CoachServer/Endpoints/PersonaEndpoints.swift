#if Server
  import CoachKit
  import Documents
  import HTTPTypes

  extension Endpoint {
    /// What a backend needs to let creators publish personas. It stores the value that comes back.
    static func personas(_ state: ServerState) -> [Endpoint] {
      [
        Endpoint(
          method: .post, path: "/v1/personas/review", scope: .client,
          summary: "Review a persona: which words break which rule, and what status follows",
          details: """
            The local rules answer at once. With `with_model` a model reads the persona, too, and the more severe verdict \
            counts; without its answer the verdict is at least `revise`. Nothing is changed.
            """,
          body: PersonaReviewBody.document.schema, answer: PersonaReviewAnswer.form,
          failures: [.tooManyRequests]
        ) { call in
          let body = try call.read(PersonaReviewBody.document)
          try call.requirePermission(toChange: body.persona)
          if body.withModel {
            try await state.requireSpendingRoom(
              for: call.caller, person: body.persona.payer(for: call.caller))
          }
          let review = await state.review(
            body.persona, language: body.language, withModel: body.withModel, for: call.caller)
          return PersonaReviewAnswer(
            review: review, status: PersonaWorkflow().status(after: review))
        },
        Endpoint(
          method: .post, path: "/v1/personas/step", scope: .client,
          summary: "Take a persona one step further, and get the value to store",
          details: """
            `submit` has the rules and a model review a draft, `edit` takes other texts, `share` gives an approved persona a \
            code: ask again if your store has a persona with the same one. `approve` and `reject` are for operators, and a \
            token that speaks for one person cannot `share`: whether a persona is approved is for your backend to say. A step \
            that does not fit the status is answered with 409.
            """,
          body: PersonaStepBody.document.schema, answer: PersonaStepAnswer.form,
          failures: [.conflict, .tooManyRequests]
        ) { call in
          try await state.step(try call.read(PersonaStepBody.document), by: call)
        },
      ]
    }
  }

  /// A persona to be reviewed.
  private struct PersonaReviewBody: Sendable {
    var persona: Persona
    var language: String
    var withModel: Bool

    static let document = JSONDocumentForm(
      JSONObjectForm<PersonaReviewBody>(
        "a persona to review", .required("persona", \.persona, Persona.document.form),
        .optional("language", \.language, .filledText, default: "en"),
        .optional("with_model", \.withModel, .bool, default: false)
      ) {
        PersonaReviewBody(
          persona: $0.persona, language: $0.language, withModel: $0.withModel)
      })
  }

  /// What happens to a persona.
  private enum PersonaStep: Sendable {
    case submit
    case edit(Persona)
    case share
    case approve
    case reject(reason: String)

    static let form = JSONForm<PersonaStep>.variants(
      "a step of a persona", tag: "do",
      [
        plain("submit", .submit) { if case .submit = $0 { true } else { false } },
        JSONVariant(
          "edit", "texts", Persona.document.form,
          get: { if case .edit(let texts) = $0 { texts } else { nil } },
          make: { .edit($0) }),
        plain("share", .share) { if case .share = $0 { true } else { false } },
        plain("approve", .approve) { if case .approve = $0 { true } else { false } },
        JSONVariant(
          "reject", "reason", .filledText,
          get: { if case .reject(let reason) = $0 { reason } else { nil } },
          make: { .reject(reason: $0) }),
      ])

    private struct Nothing: Sendable {}

    private static func plain(
      _ word: String, _ step: PersonaStep, isIt: @escaping @Sendable (PersonaStep) -> Bool
    ) -> JSONVariant<PersonaStep> {
      JSONVariant(
        word, JSONObjectForm<Nothing>(word) { _ in Nothing() },
        get: { isIt($0) ? Nothing() : nil }, make: { _ in step })
    }

    /// Whether only an operator may do it.
    var isForOperators: Bool {
      switch self {
      case .approve, .reject: true
      case .submit, .edit, .share: false
      }
    }
  }

  /// A persona with what happens to it.
  private struct PersonaStepBody: Sendable {
    var persona: Persona
    var step: PersonaStep
    var language: String

    static let document = JSONDocumentForm(
      JSONObjectForm<PersonaStepBody>(
        "a persona with a step", .required("persona", \.persona, Persona.document.form),
        .required("step", \.step, PersonaStep.form),
        .optional("language", \.language, .filledText, default: "en")
      ) { PersonaStepBody(persona: $0.persona, step: $0.step, language: $0.language) })
  }

  private struct PersonaReviewAnswer: Sendable {
    var review: PersonaReview
    var status: PersonaStatus

    static let form = JSONObjectForm<PersonaReviewAnswer>(
      writing: "a review of a persona", .required("verdict", \.review.verdict, .choice),
      .required("status", \.status, .choice),
      .required("findings", \.review.findings, .list(PersonaFinding.answer)),
      .required("stages", \.review.stages, .list(PersonaReview.Stage.answer))
    ).form
  }

  private struct PersonaStepAnswer: Sendable {
    var persona: Persona
    /// The review that a submission led to; `nil` for another step.
    var review: PersonaReview?
    /// The link of a shared persona; `nil` without a code or a setting.
    var link: String?

    static let form = JSONObjectForm<PersonaStepAnswer>(
      writing: "a persona after a step",
      .required("persona", \.persona, Persona.document.form),
      .optional("verdict", \.review?.verdict, .choice),
      .optional("findings", \.review?.findings, .list(PersonaFinding.answer)),
      .optional("link", \.link, .text)
    ).form
  }

  extension PersonaFinding {
    fileprivate static let answer = JSONObjectForm<PersonaFinding>(
      writing: "a finding in a persona", .required("rule", \.rule.rawValue, .text),
      .required("verdict", \.verdict, .choice), .optional("check", \.check?.rawValue, .text),
      .required("field", \.field, .choice), .required("quote", \.quote, .text),
      .required("start", \.range.lowerBound, .integer()),
      .required("end", \.range.upperBound, .integer()), .optional("detail", \.detail, .text),
      .required("explanation", \.explanation, .text), .required("stage", \.stage, .choice)
    ).form
  }

  extension PersonaReview.Stage {
    fileprivate static let answer = JSONObjectForm<PersonaReview.Stage>(
      writing: "a stage of a review", .required("stage", \.name, .choice),
      .required("verdict", \.outcome.word, .text)
    ).form
  }

  extension RequestCall {
    /// Throws ``Problem`` if the caller's token speaks for somebody else than a persona's creator: it may change, and let be
    /// read at somebody's cost, the personas of its own person alone.
    fileprivate func requirePermission(toChange persona: Persona) throws(Problem) {
      guard let person = caller.person else { return }
      try requirePermission(toSpeakFor: persona.creator ?? person)
    }
  }

  extension Persona {
    /// The person on whom a review for a caller is booked; `nil` for nobody.
    fileprivate func payer(for caller: Caller) -> String? { caller.person ?? creator }
  }

  extension ServerState {
    /// Reviews a persona. What the rules reject is not sent to a model.
    fileprivate func review(
      _ persona: Persona, language: String, withModel: Bool, for caller: Caller
    ) async -> PersonaReview {
      var task = PersonaReviewTask()
      task.clock = service.clock
      let ruled = task.rules.review(persona, language: language)
      guard withModel, ruled.verdict != .reject else { return ruled }
      var reader = PersonaReader(models.routes.tasks, prompts: content.prompts.current)
      reader.prices = service.prices
      task.secondLook = .model(reader)
      let result = await task.review(persona, language: language)
      await costs.add(
        [result.call].compactMap { $0 },
        for: persona.payer(for: caller) ?? PromptData.nobody, by: caller.costKey)
      return result.review
    }

    fileprivate func step(
      _ body: PersonaStepBody, by call: RequestCall
    ) async throws -> PersonaStepAnswer {
      let persona = body.persona
      if body.step.isForOperators {
        guard call.caller.scope >= .operator else {
          throw Problem(
            .forbidden, "forbidden.scope", "approving and rejecting a persona is for operators",
            hint: "send a key with the scope 'operator'")
        }
      } else {
        try call.requirePermission(toChange: persona)
      }
      if case .share = body.step, call.caller.person != nil {
        throw Problem(
          .forbidden, "forbidden.person", "a token of a person cannot share a persona",
          hint:
            "let your backend share it with its own key: it knows whether the persona is approved")
      }
      if case .submit = body.step {
        try await requireSpendingRoom(for: call.caller, person: persona.payer(for: call.caller))
      }
      let workflow = PersonaWorkflow()
      var answer = PersonaStepAnswer(persona: persona)
      do throws(PersonaStepError) {
        switch body.step {
        case .submit:
          try workflow.requireDraft(persona)
          let review = await review(
            persona, language: body.language, withModel: true, for: call.caller)
          answer.persona = try workflow.submit(persona, reviewed: review)
          answer.review = review
        case .edit(let texts): answer.persona = workflow.edit(persona, to: texts)
        case .share:
          answer.persona = try await workflow.share(persona, random: service.random) { _ in false }
        case .approve: answer.persona = try workflow.approve(persona)
        case .reject(let reason): answer.persona = try workflow.reject(persona, because: reason)
        }
      } catch {
        throw Problem(
          error.code == .noReason ? .badRequest : .conflict, error.code.rawValue, error.message,
          hint: error.advice)
      }
      if let code = answer.persona.shareCode.flatMap({ ShareCode(reading: $0) }) {
        answer.link = settings.personas.shareLink.flatMap(code.link)
      }
      return answer
    }
  }
#endif
