/// Counts or estimates the tokens that a model would make of a text.
///
/// Use ``TokenEstimator`` for budgets and ``BytePairTokenizer`` for the counts of a known vocabulary. A conforming
/// type needs ``method`` and the count for bytes; the count for strings has a default implementation:
///
/// ```swift
/// struct WordCounter: TokenCounter {
///   let method = "words"
///
///   func count(_ bytes: ArraySlice<UInt8>) -> Int {
///     String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).count
///   }
/// }
/// ```
public protocol TokenCounter: Sendable {
  /// The counting method, for reports: `estimate`, or the name of a tokenizer.
  var method: String { get }

  /// Returns the number of tokens of a text.
  func count(_ text: String) -> Int

  /// Returns the number of tokens of a text in UTF-8.
  func count(_ bytes: ArraySlice<UInt8>) -> Int
}

extension TokenCounter {
  /// Returns the number of tokens of a text by counting its UTF-8 bytes.
  public func count(_ text: String) -> Int { count(Array(text.utf8)[...]) }
}
