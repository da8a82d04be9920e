/// How far a creator's persona is on its way to the people who use it. The raw values are stored.
public enum PersonaStatus: String, Sendable, Hashable, CaseIterable {
  /// Its creator is still writing, or has changed it since it was approved.
  case draft
  /// It waits for an operator.
  case inReview = "in_review"
  /// People may use it.
  case approved
  /// It may not be used until its creator changes it.
  case rejected
}
