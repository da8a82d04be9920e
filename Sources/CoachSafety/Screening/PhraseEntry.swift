/// One entry of the list of phrases.
struct PhraseEntry: Sendable {
  /// The pattern as it is written.
  var phrase: String
  /// The language that it is in (BCP 47).
  var language: String
  /// What it signals.
  var category: CrisisCategory
  /// How near the danger is when someone writes it.
  var severity: CrisisSeverity
  /// Words that make it something else when one of them comes next: `i want to die` … `laughing`.
  var unlessNext: Set<String> = []
  /// Words that make it something else when one of them stands in the same sentence.
  var unlessWith: Set<String> = []
}
