public import CoachModel

/// What is filled into a text; each text takes those values that it has a place for.
///
/// A sentence whose value is missing is left out, so a person never sees a gap or a brace. Missing resources
/// and a missing emergency number are said in words instead.
public struct CopyValues: Sendable, Hashable {
  /// How many messages are left.
  public var count: Int?
  /// How many there are in all.
  public var limit: Int?
  /// The day on which a period starts anew, as the person's calendar has it.
  public var date: CalendarDay?
  /// Where help can be found, one line each, best first.
  public var resources: [String]
  /// The number to call in an emergency where the person is.
  public var emergencyNumber: String?

  /// Creates values; those that are left out are not known.
  public init(
    count: Int? = nil, limit: Int? = nil, date: CalendarDay? = nil, resources: [String] = [],
    emergencyNumber: String? = nil
  ) {
    self.count = count
    self.limit = limit
    self.date = date
    self.resources = resources
    self.emergencyNumber = emergencyNumber
  }
}
