/// Which runs of so many words a text holds, to tell what one text takes from another.
package struct WordNGrams {
  /// The runs, each once, in the order of the text.
  package let runs: [[String]]
  private let all: Set<[String]>

  /// Runs of `length` words; a text with fewer words is one run.
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

  /// The share of this text's runs that another text holds as well, from 0 to 1; nil for a text without words.
  package func share(in other: WordNGrams) -> Double? {
    guard !runs.isEmpty else { return nil }
    return Double(runs.count { other.all.contains($0) }) / Double(runs.count)
  }

  /// The first run that another text holds as well.
  package func first(in other: WordNGrams) -> String? {
    runs.first { other.all.contains($0) }?.joined(separator: " ")
  }
}
