import CommandLineSupport
import EvalStatistics
import PromptEvals
import SafetyBenchmarks

/// What the views of all measures share.
enum MeasureText {
  /// A number with three decimals; a dash where it is not known.
  static func decimal(_ value: Double?) -> String { value.map { Figures.decimal($0, 3) } ?? "–" }

  /// Parts with empty lines between them, and the notes below.
  static func joined(_ parts: [[String]], notes: [String]) -> String {
    let blocks =
      parts.filter { !$0.isEmpty } + (notes.isEmpty ? [] : [notes.map { $0.inked(.dim) }])
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }
}

extension MeasuredShare {
  /// `66.7 %`; a dash of nothing.
  var percent: String { share.map { Figures.percent($0) } ?? "–" }

  /// `[60.1, 72.8]`, in percent.
  var range: String {
    interval.map {
      "[\(Figures.decimal($0.lowerBound * 100, 1)), \(Figures.decimal($0.upperBound * 100, 1))]"
    } ?? "–"
  }

  /// `66.7 % [60.1, 72.8], 140 of 210`
  var text: String {
    let counts = "\(Figures.count(count)) of \(Figures.count(total))"
    return share == nil ? counts : "\(percent) \(range), \(counts)"
  }
}

extension MeasuredTimes {
  /// `45 µs, 99 % within 210 µs`
  var text: String {
    guard let median, let ninetyNinth else { return "–" }
    return "\(Figures.decimal(median, 0)) µs, 99 % within \(Figures.decimal(ninetyNinth, 0)) µs"
  }
}
