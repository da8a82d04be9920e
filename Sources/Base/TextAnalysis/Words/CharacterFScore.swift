/// The similarity of two texts by their shared character n-grams: chrF.
///
/// Source: M. Popović, "chrF: character n-gram F-score for automatic MT evaluation", WMT 2015. Precision and recall
/// are averaged over n-grams of 1 to 6 characters; recall counts β² = 4 times as much as precision. As in the paper,
/// whitespace is ignored. Lengths for which one of the texts is too short are left out.
package enum CharacterFScore {
  private static let longest = 6
  private static let betaSquared = 4.0

  /// Returns the score from 0 to 1, or `nil` if a text has no character.
  package static func score(of text: String, against reference: String) -> Double? {
    let text = scalars(text)
    let reference = scalars(reference)
    guard !text.isEmpty, !reference.isEmpty else { return nil }
    var precision = 0.0
    var recall = 0.0
    var lengths = 0.0
    for length in 1...longest where text.count >= length && reference.count >= length {
      let own = runs(of: text, length: length)
      let others = runs(of: reference, length: length)
      let shared = Double(sharedCount(own, others))
      precision += shared / Double(own.count)
      recall += shared / Double(others.count)
      lengths += 1
    }
    precision /= lengths
    recall /= lengths
    guard precision + recall > 0 else { return 0 }
    return (1 + betaSquared) * precision * recall / (betaSquared * precision + recall)
  }

  private static func scalars(_ text: String) -> [UInt32] {
    text.unicodeScalars.filter { !$0.properties.isWhitespace }.map(\.value)
  }

  /// Returns the n-grams in order of their value.
  ///
  /// A scalar takes 21 bits, so that six of them fit in one number.
  private static func runs(of scalars: [UInt32], length: Int) -> [UInt128] {
    let mask: UInt128 = (1 << (21 * UInt128(length))) - 1
    var run: UInt128 = 0
    var runs: [UInt128] = []
    runs.reserveCapacity(scalars.count)
    for (at, scalar) in scalars.enumerated() {
      run = (run << 21 | UInt128(scalar)) & mask
      if at + 1 >= length { runs.append(run) }
    }
    return runs.sorted()
  }

  /// Returns how many n-grams both texts have; one that occurs twice in each counts twice.
  private static func sharedCount(_ left: [UInt128], _ right: [UInt128]) -> Int {
    var (i, j, count) = (0, 0, 0)
    while i < left.count, j < right.count {
      if left[i] == right[j] {
        (i, j, count) = (i + 1, j + 1, count + 1)
      } else if left[i] < right[j] {
        i += 1
      } else {
        j += 1
      }
    }
    return count
  }
}

/// The similarity of two texts by their shared words: the F1 score over words with their frequencies.
package enum WordFScore {
  /// Returns the score from 0 to 1, or `nil` if a text has no word.
  package static func score(of text: String, against reference: String) -> Double? {
    let own = counts(text)
    let others = counts(reference)
    let total = own.values.reduce(0, +) + others.values.reduce(0, +)
    guard !own.isEmpty, !others.isEmpty else { return nil }
    let shared = own.reduce(0) { $0 + min($1.value, others[$1.key] ?? 0) }
    return 2 * Double(shared) / Double(total)
  }

  private static func counts(_ text: String) -> [String: Int] {
    SpokenWords(text).words.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
