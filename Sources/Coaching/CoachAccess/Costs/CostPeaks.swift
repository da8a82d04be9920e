public import CoachModel

/// The days over which a person's costs are compared with a threshold.
public enum CostWindow: String, Sendable, Hashable, CaseIterable {
  /// One day, in UTC.
  case day
  /// Thirty days.
  case month

  /// The number of days.
  public var days: Int { self == .day ? 1 : 30 }

  /// Returns the first day of the window that ends on a day.
  public func first(endingOn last: CalendarDay) -> CalendarDay { last.adding(days: 1 - days) }
}

/// A question about who reached a threshold at any time of a period: each window that ends on one of its days counts.
public struct CostPeakQuery: Sendable, Hashable {
  /// What is compared with the threshold.
  public var window: CostWindow
  /// The threshold in dollars.
  public var dollars: Double
  /// The first day on which a window may end, in UTC.
  public var first: CalendarDay
  /// The last day on which a window may end, in UTC.
  public var last: CalendarDay
  /// The maximum number of people; those with the highest peaks are returned.
  public var limit = 1_000

  /// The threshold in billionths of a dollar, as stores compare it.
  package var nanodollars: Int { CostQuery.nanodollars(dollars) }

  /// Creates a question about a period.
  public init(
    _ window: CostWindow, of dollars: Double, from first: CalendarDay, to last: CalendarDay
  ) {
    self.window = window
    self.dollars = dollars
    self.first = first
    self.last = last
  }
}

/// A person whose costs reached a threshold in a period.
public struct CostPeak: Sendable, Hashable {
  /// The caller's id of the person.
  public var person: String
  /// The highest cost of a window, in billionths of a dollar.
  public var nanodollars: Int
  /// The first day on which a window that reached the threshold ended.
  public var first: CalendarDay
  /// The last such day.
  public var last: CalendarDay

  /// Creates a peak.
  public init(person: String, nanodollars: Int, first: CalendarDay, last: CalendarDay) {
    self.person = person
    self.nanodollars = nanodollars
    self.first = first
    self.last = last
  }

  /// The highest cost of a window, in dollars.
  public var dollars: Double { Double(nanodollars) / 1e9 }
}
