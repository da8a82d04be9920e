public import CoachModel

/// The reason why a session is over.
public enum SessionEnd: String, Sendable, Hashable, CaseIterable {
  /// The app said so.
  case app
  /// Nobody has written for some time.
  case silence
  /// The person came back on another day.
  case newDay = "new_day"
  /// The conversation reached its end: the discovery was complete.
  case completed
}

/// When a session is over without the app saying so.
public struct SessionPolicy: Sendable, Hashable {
  /// The number of seconds without a message after which a session is over.
  public var silence = 1800.0
  /// The number of seconds away after which a message on another day begins a new session; a conversation that goes on
  /// past midnight is one.
  public var pause = 600.0

  /// Creates the standard policy: 30 minutes of silence, or another day.
  public init() {}

  /// Returns why a session whose last message was written at a time is over, or `nil` if it goes on.
  ///
  /// Times are in seconds since 1970. A clock that went back ends nothing.
  public func end(lastMessageAt last: Double, now: Double, zone: TimeZoneRules) -> SessionEnd? {
    let away = now - last
    if away >= pause, zone.day(at: now) > zone.day(at: last) { return .newDay }
    return away >= silence ? .silence : nil
  }
}
