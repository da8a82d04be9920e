import CommandLineSupport
import EvalStatistics
import PromptEvals
import CoachBenchmarks

/// Formatting that the views of all measurements share.
enum MeasureText {
  /// Formats a number with three decimals; a dash if it is unknown.
  static func decimal(_ value: Double?) -> String {
    value.map { Figures.decimal($0, places: 3) } ?? "–"
  }

  /// Formats an interval with three decimals, such as `[0.601, 0.728]`; a dash if it is unknown.
  static func range(_ interval: ClosedRange<Double>?) -> String {
    interval.map { "[\(decimal($0.lowerBound)), \(decimal($0.upperBound))]" } ?? "–"
  }

  /// Joins parts with empty lines between them, and appends the notes.
  static func joined(_ parts: [[String]], notes: [String]) -> String {
    let blocks =
      parts.filter { !$0.isEmpty } + (notes.isEmpty ? [] : [notes.map { $0.inked(.dim) }])
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }
}

extension MeasuredShare {
  /// The share in percent, such as `66.7 %`; a dash if the total is 0.
  var percent: String { share.map { Figures.percent($0) } ?? "–" }

  /// The 95 % interval in percent, such as `[60.1, 72.8]`.
  var range: String {
    interval.map {
      "[\(Figures.decimal($0.lowerBound * 100, places: 1)), \(Figures.decimal($0.upperBound * 100, places: 1))]"
    } ?? "–"
  }

  /// The share, its interval and counts, such as `66.7 % [60.1, 72.8], 140 of 210`.
  var text: String {
    let counts = "\(Figures.count(count)) of \(Figures.count(total))"
    return share == nil ? counts : "\(percent) \(range), \(counts)"
  }
}

extension MeasuredTimes {
  /// The median and the 99th percentile, such as `45 µs, 99 % within 210 µs`.
  var text: String {
    guard let median, let ninetyNinth else { return "–" }
    return
      "\(Figures.decimal(median, places: 0)) µs, 99 % within \(Figures.decimal(ninetyNinth, places: 0)) µs"
  }
}
