import CoachModel

/// Encodes the scores of a sample as a short text with one entry per grader.
///
/// `1,0.5,,0e1i2a4n3` stands for 1, 0.5, no score, and 0 as the mean of three verdicts, with one failed, two inconclusive
/// and four that did not apply. Earlier versions did not count the last.
enum ScoreText {
  static func write(_ scores: [SampleScores.Score]) -> String {
    scores.map { score in
      var text = score.value.map { $0 == 1 ? "1" : $0 == 0 ? "0" : "\($0)" } ?? ""
      if score.errors > 0 { text += "e\(score.errors)" }
      if score.inconclusive > 0 { text += "i\(score.inconclusive)" }
      if score.notApplicable > 0 { text += "a\(score.notApplicable)" }
      if let scored = score.scored { text += "n\(scored)" }
      return text
    }.joined(separator: ",")
  }

  /// Reads scores; nil if they are not one for each grader, or if one is none that a grader gives.
  static func read(_ text: String, count: Int) -> [SampleScores.Score]? {
    if text.isEmpty, count == 0 { return [] }
    let items = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard items.count == count else { return nil }
    var scores: [SampleScores.Score] = []
    scores.reserveCapacity(count)
    for item in items {
      guard let score = score(item) else { return nil }
      scores.append(score)
    }
    return scores
  }

  private static func score(_ item: Substring.UTF8View) -> SampleScores.Score? {
    // Fast path for the most frequent scores.
    if item.count == 1, let byte = item.first {
      if byte == UInt8(ascii: "1") { return SampleScores.Score(value: 1) }
      if byte == UInt8(ascii: "0") { return SampleScores.Score(value: 0) }
    }
    var score = SampleScores.Score()
    // A small number has an exponent, as in `1e-05`: an `e` before a minus sign does not start a count of
    // errors.
    var rest = Substring(item)
    if let mark = rest.lastIndex(of: "n") {
      guard let count = count(rest[rest.index(after: mark)...]) else { return nil }
      score.scored = count
      rest = rest[..<mark]
    }
    if let mark = rest.lastIndex(of: "a") {
      guard let count = count(rest[rest.index(after: mark)...]) else { return nil }
      score.notApplicable = count
      rest = rest[..<mark]
    }
    if let mark = rest.lastIndex(of: "i") {
      guard let count = count(rest[rest.index(after: mark)...]) else { return nil }
      score.inconclusive = count
      rest = rest[..<mark]
    }
    if let mark = rest.lastIndex(of: "e"), rest.index(after: mark) < rest.endIndex,
      rest[rest.index(after: mark)] != "-"
    {
      guard let count = count(rest[rest.index(after: mark)...]) else { return nil }
      score.errors = count
      rest = rest[..<mark]
    }
    guard !rest.isEmpty else { return score }
    guard let value = Double(rest)?.within(0...1) else { return nil }
    score.value = value
    return score
  }

  private static func count(_ text: Substring) -> Int? { Int(text)?.within(StoredRange.counts) }

  /// Encodes the counts of calls and tokens and the dollars, separated by spaces, with `-` for an unknown
  /// value.
  ///
  /// Empty if there were no calls. What is beyond ``StoredRange`` is written as its end: a provider's absurd count must not
  /// make the run unreadable.
  static func write(_ costs: CallCosts) -> String {
    guard costs.calls > 0 else { return "" }
    let counts = [
      costs.calls, costs.usage.input, costs.usage.cachedInput, costs.usage.cacheWrites,
      costs.usage.output,
    ]
    return counts.map { $0.map { String($0.clamped(to: StoredRange.counts)) } ?? "-" }
      .joined(separator: " ")
      + " " + (costs.dollars.map { "\($0.clamped(to: StoredRange.dollars))" } ?? "-")
  }

  /// Reads what ``write(_:)-CallCosts`` writes; nil for anything else.
  static func readCosts(_ text: String) -> CallCosts? {
    var costs = CallCosts()
    guard !text.isEmpty else { return costs }
    let parts = text.utf8.split(separator: UInt8(ascii: " ")).map { Substring($0) }
    guard parts.count == 6, let calls = count(parts[0]) else { return nil }
    let tokens = parts[1...4].map(count)
    let dollars = Double(parts[5])?.within(StoredRange.dollars)
    let isKnown = tokens.map { $0 != nil } + [dollars != nil]
    guard zip(isKnown, parts.dropFirst()).allSatisfy({ $0 || $1 == "-" }) else { return nil }
    costs.calls = calls
    costs.usage = TokenUsage(
      input: tokens[0], cachedInput: tokens[1], cacheWrites: tokens[2], output: tokens[3])
    costs.dollars = dollars
    return costs
  }
}
