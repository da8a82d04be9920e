public import CoachModel

/// The values inserted into a text. Each text uses those it has placeholders for.
///
/// A sentence with a missing value is omitted, so a person never sees a gap or a brace. Missing resources and a
/// missing emergency number are replaced by words instead.
public struct CopyValues: Sendable, Hashable {
  /// The number of messages left.
  public var count: Int?
  /// The total number of messages.
  public var limit: Int?
  /// The day on which a new period starts, in the person's calendar.
  public var date: CalendarDay?
  /// The day of a trial, from 1.
  public var day: Int?
  /// The number of days of a trial.
  public var days: Int?
  /// What a period of the subscription costs.
  public var price: String?
  /// What a trial costs.
  public var trialPrice: String?
  /// The crisis resources, one line each, best first.
  public var resources: [String]
  /// The emergency number at the person's location.
  public var emergencyNumber: String?

  /// Creates values. Those that are not given are missing.
  public init(
    count: Int? = nil, limit: Int? = nil, date: CalendarDay? = nil, day: Int? = nil,
    days: Int? = nil, price: String? = nil, trialPrice: String? = nil, resources: [String] = [],
    emergencyNumber: String? = nil
  ) {
    self.day = day
    self.days = days
    self.price = price
    self.trialPrice = trialPrice
    self.count = count
    self.limit = limit
    self.date = date
    self.resources = resources
    self.emergencyNumber = emergencyNumber
  }
}
