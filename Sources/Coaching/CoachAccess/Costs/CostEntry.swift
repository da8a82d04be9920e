public import CoachModel

/// What one person's calls of one purpose and model cost on a day.
public struct CostEntry: Sendable, Hashable {
  /// The caller's id of the person.
  public var person: String
  /// The day, in UTC.
  public var day: CalendarDay
  /// The prompt of the calls, in the form `name@version`.
  public var purpose: String
  /// The model, in the form `provider:model`.
  public var model: String
  /// The figures.
  public var figures: CostFigures

  /// Creates an entry.
  public init(
    person: String, day: CalendarDay, purpose: String, model: String, figures: CostFigures
  ) {
    self.person = person
    self.day = day
    self.purpose = purpose
    self.model = model
    self.figures = figures
  }
}

/// A question about costs.
public struct CostQuery: Sendable, Hashable {
  /// What costs are added up by.
  public enum Group: String, Sendable, Hashable, CaseIterable {
    /// One row for each person.
    case person
    /// One row for each day.
    case day
    /// One row for each prompt.
    case purpose
    /// One row for each model.
    case model
  }

  /// What costs are added up by.
  public var group: Group
  /// The only person of interest; `nil` for all.
  public var person: String?
  /// The first day, in UTC; `nil` for no limit.
  public var first: CalendarDay?
  /// The last day, in UTC; `nil` for no limit.
  public var last: CalendarDay?
  /// The cost in dollars that a row must reach.
  public var minimumDollars = 0.0
  /// ``minimumDollars`` in billionths of a dollar, as stores compare it; at most what an integer holds.
  package var minimumNanodollars: Int {
    minimumDollars.isNaN ? 0 : Int(min(max(minimumDollars * 1e9, -9e18), 9e18).rounded())
  }

  /// The maximum number of rows; those that cost most are returned.
  public var limit = 100

  /// Creates a question about everything.
  public init(by group: Group) { self.group = group }
}

/// A row of the answer to a ``CostQuery``.
public struct CostRow: Sendable, Hashable {
  /// The person, day, prompt or model.
  public var key: String
  /// What it cost.
  public var figures: CostFigures

  /// Creates a row.
  public init(key: String, figures: CostFigures) {
    self.key = key
    self.figures = figures
  }
}
