public import CoachModel

/// When a step of a journey happens, and what ids it may give.
public struct JourneyMoment: Sendable, Hashable {
  /// The time in seconds since 1970.
  public var now: Double
  /// The person's day.
  public var today: CalendarDay
  /// An id for what the step creates, such as a conversation or a document.
  public var id: String

  /// Creates a moment. `id` must differ between steps.
  public init(now: Double, today: CalendarDay, id: String) {
    self.now = now
    self.today = today
    self.id = id
  }
}
