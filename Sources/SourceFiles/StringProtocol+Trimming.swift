extension StringProtocol {
  /// The text without leading and trailing whitespace.
  package var trimmingWhitespace: String {
    let start = drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}
