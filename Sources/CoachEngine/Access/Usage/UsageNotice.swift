/// What a person may be told about their messages.
public struct UsageNotice: Sendable, Hashable {
  /// What is counted, as ``Allowance/key``.
  public let key: String
  /// How much is made of it.
  public let tier: UsageTier
  /// Messages used, this one included.
  public let used: Int
  /// Messages in all.
  public let limit: Int
  /// When the next count begins, in seconds since 1970; nil where none is sure to.
  public let resetsAt: Double?
  /// Whether it is a trial's count.
  public let isTrial: Bool

  /// Creates the notice that goes with a message which was counted.
  public init(_ allowance: Allowance, used: Int, policy: AccessPolicy = .standard) {
    key = allowance.key
    tier = UsageTier(used: used, limit: allowance.limit, policy: policy)
    self.used = used
    limit = allowance.limit
    resetsAt = allowance.resetsAt
    isTrial = allowance.isTrial
  }

  /// Messages left.
  public var remaining: Int { max(0, limit - used) }

  /// Whether the count is shown: in a trial always, in a subscription once it is mentioned at all.
  public var showsCount: Bool { isTrial || tier != .silent }
}
