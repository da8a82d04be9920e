extension Duration {
  package var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// The duration in milliseconds, clamped to 0 ... 3.2e12 (about a hundred years), since a caller may pass an
  /// "infinite" duration.
  package var wholeMilliseconds: Int {
    Int(min(max(0, self / .milliseconds(1)), 3.2e12).rounded())
  }

  /// The duration in seconds with its unit, such as `5 s` or `0.15 s`.
  package var formattedSeconds: String {
    let milliseconds = wholeMilliseconds
    guard milliseconds % 1000 != 0 else { return "\(milliseconds / 1000) s" }
    return "\(Double(milliseconds) / 1000) s"
  }
}
