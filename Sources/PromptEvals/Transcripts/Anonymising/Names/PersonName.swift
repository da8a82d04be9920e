/// A name that was found, in its parts.
struct PersonName: Hashable {
  /// As somebody would call the person.
  var given: [String]
  /// What comes after it.
  var family: [String]

  /// A name of a list: the first word is the given name.
  init?(listed text: String) {
    let words = TextTokens(text).tokens.filter { $0.kind == .word }.map(\.text)
      .filter { !NameWords.particles.contains($0.lowercased()) }
    guard let first = words.first else { return nil }
    self.init(given: [first], family: Array(words.dropFirst()))
  }

  init(given: [String], family: [String]) {
    self.given = given
    self.family = family
  }
}
