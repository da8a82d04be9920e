/// Formats numbers the way reports show them.
package enum Figures {
  /// Formats a share as a percentage: `66.7 %`.
  package static func percent(_ share: Double) -> String { "\(decimal(share * 100, places: 1)) %" }

  /// Formats an interval of shares: `[50.0 %, 66.7 %]`.
  package static func percent(_ interval: ClosedRange<Double>) -> String {
    "[\(percent(interval.lowerBound)), \(percent(interval.upperBound))]"
  }

  /// Formats a difference of shares in percentage points with its sign: `+4.2`, `−4.2`, `0.0`.
  package static func points(_ difference: Double) -> String {
    signed(difference * 100, decimals: 1)
  }

  /// Formats a number with its sign and a fixed number of decimals; a number that rounds to 0 gets
  /// no sign.
  package static func signed(_ value: Double, decimals: Int) -> String {
    let text = decimal(abs(value), places: decimals)
    guard text.contains(where: { ("1"..."9").contains($0) }) else { return text }
    return (value < 0 ? "−" : "+") + text
  }

  /// Formats an interval of differences in percentage points; a dash for `nil`.
  package static func interval(_ interval: ClosedRange<Double>?) -> String {
    guard let interval else { return "–" }
    return "[\(points(interval.lowerBound)), \(points(interval.upperBound))]"
  }

  /// Formats a probability with three decimals, or as `<0.001`; a dash for `nil`.
  package static func probability(_ p: Double?) -> String {
    guard let p else { return "–" }
    return p < 0.001 ? "<0.001" : decimal(p, places: 3)
  }

  /// Formats a cost in dollars with four decimals, or as many as its first two digits take;
  /// `unknown` for `nil`.
  package static func dollars(_ cost: Double?) -> String {
    guard let cost else { return "unknown" }
    return (cost < 0 ? "−$" : "$") + amount(cost)
  }

  /// Formats a difference of costs in dollars with its sign: `+$0.0012`, `−$0.000034`.
  package static func dollarDifference(_ difference: Double) -> String {
    let text = amount(difference)
    guard text.contains(where: { ("1"..."9").contains($0) }) else { return "$\(text)" }
    return (difference < 0 ? "−$" : "+$") + text
  }

  /// Formats a price in dollars with two decimals, or as many as it has, up to six: `$0.80`,
  /// `$0.075`.
  package static func price(_ dollars: Double) -> String {
    var text = decimal(dollars, places: 6)
    while text.hasSuffix("0"), let point = text.firstIndex(of: "."),
      text.distance(from: point, to: text.endIndex) > 3
    {
      text.removeLast()
    }
    return "$\(text)"
  }

  /// The absolute amount without a currency. What a reply costs is often less than the last of four
  /// decimals, and an amount that is rounded to 0 looks free.
  private static func amount(_ value: Double) -> String {
    let size = abs(value)
    var places = 4
    var limit = 0.001
    while size > 0, size < limit, places < 12 {
      places += 1
      limit /= 10
    }
    return decimal(size, places: places)
  }

  /// Formats a count with its noun: `1 transcript`, `1 234 samples`. The plural is formed with an
  /// s.
  package static func counted(_ count: Int, _ noun: String) -> String {
    "\(Figures.count(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// Formats a count with narrow spaces between groups of three digits: `1 234 567`; a dash for
  /// `nil`.
  package static func count(_ count: Int?) -> String {
    guard let count else { return "–" }
    var groups: [Substring] = []
    var digits = Substring(String(count.magnitude))
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits = digits.dropLast(3)
    }
    return (count < 0 ? "−" : "") + ([digits] + groups).joined(separator: "\u{202f}")
  }

  /// Formats a number with a fixed number of decimals, rounded half away from zero.
  package static func decimal(_ value: Double, places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 9e15 else { return "\(value)" }
    let whole = String(Int(scaled))
    let padded = String(repeating: "0", count: max(0, places + 1 - whole.count)) + whole
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return places == 0
      ? sign + padded : sign + padded.dropLast(places) + "." + padded.suffix(places)
  }
}
