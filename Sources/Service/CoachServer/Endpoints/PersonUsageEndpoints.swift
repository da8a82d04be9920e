#if Server
  import CoachKit
  import CoachModel
  import Documents
  import HTTPTypes

  extension Endpoint {
    /// How much of a trial or a period a person has used, for an app that starts or shows its settings.
    static func personUsage(_ state: ServerState) -> [Endpoint] {
      let person = Parameter(name: "id", summary: "The id of the person.")
      return [
        Endpoint(
          method: .get, path: "/v1/people/{id}/usage", scope: .client,
          summary: "The messages that were counted for a person",
          details: """
            The counts of trial and periods, the newest first, with the limits of the settings. When a period ends, and whether \
            another one follows, is in the access record, which the server does not keep: POST it to this path for the rest.
            """,
          pathParameters: [person], answer: UsageCounts.form, failures: [.serviceUnavailable]
        ) { call in
          let id = call.path["id"] ?? ""
          try call.requirePermission(toSpeakFor: id)
          do {
            return UsageCounts(counts: try await state.service.counts(of: id))
          } catch {
            throw state.storeProblem(error)
          }
        },
        Endpoint(
          method: .post, path: "/v1/people/{id}/usage", scope: .client,
          summary: "What a person has used and may write now",
          details: """
            For an app that starts: the stage, the state of the trial or period as the event `limits` has it, the text on it, in a \
            trial `detail` with the messages that are left, and `refusal` if the person may not write, with help in their `region`. \
            Nothing is counted. With a `record` that tells of danger the coach has not asked about yet, nothing is sold, and the \
            person is shown no count, as in a turn.
            """,
          pathParameters: [person], body: UsageQuestion.document.schema,
          answer: AccessStatus.answer,
          failures: [.serviceUnavailable]
        ) { call in
          let id = call.path["id"] ?? ""
          try call.requirePermission(toSpeakFor: id)
          let question = try call.read(UsageQuestion.document)
          let zone = try state.zone(question.timeZone)
          if let record = question.record { try call.requirePermission(toSpeakFor: record.id) }
          do {
            return try await state.service.usage(
              of: id, access: question.access, language: question.language, zone: zone,
              region: question.region ?? question.record?.country,
              age: question.record?.ageGroup ?? .unknown,
              isNearDanger: question.record?.crises.isPending ?? false)
          } catch {
            throw state.storeProblem(error)
          }
        },
      ]
    }
  }

  private struct UsageQuestion: Sendable {
    var access: AccessRecord
    /// What is known of the person; `nil` for a caller that keeps no record.
    var record: PersonRecord?
    var language: String
    var timeZone: String?
    /// The person's country (ISO 3166-1 alpha-2); `nil` for that of the record.
    var region: String?

    static let document = JSONDocumentForm(
      JSONObjectForm<UsageQuestion>(
        "a question about usage", .required("access", \.access, AccessRecord.document.form),
        .optional("record", \.record, PersonRecord.document.form),
        .optional("language", \.language, .filledText, default: "en"),
        .optional("time_zone", \.timeZone, .filledText),
        .optional("region", \.region, .filledText)
      ) {
        UsageQuestion(
          access: $0.access, record: $0.record, language: $0.language, timeZone: $0.timeZone,
          region: $0.region)
      })
  }

  extension AccessStatus {
    fileprivate static let answer = JSONObjectForm<AccessStatus>(
      writing: "the state of access", .required("stage", \.stage, .choice),
      .optional("usage", \.limits, ClientLimits.members.form), .optional("text", \.text, .text),
      .optional("detail", \.detail, .text),
      .optional("refusal", \.refusal, TurnRefusal.members.form)
    ).form
  }

  private struct UsageCounts: Sendable {
    var counts: [CountedMessages]

    static let form = JSONObjectForm<UsageCounts>(
      writing: "counted messages", .required("counts", \.counts, .list(CountedMessages.answer))
    ).form
  }

  extension CountedMessages {
    fileprivate static let answer = JSONObjectForm<CountedMessages>(
      writing: "a count of messages", .required("key", \.key, .text),
      .required("used", \.used, .integer()), .required("remaining", \.remaining, .integer()),
      .required("limit", \.limit, .integer()), .required("is_trial", \.isTrial, .bool),
      .required("began_on", \.beganOn, .day)
    ).form
  }
#endif
