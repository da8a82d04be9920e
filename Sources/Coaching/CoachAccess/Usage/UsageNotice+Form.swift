import CoachModel
package import Documents

extension UsageNotice {
  package static let members = JSONObjectForm<UsageNotice>(
    "the state of an allowance", .required("key", \.key, .text),
    .required("tier", \.tier, .choice), .required("used", \.used, .integer()),
    .required("limit", \.limit, .integer()), .optional("resets_at", \.resetsAt, .finite),
    .required("is_trial", \.isTrial, .bool),
    .optional("trial_day", \.trialDay, TrialDay.members.form),
    .optional("ends_at", \.endsAt, .finite),
    .derived("remaining", \.remaining, .integer()),
    .derived("shows_count", \.showsCount, .bool), .derived("will_renew", \.willRenew, .bool)
  ) { object in
    UsageNotice(
      key: object.key, tier: object.tier, used: object.used, limit: object.limit,
      resetsAt: object.resetsAt, endsAt: object.endsAt, isTrial: object.isTrial,
      trialDay: object.trialDay)
  }
}
