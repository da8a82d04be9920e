/// How near the danger seems.
///
/// The raw words are those of the prompts. What `crisis-check` also calls `none` and `low` is no
/// assessment at all: such a message gets the ordinary reply.
public enum CrisisSeverity: String, Sendable, Hashable, CaseIterable, Comparable {
  /// It may not be acute: help is offered without alarm.
  case moderate
  /// It is serious: the person is asked to reach out now.
  case high
  /// It is happening or about to: the emergency services come first.
  case imminent

  private var rank: Int {
    switch self {
    case .moderate: 0
    case .high: 1
    case .imminent: 2
    }
  }

  /// Whether one is less grave than another.
  public static func < (left: CrisisSeverity, right: CrisisSeverity) -> Bool {
    left.rank < right.rank
  }
}
