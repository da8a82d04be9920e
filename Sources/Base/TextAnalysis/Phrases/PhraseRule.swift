/// A phrase with the conditions under which it means something else.
package struct PhraseRule: Sendable {
  /// The pattern as written.
  var phrase: String
  /// The language of the phrase (BCP 47).
  var language: String
  /// Words that rule the phrase out if one of them comes next: `i want to die` … `laughing`.
  var unlessNext: Set<String> = []
  /// Words that rule the phrase out if one of them directly precedes it: `no` … `quiero morir`.
  var unlessBefore: Set<String> = []
  /// Patterns that rule the phrase out if one of them occurs in the same sentence.
  var unlessWith: [String] = []

  /// Whether the phrase counts wherever it occurs.
  var isUnconditional: Bool { unlessNext.isEmpty && unlessBefore.isEmpty && unlessWith.isEmpty }

  package init(
    phrase: String, language: String, unlessNext: Set<String> = [], unlessBefore: Set<String> = [],
    unlessWith: [String] = []
  ) {
    self.phrase = phrase
    self.language = language
    self.unlessNext = unlessNext
    self.unlessBefore = unlessBefore
    self.unlessWith = unlessWith
  }
}
