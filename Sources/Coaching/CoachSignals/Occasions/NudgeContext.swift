import CoachModel

/// What a nudge can refer to beside its occasion: the last conversation, and how long ago it was.
public struct NudgeContext: Sendable, Hashable {
  /// What the last session was about, in a few words; `nil` if nothing was noted, or the person declined to be remembered.
  public var topic: String?
  /// The id of the domain of most of its turns; `nil` if there was none.
  public var domain: String?
  /// The number of days since the person last wrote; `nil` if they never did.
  public var daysAway: Int?

  /// Creates a context, by default without anything to refer to.
  public init(topic: String? = nil, domain: String? = nil, daysAway: Int? = nil) {
    self.topic = topic
    self.domain = domain
    self.daysAway = daysAway
  }
}
