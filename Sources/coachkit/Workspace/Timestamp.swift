#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A moment in universal time, in the forms that names and reports need.
struct Timestamp: CustomStringConvertible {
  private let parts: DateComponents

  init(_ date: Date) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
  }

  static var now: Timestamp { Timestamp(Date()) }

  /// `2026-03-31`
  var day: String {
    "\(parts.year ?? 0)-\(twoDigits(parts.month))-\(twoDigits(parts.day))"
  }

  /// `20260331-102030`
  var compact: String {
    let time = [parts.hour, parts.minute, parts.second].map(twoDigits).joined()
    return day.filter { $0 != "-" } + "-" + time
  }

  /// `2026-03-31 10:20:30Z`
  var description: String {
    "\(day) \([parts.hour, parts.minute, parts.second].map(twoDigits).joined(separator: ":"))Z"
  }

  private func twoDigits(_ number: Int?) -> String {
    let number = number ?? 0
    return number < 10 ? "0\(number)" : String(number)
  }
}
