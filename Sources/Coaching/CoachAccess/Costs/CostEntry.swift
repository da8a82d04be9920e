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
  /// The name of the API key through which the person was served; empty if it is not known.
  public var key = ""
  /// The figures.
  public var figures: CostFigures

  /// Creates an entry.
  public init(
    person: String, day: CalendarDay, purpose: String, model: String, key: String = "",
    figures: CostFigures
  ) {
    self.person = person
    self.day = day
    self.purpose = purpose
    self.model = model
    self.key = key
    self.figures = figures
  }
}
