#if Server
  import CoachKit
  import Documents
  import HTTPTypes

  extension Endpoint {
    /// What is kept of a device, for the trials that are bought on it.
    static func device(_ state: ServerState) -> Endpoint {
      Endpoint(
        method: .post, path: "/v1/access/devices", scope: .client,
        summary: "Note that a person uses a device, and get what to store of it",
        details: """
          The answer's `trials` is stored under its member `device`, a digest, and sent again the next time; `trial_accounts` \
          goes into the report of a trial. With `trial_started` the person's trial began on this device. Digests need the \
          secret `COACHKIT_PSEUDONYM_SALT`: without it the answer is 409.
          """,
        body: DeviceReport.document.schema, answer: DeviceAnswer.form, failures: [.conflict]
      ) { call in
        let report = try call.read(DeviceReport.document)
        try call.requirePermission(toSpeakFor: report.person)
        guard let salt = state.settings.pseudonymSalt?.value else {
          throw Problem(
            .conflict, "device.no_secret", "the server has no secret to make digests with",
            hint: "set COACHKIT_PSEUDONYM_SALT, and never change it")
        }
        let now = report.at ?? state.now
        let new = DeviceTrials(device: report.deviceID, salt: salt, at: now)
        var trials = report.trials ?? new
        guard trials.device == new.device else {
          throw Problem(
            .conflict, "device.other", "'trials' is that of another device",
            hint: "send what is stored under the digest of this one, or leave it out")
        }
        // Before what is new: a trial that begins now is not refused because of itself.
        let before = trials.trialAccounts
        trials = trials.seen(with: report.person, salt: salt, at: now)
        if report.isTrialStarted {
          trials = trials.startingTrial(of: report.person, salt: salt, at: now)
        }
        return DeviceAnswer(trials: trials, trialAccounts: before)
      }
    }
  }

  /// A person on a device.
  private struct DeviceReport: Sendable {
    var person: String
    var deviceID: String
    /// What is stored of the device; `nil` for a new one.
    var trials: DeviceTrials?
    var isTrialStarted: Bool
    /// The time in seconds since 1970; `nil` for now.
    var at: Double?

    static let document = JSONDocumentForm(
      JSONObjectForm<DeviceReport>(
        "a device report", .required("person", \.person, .filledText),
        .required("device_id", \.deviceID, .filledText),
        .optional("trials", \.trials, DeviceTrials.document.form),
        .optional("trial_started", \.isTrialStarted, .bool, default: false),
        .optional("at", \.at, .unixTime)
      ) {
        DeviceReport(
          person: $0.person, deviceID: $0.deviceID, trials: $0.trials,
          isTrialStarted: $0.isTrialStarted, at: $0.at)
      })
  }

  private struct DeviceAnswer: Sendable {
    var trials: DeviceTrials
    var trialAccounts: [String]

    static let form = JSONObjectForm<DeviceAnswer>(
      writing: "a device answer", .required("trials", \.trials, DeviceTrials.document.form),
      .required("trial_accounts", \.trialAccounts, .list(.text))
    ).form
  }
#endif
