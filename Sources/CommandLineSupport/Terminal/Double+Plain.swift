extension Double {
  /// The number with two decimals, independent of the locale.
  package var plain: String {
    let hundredths = Int((self * 100).rounded())
    let digits = String(abs(hundredths) % 100)
    let sign = hundredths < 0 ? "-" : ""
    return "\(sign)\(abs(hundredths) / 100).\(digits.count < 2 ? "0" : "")\(digits)"
  }

  /// The share as a whole percentage, such as `84 %`.
  package var wholePercent: String { "\(Int((self * 100).rounded())) %" }
}
