extension Double {
  /// The number with two decimals, independent of the locale.
  package var plain: String {
    guard hundredthsFit else { return "\(self)" }
    let hundredths = Int((self * 100).rounded())
    let digits = String(abs(hundredths) % 100)
    let sign = hundredths < 0 ? "-" : ""
    return "\(sign)\(abs(hundredths) / 100).\(digits.count < 2 ? "0" : "")\(digits)"
  }

  /// The share as a whole percentage, such as `84 %`.
  package var wholePercent: String {
    hundredthsFit ? "\(Int((self * 100).rounded())) %" : "\(self * 100) %"
  }

  /// Whether its hundredths fit an integer.
  private var hundredthsFit: Bool { isFinite && magnitude < 1e15 }
}
