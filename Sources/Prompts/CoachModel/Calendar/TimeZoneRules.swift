/// The rules of a time zone: which local time a person's clock shows at a moment.
///
/// ```swift
/// let zone = try TimeZoneRules(named: "Europe/Berlin")
/// let day = zone.day(at: 1_795_651_200)  // 2026-11-26
/// ```
///
/// Foundation's zones need ICU, which a program would have to bundle; this reads the system's database instead.
public struct TimeZoneRules: Sendable, Hashable {
  /// A change of the offset.
  struct Transition: Sendable, Hashable {
    /// The moment of the change, in seconds since 1970.
    var time: Int
    /// The offset from then on, in seconds east of UTC.
    var offset: Int
  }

  /// The name in the IANA database, such as `Europe/Berlin`.
  public let name: String
  /// The offset before the first transition.
  private let earliest: Int
  /// The known changes, in ascending order.
  private let transitions: [Transition]
  /// The rule after the last transition; `nil` if its offset stays.
  private let later: YearlyOffset?

  init(name: String, earliest: Int, transitions: [Transition], later: YearlyOffset?) {
    self.name = name
    self.earliest = earliest
    self.transitions = transitions
    self.later = later
  }

  /// Coordinated universal time.
  public static let utc = TimeZoneRules(offset: 0)

  /// Creates a zone whose clocks are always the same number of seconds ahead of UTC, at most 18 hours.
  public init(offset: Int) {
    let offset = min(max(offset, -64_800), 64_800)
    self.init(
      name: offset == 0 ? "UTC" : "UTC\(offset > 0 ? "+" : "-")\(abs(offset) / 3600)",
      earliest: offset, transitions: [], later: nil)
  }

  /// Returns the offset of local time at a moment, in seconds east of UTC.
  public func offset(at unixTime: Double) -> Int {
    let second = unixTime.isFinite ? Int(min(max(unixTime.rounded(.down), -1e15), 1e15)) : 0
    guard let last = transitions.last, second < last.time else {
      return later?.offset(at: second) ?? transitions.last?.offset ?? earliest
    }
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].time <= second { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? earliest : transitions[low - 1].offset
  }

  /// Returns the local day at a moment.
  public func day(at unixTime: Double) -> CalendarDay {
    CalendarDay(unixTime: unixTime + Double(offset(at: unixTime)))
  }

  /// Returns the local time of day at a moment, in seconds since midnight by the clock.
  public func secondOfDay(at unixTime: Double) -> Int {
    let local = unixTime + Double(offset(at: unixTime))
    let second = local - CalendarDay(unixTime: local).unixTime
    // Before the calendar it is the first second of a day, after it the last.
    return second.isNaN ? 0 : Int(min(max(second, 0), 86_399))
  }

  /// Returns the moment at which a clock shows a time of a day.
  ///
  /// Of a time that the clock shows twice, it is the first; of one that it skips, the moment of the change.
  public func unixTime(of day: CalendarDay, secondOfDay: Int = 0) -> Double {
    let wall = day.unixTime + Double(secondOfDay)
    // An offset is less than a day, so it is one of those a day before and after.
    let before = offset(at: wall - 86_400)
    let after = offset(at: wall + 86_400)
    let early = wall - Double(before)
    if offset(at: early) == before { return early }
    let late = wall - Double(after)
    if offset(at: late) == after { return late }
    return change(between: late, and: early)
  }

  /// The moment between two at which the offset changes.
  private func change(between first: Double, and second: Double) -> Double {
    var (low, high) = (min(first, second), max(first, second))
    let start = offset(at: low)
    while high - low > 1 {
      let middle = ((low + high) / 2).rounded(.down)
      if offset(at: middle) == start { low = middle } else { high = middle }
    }
    return high
  }
}
