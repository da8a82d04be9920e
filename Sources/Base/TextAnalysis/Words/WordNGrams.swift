/// The word n-grams of a text, to find out what one text takes from another.
package struct WordNGrams {
  /// The n-grams, each once, in the order of the text.
  package let runs: [[String]]
  private let all: Set<[String]>

  /// Creates the n-grams of `length` words; a text with fewer words is one n-gram.
  package init(_ text: String, length: Int) {
    let words = SpokenWords(text).words
    let length = min(length, words.count)
    var seen: Set<[String]> = []
    runs =
      length == 0
      ? []
      : (0...(words.count - length)).map { Array(words[$0..<($0 + length)]) }
        .filter { seen.insert($0).inserted }
    all = seen
  }

  /// Returns the share of n-grams that another text contains as well, from 0 to 1, or `nil` for a text without words.
  package func share(in other: WordNGrams) -> Double? {
    guard !runs.isEmpty else { return nil }
    return Double(runs.count { other.all.contains($0) }) / Double(runs.count)
  }

  /// Returns the first n-gram that another text contains as well, or `nil` if there is none.
  package func first(in other: WordNGrams) -> String? {
    runs.first { other.all.contains($0) }?.joined(separator: " ")
  }
}
