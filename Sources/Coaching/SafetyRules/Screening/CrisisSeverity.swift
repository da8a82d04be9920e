/// How imminent the danger seems.
///
/// The raw values are those of the prompts. The values `none` and `low` of `crisis-check` yield no assessment at all:
/// such a message gets the ordinary reply.
public enum CrisisSeverity: String, Sendable, Hashable, CaseIterable, Comparable {
  /// The danger may not be acute: help is offered without alarm.
  case moderate
  /// The danger is serious: the person is asked to reach out now.
  case high
  /// The danger is happening or about to: the emergency services come first.
  case imminent

  private var rank: Int {
    switch self {
    case .moderate: 0
    case .high: 1
    case .imminent: 2
    }
  }

  /// Returns whether the left severity is lower than the right one.
  public static func < (left: CrisisSeverity, right: CrisisSeverity) -> Bool {
    left.rank < right.rank
  }
}
