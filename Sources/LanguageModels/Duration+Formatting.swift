extension Duration {
  /// The duration in seconds.
  package var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// Milliseconds, at most those of a hundred years: a caller may have said "for ever".
  package var wholeMilliseconds: Int {
    Int(min(max(0, self / .milliseconds(1)), 3.2e12).rounded())
  }

  /// `5 s`, or `0.15 s`.
  package var formattedSeconds: String {
    let milliseconds = wholeMilliseconds
    guard milliseconds % 1000 != 0 else { return "\(milliseconds / 1000) s" }
    return "\(Double(milliseconds) / 1000) s"
  }
}
