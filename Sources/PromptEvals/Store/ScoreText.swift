import CoachModel

/// Encodes the scores of a sample as a short text with one entry per grader.
///
/// `1,0.5,,0e1i2` stands for 1, 0.5, no score, and 0 with one failed and two inconclusive verdicts.
enum ScoreText {
  static func write(_ scores: [SampleScores.Score]) -> String {
    scores.map { score in
      var text = score.value.map { $0 == 1 ? "1" : $0 == 0 ? "0" : "\($0)" } ?? ""
      if score.errors > 0 { text += "e\(score.errors)" }
      if score.inconclusive > 0 { text += "i\(score.inconclusive)" }
      return text
    }.joined(separator: ",")
  }

  static func read(_ text: String) -> [SampleScores.Score] {
    text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { item in
      // Fast path for the most frequent scores.
      if item.count == 1, let byte = item.first {
        if byte == UInt8(ascii: "1") { return SampleScores.Score(value: 1) }
        if byte == UInt8(ascii: "0") { return SampleScores.Score(value: 0) }
      }
      var score = SampleScores.Score()
      // A small number has an exponent, as in `1e-05`: an `e` before a minus sign does not start a count of
      // errors.
      var rest = Substring(item)
      if let mark = rest.lastIndex(of: "i") {
        score.inconclusive = Int(rest[rest.index(after: mark)...])?.within(StoredRange.counts) ?? 0
        rest = rest[..<mark]
      }
      if let mark = rest.lastIndex(of: "e"), rest.index(after: mark) < rest.endIndex,
        rest[rest.index(after: mark)] != "-"
      {
        score.errors = Int(rest[rest.index(after: mark)...])?.within(StoredRange.counts) ?? 0
        rest = rest[..<mark]
      }
      score.value = Double(rest)?.within(0...1)
      return score
    }
  }

  /// Encodes the counts of calls and tokens and the dollars, separated by spaces, with `-` for an unknown
  /// value.
  ///
  /// Empty if there were no calls.
  static func write(_ costs: CallCosts) -> String {
    guard costs.calls > 0 else { return "" }
    let counts = [
      costs.calls, costs.usage.input, costs.usage.cachedInput, costs.usage.cacheWrites,
      costs.usage.output,
    ]
    return counts.map { $0.map { String($0) } ?? "-" }.joined(separator: " ")
      + " " + (costs.dollars.map { "\($0)" } ?? "-")
  }

  static func readCosts(_ text: String) -> CallCosts {
    var costs = CallCosts()
    let parts = text.utf8.split(separator: UInt8(ascii: " ")).map { Substring($0) }
    guard parts.count == 6 else { return costs }
    costs.calls = Int(parts[0])?.within(StoredRange.counts) ?? 0
    costs.usage = TokenUsage(
      input: TokenUsage.count(Int(parts[1])), cachedInput: TokenUsage.count(Int(parts[2])),
      cacheWrites: TokenUsage.count(Int(parts[3])), output: TokenUsage.count(Int(parts[4])))
    costs.dollars = Double(parts[5])?.within(StoredRange.dollars)
    return costs
  }
}
