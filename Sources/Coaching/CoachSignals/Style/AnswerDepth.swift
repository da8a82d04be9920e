import TextAnalysis

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How much a person opens up in an answer, as far as its length shows.
enum AnswerDepth {
  /// The number of words from which an answer counts as deep.
  private static let deep = 80.0

  /// Returns a depth from 0 to 1, which grows with the logarithm of the number of words.
  static func depth(of text: String) -> Double {
    min(1, log(1 + words(in: text)) / log(1 + deep))
  }

  /// Returns the number of words in a text.
  static func words(in text: String) -> Double { Double(SpokenWords(text).count) }
}
