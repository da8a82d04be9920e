/// Counts words that are capitalised where grammar does not ask for it: in most languages, names of people
/// and places.
struct CapitalisedWords {
  private var counts: [String: Int] = [:]

  /// Counts those of a text that are nobody's stand-in.
  mutating func add(_ text: String, without standIns: Set<String>) {
    let tokens = TextTokens(text)
    for (position, token) in tokens.tokens.enumerated() {
      guard token.isCapitalised, !tokens.beginsSentence(position), !standIns.contains(token.text),
        !Self.isCommon(token.plain), !Self.isCommon(String(token.plain.dropLast()))
      else { continue }
      counts[token.text, default: 0] += 1
    }
  }

  /// The words, the most frequent first.
  var sorted: [(word: String, count: Int)] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }

  private static func isCommon(_ word: String) -> Bool {
    NameWords.never.contains(word) || NameWords.relations.contains(word)
      || NameWords.titles.contains(word) || DayPattern.months.contains(word)
      || NameWords.particles.contains(word) || NameWords.followers.contains(word)
  }
}
