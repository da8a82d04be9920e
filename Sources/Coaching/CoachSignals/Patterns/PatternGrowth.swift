import CoachModel

/// A theme that no longer comes up, as a sign of growth.
enum PatternGrowth {
  /// The number of days and of sessions without it after which a theme counts as over.
  private static let quietDays = 45
  private static let quietSessions = 4

  /// Returns whether a theme is over: it has not come up in several sessions and for some weeks.
  static func isOver(lastSeen: CalendarDay, sessionDays: [CalendarDay]) -> Bool {
    guard let latest = sessionDays.max() else { return false }
    return latest.number - lastSeen.number >= quietDays
      && sessionDays.count { $0 > lastSeen } >= quietSessions
  }

  /// Describes the growth in a form that needs no language: the theme, how often it came up, and until when.
  static func text(_ theme: PatternSummary.Theme) -> String {
    "\(theme.text) (\(theme.count)×, – \(theme.lastSeen))"
  }
}
