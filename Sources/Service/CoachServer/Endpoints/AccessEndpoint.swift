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
          device, is answered with 409, with a `text` for the person in `language`, and help in their `region`.
          """,
        body: AccessReport.document.schema, answer: AccessAnswer.document.versioned,
        failures: [.conflict]
      ) { call in
        let report = try call.read(AccessReport.document)
        let policy = state.settings.access
        let time = report.at ?? state.now
        let record: AccessRecord
        do throws(AccessError) {
          record = try (report.access ?? AccessRecord(updatedAt: 0)).after(
            report.event, at: time,
            on: DeviceHistory(trialAccounts: Set(report.trialAccounts)), policy: policy)
        } catch {
          throw Problem(
            error.code == .invalidTime ? .badRequest : .conflict, error.code.rawValue,
            error.message, hint: error.advice, text: state.text(for: error, to: report))
        }
        let credited = record.paywalls.purchase
        return AccessAnswer(
          access: record, stage: record.stage(at: state.now, policy: policy),
          paywall: report.event.isPurchase && credited?.time == time ? credited?.impression : nil)
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
    /// The person's language, for what is said to them.
    var language: String
    /// The person's country (ISO 3166-1 alpha-2), for the line of help below it; `nil` if it is unknown.
    var region: String?

    static let document = JSONDocumentForm(
      JSONObjectForm<AccessReport>(
        "an access report", .optional("access", \.access, AccessRecord.document.form),
        .required("event", \.event, AccessChange.document.form),
        .optional("at", \.at, .unixTime), .list("trial_accounts", \.trialAccounts, .filledText),
        .optional("language", \.language, .filledText, default: "en"),
        .optional("region", \.region, .filledText)
      ) {
        AccessReport(
          access: $0.access, event: $0.event, at: $0.at, trialAccounts: $0.trialAccounts,
          language: $0.language, region: $0.region)
      })
  }

  extension ServerState {
    /// Returns what a person is told whose trial cannot start; `nil` for what is not theirs to know.
    fileprivate func text(for error: AccessError, to report: AccessReport) -> String? {
      switch error.code {
      case .trialUsed, .trialUsedOnDevice:
        service.withHelp(
          service.copy.text(.refusalTrialUsedOnDevice, in: report.language), region: report.region,
          language: report.language)
      case .subscribed, .noTrial, .invalidTime, .invalidPolicy: nil
      }
    }
  }

  /// A record after an event.
  struct AccessAnswer: Sendable {
    var access: AccessRecord
    var stage: AccessStage
    /// After a purchase, the paywall that led to it; `nil` if none did, and if another purchase after it came first.
    var paywall: PaywallImpression?

    static let document = JSONDocumentForm(
      JSONObjectForm<AccessAnswer>(
        "the access after an event", .required("access", \.access, AccessRecord.document.form),
        .required("stage", \.stage, .choice),
        .optional("paywall", \.paywall, PaywallImpression.members.form)
      ) { AccessAnswer(access: $0.access, stage: $0.stage, paywall: $0.paywall) })
  }
#endif
