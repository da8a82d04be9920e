/// Counts the tokens that a model would make of a text.
public protocol TokenCounter: Sendable {
  /// How the count is made, for a report: `estimate`, or a tokenizer's name.
  var method: String { get }

  /// The number of tokens.
  func count(_ text: String) -> Int

  /// The number of tokens of a text in UTF-8.
  func count(_ bytes: ArraySlice<UInt8>) -> Int
}

extension TokenCounter {
  /// The number of tokens of a text.
  public func count(_ text: String) -> Int { count(Array(text.utf8)[...]) }
}
