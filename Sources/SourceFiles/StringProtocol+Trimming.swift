extension StringProtocol {
  /// The text without white space at its ends.
  package var trimmingWhitespace: String {
    let start = drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}
