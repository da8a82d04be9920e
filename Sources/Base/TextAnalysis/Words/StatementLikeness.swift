/// How alike two statements are, by the words that both have.
///
/// The words may be in any form that is equal for equal words: terms of a search, or digests of them.
package enum StatementLikeness {
  /// The share of the words of the shorter statement that both must have to be the same in other words.
  private static let sameShare = 0.6

  /// The share of the words of the longer statement that both must have to be one statement.
  private static let duplicateShare = 0.8

  /// Returns whether two statements are one: nearly all words of both are the same.
  package static func areDuplicates(_ left: Set<String>, _ right: Set<String>) -> Bool {
    Double(left.intersection(right).count)
      >= duplicateShare * Double(max(left.count, right.count))
  }

  /// Returns whether two statements say the same in other words: most words of the shorter one are in both.
  ///
  /// A single word in common, such as "mother", says too little.
  package static func areSame(_ left: Set<String>, _ right: Set<String>) -> Bool {
    let shorter = min(left.count, right.count)
    guard shorter > 1 else { return false }
    return Double(left.intersection(right).count) >= sameShare * Double(shorter)
  }
}
