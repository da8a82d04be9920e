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

  /// A customer's full name, where a log names the person so; nil when it can be something else.
  init?(cluster text: String) {
    let tokens = TextTokens(text).tokens
    let words = tokens.filter { $0.kind == .word }
    let isPlain = tokens.allSatisfy { $0.kind == .word || ["-", "'", "."].contains($0.plain) }
    let isName = words.allSatisfy { word in
      (word.isCapitalised || NameWords.particles.contains(word.plain))
        && !NameWords.never.contains(word.plain) && !NameWords.relations.contains(word.plain)
    }
    guard isPlain, isName, (2...4).contains(words.count),
      words.contains(where: { !NameWords.ambiguous.contains($0.plain) })
    else { return nil }
    self.init(listed: text)
  }

  init(given: [String], family: [String]) {
    self.given = given
    self.family = family
  }
}
