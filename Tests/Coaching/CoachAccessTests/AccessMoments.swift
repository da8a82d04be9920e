import CoachAccess
import SourceFiles
import Testing

/// The times used in tests of access, and shortcuts for events at these times.
enum AccessMoments {
  static let second = 1.0
  static let minute = 60.0
  static let hour = 3600.0
  static let day = 86_400.0
  /// Noon of 21 November 2026, in UTC.
  static let noon = 1_795_262_400.0

  /// A period of a number of days from a time on.
  static func period(from start: Double, days: Double = 30) throws -> BillingPeriod {
    try #require(BillingPeriod(start: start, end: start + days * day))
  }

  /// A person who has made these purchases by ``noon``.
  static func record(
    discovery: Bool = true, trial: AccessRecord.Trial? = nil,
    subscription: AccessRecord.Subscription? = nil
  ) -> AccessRecord {
    AccessRecord(
      discoveryCompletedAt: discovery ? noon - day : nil, trial: trial,
      subscription: subscription, updatedAt: noon)
  }

  /// Reads a record's text.
  static func read(_ text: String) throws(SourceError) -> AccessRecord {
    try AccessRecord(SourceFile(path: "access.json", text: text))
  }
}
