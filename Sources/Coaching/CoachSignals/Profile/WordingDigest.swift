import SourceFiles
import TextAnalysis

/// The words of a statement that carry its meaning.
///
/// Statements that are kept as text are compared by them: their digests would be equal, too, and take ten times as long.
struct Wording: Sendable, Hashable {
  /// The words in their order.
  let whole: String
  let words: Set<String>

  init(_ text: String, language: String) {
    var reader = SearchTerms()
    var terms = reader.terms(in: text, language: language)
    // "It is what it is" has function words alone.
    if terms.isEmpty { terms = reader.terms(in: text, language: Self.noLanguage) }
    whole = terms.joined(separator: " ")
    words = Set(terms)
  }

  /// A tag that stands for no language: all words count.
  private static let noLanguage = "und"

  /// Returns whether two statements are one: nearly all words of both are the same.
  func isDuplicate(of other: Wording) -> Bool {
    whole == other.whole || StatementLikeness.areDuplicates(words, other.words)
  }
}

/// A statement as digests of its words, so that it can be recognised when it comes back.
///
/// Each word is digested with a salt that only this person's data has, so that equal words of two people differ. Nobody can
/// read it, but whoever has the salt and a list of words can find out which of them it has.
struct WordingDigest: Sendable, Hashable {
  /// The digest of the words in their order.
  var whole: String
  /// The digests of the words, ascending.
  var words: [String]

  init(whole: String, words: [String]) {
    self.whole = whole
    self.words = words
  }

  init(_ text: String, language: String, salt: String) {
    let wording = Wording(text, language: language)
    whole = Self.digest(wording.whole, salt: salt)
    words = wording.words.map { Self.digest($0, salt: salt) }.sorted()
  }

  /// Returns the first 64 bits of a digest as hexadecimal digits.
  static func digest(_ text: String, salt: String) -> String {
    String(ContentDigest(ofParts: [salt, text]).hexadecimal.prefix(16))
  }

  /// Returns whether two statements say the same in other words: most words of the shorter one are in both.
  ///
  /// What was removed must not come back, so this prefers to leave out a new statement.
  func isSame(as other: WordingDigest) -> Bool {
    whole == other.whole || StatementLikeness.areSame(Set(words), Set(other.words))
  }
}
