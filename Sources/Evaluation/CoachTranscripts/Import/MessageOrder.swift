import CoachModel
import SourceFiles

/// The sort key of a message: a number, or a point in time.
struct MessageOrder: Hashable {
  /// The number, or the seconds since 1970.
  let value: Double
  let isTime: Bool

  /// Parses a number, or an ISO 8601 date with or without a time.
  ///
  /// Returns `nil` for anything else: 01/02/2026 is ambiguous.
  init?(_ text: String) {
    let text = text.trimmingWhitespace
    if let number = Double(text), number.isFinite {
      (value, isTime) = (number, false)
      return
    }
    guard let day = CalendarDay(String(text.prefix(10))), text.utf8.count >= 10 else { return nil }
    let rest = text.dropFirst(10)
    guard let first = rest.first else {
      (value, isTime) = (day.unixTime, true)
      return
    }
    guard first == "T" || first == "t" || first == " ",
      let seconds = Self.seconds(rest.dropFirst())
    else { return nil }
    (value, isTime) = (day.unixTime + seconds, true)
  }

  /// Sorts items by their keys, equal ones as they came, if any of them has one.
  ///
  /// Returns the first item that prevents it, having no key or one of another kind; then the order is unchanged.
  static func sort<Item>(_ items: inout [Item], by key: (Item) -> String?) -> Item? {
    guard items.contains(where: { key($0) != nil }) else { return nil }
    let keys = items.map { key($0).flatMap(MessageOrder.init) }
    let known = keys.compactMap { $0 }
    guard known.count == items.count, Set(known.map(\.isTime)).count == 1 else {
      return zip(items, keys).first { $0.1 == nil }?.0 ?? items.first
    }
    items = zip(items, known).enumerated().sorted { left, right in
      (left.element.1.value, left.offset) < (right.element.1.value, right.offset)
    }.map(\.element.0)
    return nil
  }

  /// Returns the seconds since midnight UTC; a time without an offset is taken as UTC.
  private static func seconds(_ text: Substring) -> Double? {
    let clockEnd = text.firstIndex { "Zz+-−".contains($0) || $0 == " " } ?? text.endIndex
    let clock = text[..<clockEnd].split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(clock.count), let hour = Int(clock[0]), let minute = Int(clock[1]),
      (0..<24).contains(hour), (0..<60).contains(minute),
      let second = clock.count == 3 ? Double(clock[2].replacing(",", with: ".")) : 0,
      (0..<61).contains(second)
    else { return nil }
    let zone = text[clockEnd...].trimmingWhitespace
    guard let offset = Self.offset(zone) else { return nil }
    return Double(hour * 3600 + minute * 60) + second - offset
  }

  /// Returns the seconds of an offset such as `Z`, `+02:00`, `+0200` or `+02`.
  private static func offset(_ zone: String) -> Double? {
    if ["", "Z", "z", "UTC", "GMT"].contains(zone) { return 0 }
    guard let sign = zone.first, "+-−".contains(sign) else { return nil }
    let digits = zone.dropFirst().filter { $0 != ":" }
    guard digits.count == 2 || digits.count == 4, digits.allSatisfy(\.isNumber),
      let hours = Double(digits.prefix(2)), let minutes = Double("0" + digits.dropFirst(2))
    else { return nil }
    return (sign == "+" ? 1 : -1) * (hours * 3600 + minutes * 60)
  }
}
