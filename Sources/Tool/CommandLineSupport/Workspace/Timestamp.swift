#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  import Foundation
#endif

/// A moment in UTC, in the formats for names and reports.
package struct Timestamp: CustomStringConvertible {
  private let parts: DateComponents

  package init(_ date: Date) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
  }

  package static var now: Timestamp { Timestamp(Date()) }

  /// The day, such as `2026-03-31`.
  package var day: String {
    "\(parts.year ?? 0)-\(twoDigits(parts.month))-\(twoDigits(parts.day))"
  }

  /// The time for names of files, such as `20260331-102030`.
  package var compact: String {
    let time = [parts.hour, parts.minute, parts.second].map(twoDigits).joined()
    return day.filter { $0 != "-" } + "-" + time
  }

  /// The time for readers, such as `2026-03-31 10:20:30Z`.
  package var description: String {
    "\(day) \([parts.hour, parts.minute, parts.second].map(twoDigits).joined(separator: ":"))Z"
  }

  private func twoDigits(_ number: Int?) -> String {
    let number = number ?? 0
    return number < 10 ? "0\(number)" : String(number)
  }
}
