public import CoachModel

/// What remains of an item that the person dismissed or deleted, so that it does not come back: digests, and no text.
public struct Tombstone: Sendable, Hashable {
  /// What the person did with the item.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The person rejected a proposal.
    case dismissed
    /// The person deleted what had been in their profile.
    case deleted
  }

  /// The id that the item had.
  public var id: String
  /// What the person did with it.
  public var reason: Reason
  /// The person's day on which that was.
  public var day: CalendarDay
  /// The digests of the wordings that it had.
  var wordings: [WordingDigest]
  /// The digests of its category with each message that supported it: what is inferred of this kind from the same message
  /// is the same, in whatever words.
  var sources: [String]

  /// Returns a tombstone with what both of an item have.
  func merged(with other: Tombstone) -> Tombstone {
    var merged =
      (day.number, reason.rawValue) <= (other.day.number, other.reason.rawValue) ? self : other
    merged.wordings = Set(wordings + other.wordings).sorted { $0.whole < $1.whole }
    merged.sources = Set(sources + other.sources).sorted()
    return merged
  }
}
