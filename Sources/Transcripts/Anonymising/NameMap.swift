import EvalStatistics

/// Which name stands in for which, and how it is put into a text.
struct NameMap {
  /// Stand-ins by the original in small letters.
  private var standIns: [String: String] = [:]
  private let keep: Set<String>
  private var given: [String]
  private var family: [String]

  private let words: WordCounts
  /// Names that are more often a word in these chats.
  private var wordlike: Set<String> = []

  /// Creates a map without names, whose stand-ins come in an order that the generator decides.
  ///
  /// Words of the chats are no stand-ins: one that is somebody else there would make one person of two.
  init(keep: Set<String>, words: WordCounts, random: inout SeededRandom) {
    self.keep = keep
    self.words = words
    let isFree = { (name: String) in
      !words.contains(name.lowercased()) && !keep.contains(name.lowercased())
    }
    given = StandInNames.given.filter(isFree).shuffled(using: &random)
    family = StandInNames.family.filter(isFree).shuffled(using: &random)
  }

  var isEmpty: Bool { standIns.isEmpty }

  /// The parts of all names, in small letters.
  var parts: [String] { standIns.keys.sorted() }

  /// Everyone's stand-in.
  var allStandIns: Set<String> { Set(standIns.values) }

  /// Adds the parts of a name that are new. A name that is not certain, and that these chats mostly have in
  /// small letters, is taken for a word where it is written so.
  mutating func add(_ name: PersonName, isCertain: Bool) {
    let parts = (name.given + name.family).filter(isNew)
    // When the names run out, numbered words stay apart.
    for part in name.given where isNew(part) {
      standIns[part.lowercased()] = given.popLast() ?? "Person\(standIns.count)"
    }
    for part in name.family where isNew(part) {
      standIns[part.lowercased()] = family.popLast() ?? "Family\(standIns.count)"
    }
    guard !isCertain else { return }
    for part in parts where part.first?.isUppercase ?? false {
      if words.isMostlySmall(part.lowercased()) { wordlike.insert(part.lowercased()) }
    }
  }

  private func isNew(_ part: String) -> Bool {
    standIns[part.lowercased()] == nil && !keep.contains(part.lowercased())
  }

  /// The stand-in of a part of a name, in whatever letters.
  func standIn(_ part: String) -> String? { standIns[part.lowercased()] }

  /// What replaces the token at a position: the name's bytes and the new text; nil when it is no name.
  func replacement(in text: TextTokens, at position: Int) -> (range: Range<Int>, text: String)? {
    let token = text.tokens[position]
    guard token.kind == .word, !keep.contains(token.plain) else { return nil }
    if let standIn = standIns[token.plain] {
      guard isMeant(token, text, position) else { return nil }
      return ending(in: text, after: position, standIn, token)
    }
    // German and Portuguese make a genitive or a plural without apostrophe: "Sarahs Mutter".
    guard token.isCapitalised, token.plain.count > 4, token.plain.hasSuffix("s"),
      let standIn = standIns[String(token.plain.dropLast())]
    else { return nil }
    return (token.range, Self.inCase(of: token, standIn) + "s")
  }

  /// Whether a word that can also be something else is the name here.
  private func isMeant(_ token: TextTokens.Token, _ text: TextTokens, _ position: Int) -> Bool {
    guard NameWords.ambiguous.contains(token.plain) || wordlike.contains(token.plain) else {
      return true
    }
    guard token.text.first?.isUppercase ?? false else { return false }
    return
      !(text.beginsSentence(position) && NameWords.followers.contains(text.plain(position + 1)))
  }

  /// The stand-in with the possessive brought into line: `James'` becomes `Robin's`.
  private func ending(
    in text: TextTokens, after position: Int, _ standIn: String, _ token: TextTokens.Token
  ) -> (Range<Int>, String) {
    let word = Self.inCase(of: token, standIn)
    let isBarePossessive =
      token.plain.hasSuffix("s") && text.plain(position + 1) == "'"
      && !(text[position + 1]?.isAfterSpace ?? true) && text[position + 2]?.isAfterSpace ?? true
    guard isBarePossessive, !standIn.hasSuffix("s"), let mark = text[position + 1] else {
      return (token.range, word)
    }
    return (token.range.lowerBound..<mark.range.upperBound, word + mark.text + "s")
  }

  private static func inCase(of token: TextTokens.Token, _ standIn: String) -> String {
    if token.isShouted { return standIn.uppercased() }
    return token.text.first?.isLowercase ?? false ? standIn.lowercased() : standIn
  }
}
