extension Double {
  /// With two digits behind the point, in no locale.
  package var plain: String {
    let hundredths = Int((self * 100).rounded())
    let digits = String(abs(hundredths) % 100)
    let sign = hundredths < 0 ? "-" : ""
    return "\(sign)\(abs(hundredths) / 100).\(digits.count < 2 ? "0" : "")\(digits)"
  }
}
