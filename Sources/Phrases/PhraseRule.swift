/// A phrase with the circumstances under which it says something else.
package struct PhraseRule: Sendable {
  /// The pattern as it is written.
  var phrase: String
  /// The language that it is in (BCP 47).
  var language: String
  /// It does not count when one of these words comes next: `i want to die` … `laughing`.
  var unlessNext: Set<String> = []
  /// It does not count when one of these words stands right before it: `no` … `quiero morir`.
  var unlessBefore: Set<String> = []
  /// It does not count when one of these stands in the same sentence.
  var unlessWith: [String] = []

  /// Whether it counts wherever it stands.
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
