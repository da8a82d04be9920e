public import CoachModel

/// A question about costs.
///
/// There are two books. That of people has each person's costs by day, purpose and model, until the person is forgotten. That
/// of the service has the sums of all people by day, purpose, model and key, without anybody's name, and keeps them. So a
/// question about people (``person``, or by person) is answered from the first, any other from the second. What a person cost
/// through a key is in neither: such a question has no rows.
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
    /// One row for each API key.
    case key
  }

  /// Where a page of rows begins: after a row with this cost and key.
  public struct Place: Sendable, Hashable {
    /// The cost of the last row before.
    public var nanodollars: Int
    /// The key of the last row before.
    public var key: String

    /// Creates a place.
    public init(nanodollars: Int, key: String) {
      self.nanodollars = nanodollars
      self.key = key
    }
  }

  /// What costs are added up by.
  public var group: Group
  /// The only person of interest; `nil` for all.
  public var person: String?
  /// The only API key of interest; `nil` for all.
  public var key: String?
  /// The first day, in UTC; `nil` for no limit.
  public var first: CalendarDay?
  /// The last day, in UTC; `nil` for no limit.
  public var last: CalendarDay?
  /// The cost in dollars that a row must reach.
  public var minimumDollars = 0.0
  /// ``minimumDollars`` in billionths of a dollar, as stores compare it; at most what an integer holds.
  package var minimumNanodollars: Int { Self.nanodollars(minimumDollars) }

  /// The maximum number of rows; those that cost most are returned.
  public var limit = 100
  /// The row after which the answer begins; `nil` for the first page. Pages are of one moment only if nothing is added meanwhile.
  public var after: Place?

  /// Creates a question about everything.
  public init(by group: Group) { self.group = group }

  /// Whether the question is about people, rather than about the sums of all.
  package var isAboutPeople: Bool { group == .person || person != nil }

  /// Whether it asks for what no book has.
  package var isUnanswerable: Bool { isAboutPeople && (key != nil || group == .key) }

  /// The cost of thirty days, in billionths of a dollar, that somebody must have reached within the period to be in the answer;
  /// `nil` if that is not known. Of a period that is cut into pieces of thirty days at most, one holds at least an equal share.
  package var monthCandidates: Int? {
    guard group == .person, person == nil, minimumNanodollars > 0, let first, let last,
      first <= last
    else { return nil }
    let days = last.number - first.number + 1
    return minimumNanodollars / ((days + CostWindow.month.days - 1) / CostWindow.month.days)
  }

  /// Dollars in billionths; at most what an integer holds.
  package static func nanodollars(_ dollars: Double) -> Int {
    dollars.isNaN ? 0 : Int(min(max(dollars * 1e9, -9e18), 9e18).rounded())
  }
}

/// A row of the answer to a ``CostQuery``.
public struct CostRow: Sendable, Hashable {
  /// The person, day, prompt, model or API key.
  public var key: String
  /// What it cost.
  public var figures: CostFigures

  /// Creates a row.
  public init(key: String, figures: CostFigures) {
    self.key = key
    self.figures = figures
  }

  /// The place of the row, after which the next page begins.
  public var place: CostQuery.Place {
    CostQuery.Place(nanodollars: figures.nanodollars, key: key)
  }
}
