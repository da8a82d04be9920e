#if Server
  import CoachKit
  import Documents
  import HTTPTypes

  extension Endpoint {
    /// What a billing system or an app reports, taken into an access record.
    static func access(_ state: ServerState) -> Endpoint {
      Endpoint(
        method: .post, path: "/v1/access/events", scope: .client,
        summary: "Take an event of a purchase into an access record",
        details: """
          Events may be reported repeatedly, late and out of order. A trial that was used already, by this account or on this \
          device, is answered with 409.
          """,
        body: AccessReport.document.schema, answer: AccessAnswer.document.versioned,
        failures: [.conflict]
      ) { call in
        let report = try call.read(AccessReport.document)
        let policy = state.settings.access
        let record: AccessRecord
        do throws(AccessError) {
          record = try (report.access ?? AccessRecord(updatedAt: 0)).after(
            report.event, at: report.at ?? state.now,
            on: DeviceHistory(trialAccounts: Set(report.trialAccounts)), policy: policy)
        } catch {
          throw Problem(
            error.code == .invalidTime ? .badRequest : .conflict, error.code.rawValue,
            error.message, hint: error.advice)
        }
        return AccessAnswer(
          access: record, stage: record.stage(at: state.now, policy: policy))
      }
    }
  }

  /// An event with the record that it changes.
  struct AccessReport: Sendable {
    var access: AccessRecord?
    var event: AccessChange
    /// The time of the event in seconds since 1970; `nil` for now.
    var at: Double?
    /// The ids of accounts that had a trial on the device.
    var trialAccounts: [String]

    static let document = JSONDocumentForm(
      JSONObjectForm<AccessReport>(
        "an access report", .optional("access", \.access, AccessRecord.document.form),
        .required("event", \.event, AccessChange.document.form),
        .optional("at", \.at, .unixTime), .list("trial_accounts", \.trialAccounts, .filledText)
      ) {
        AccessReport(access: $0.access, event: $0.event, at: $0.at, trialAccounts: $0.trialAccounts)
      })
  }

  /// A record after an event.
  struct AccessAnswer: Sendable {
    var access: AccessRecord
    var stage: AccessStage

    static let document = JSONDocumentForm(
      JSONObjectForm<AccessAnswer>(
        "the access after an event", .required("access", \.access, AccessRecord.document.form),
        .required("stage", \.stage, .choice)
      ) { AccessAnswer(access: $0.access, stage: $0.stage) })
  }
#endif
