import TextAnalysis

/// Maps names to stand-ins, and replaces names in a text.
struct NameMap {
  /// Stand-ins by the ``NameWords/key(_:)`` of the parts of names.
  private var standIns: [String: String] = [:]

  /// Assigns stand-ins to the listed names.
  ///
  /// Words of the chats are not used as stand-ins: if one is somebody's name there, two people would become one.
  init(_ names: [String], keep: Set<String>, words: Set<String>) {
    let isFree = { (name: String) in
      !words.contains(NameWords.key(name)) && !keep.contains(NameWords.key(name))
    }
    var given = StandInNames.given.filter(isFree)[...]
    var family = StandInNames.family.filter(isFree)[...]
    for name in names {
      let parts = NameWords.parts(of: name).map(NameWords.key).filter { !keep.contains($0) }
      for (number, part) in parts.enumerated() where standIns[part] == nil {
        // When the names run out, numbered words stay distinct.
        standIns[part] =
          (number == 0 ? given.popFirst() : family.popFirst()) ?? "Person\(standIns.count)"
      }
    }
  }

  var allStandIns: Set<String> { Set(standIns.values) }

  /// Returns a text with the names in it replaced, and calls `note` for each.
  func replaced(_ text: Substring, note: (_ original: String, _ standIn: String) -> Void) -> String
  {
    guard !standIns.isEmpty else { return String(text) }
    let pieces = NameWords.pieces(of: text)
    var result = ""
    for (position, piece) in pieces.enumerated() {
      // The word after the separator: "Will you" is a question, and Will is not meant.
      let next = pieces.dropFirst(position + 2).first?.lowercased() ?? ""
      if let standIn = standIn(for: piece, before: next) {
        note(String(piece), standIn)
        result += standIn
      } else {
        result += piece
      }
    }
    return result
  }

  private func standIn(for word: Substring, before next: String) -> String? {
    let plain = NameWords.key(word)
    let isSmall = word.first?.isLowercase ?? false
    if let standIn = standIns[plain] {
      let isWord = NameWords.ambiguous.contains(plain)
      guard !isWord || !isSmall && !NameWords.followers.contains(next) else { return nil }
      return Self.inCase(of: word, standIn)
    }
    // German and Portuguese form a genitive or a plural without apostrophe: "Sarahs Mutter".
    guard !isSmall, plain.count > 4, plain.hasSuffix("s"),
      let standIn = standIns[String(plain.dropLast())]
    else { return nil }
    return Self.inCase(of: word.dropLast(), standIn) + "s"
  }

  private static func inCase(of word: Substring, _ standIn: String) -> String {
    if word.count > 1, word.allSatisfy(\.isUppercase) { return standIn.uppercased() }
    return word.first?.isLowercase ?? false ? standIn.lowercased() : standIn
  }
}

/// Names that serve as stand-ins: given names of any gender, and common family names.
enum StandInNames {
  static let given = NameWords.list(
    """
    Alex Robin Sam Jamie Kim Noa Charlie Taylor Jordan Morgan Riley Casey Quinn Avery Rowan Sasha Toni \
    Mika Yuri Ariel Andrea Dominique Camille Kai Remy Sage River Blake Cameron Dana Devon Drew Eden \
    Emery Finley Frankie Harper Hayden Indy Jean Jessie Jody Kelly Kerry Kit Lee Leslie Lindsay Logan \
    Marlo Nicky Ollie Parker Peyton Reese Rory Shannon Shay Sidney Stevie Terry Tracy Val Wren
    """)

  static let family = NameWords.list(
    """
    Miller Martin Weber Silva Rossi Novak Kelly Murphy Larsen Berg Costa Meyer Vidal Moreau Lindgren \
    Kowal Santos Fischer Romero Tanaka Bennett Harper Foster Palmer Fuchs Dubois Ferrari Nielsen Haddad \
    Okafor Mendes Parkin
    """)
}

/// Splits texts into words, and decides which of them can be names.
enum NameWords {
  /// Names that are also words; in lower case they are left as they are.
  static let ambiguous = Set(
    list(
      """
      will mark grace hope may june april august rose joy faith bill art jack sky dawn summer pat rob sue \
      drew chance christian angel eve ray gene frank grant miles dean chase rich bob don jean penny ruby \
      amber ivy olive violet lily daisy sandy cliff heath wade carol max star storm river brook hunter \
      mason baker carter cook king prince young long brown white black green wolf love best sharp stone \
      wood field hill park day winter snow rain pearl journey honey cherry sage mercy reed case cash dale \
      forest guy holly hazel jade jewel july justice kit lance misty ward
      """))

  /// Words before which "Will" and "May" are verbs.
  static let followers = Set(
    list("i you we he she it they the this that these those my your our his her their be not there")
  )

  /// Particles within a full name.
  private static let particles = Set(
    list("de da do dos das del della di van von der den ten ter la le al el bin ibn bint ben mac"))

  static func list(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Returns the words of a full name without particles and initials; the first is the given name.
  ///
  /// An initial is also a word or a variable, so replacing it would spoil the text: the I of "I. Newton".
  static func parts(of name: String) -> [String] {
    pieces(of: name[...]).filter { $0.first?.isLetter ?? false }.map(String.init)
      .filter { !particles.contains($0.lowercased()) && ($0.count > 1 || !isCased($0)) }
  }

  private static func isCased(_ text: String) -> Bool { text.lowercased() != text.uppercased() }

  /// Returns what all spellings of a word have in common: small letters, without invisible characters, with Latin letters
  /// in the place of those that look like them.
  static func key(_ word: some StringProtocol) -> String {
    let scalars = word.lowercased().unicodeScalars.filter { !$0.isInvisible }
    guard scalars.contains(where: { !$0.isASCII }) else { return String(scalars) }
    return String(String.UnicodeScalarView(scalars.map { LetterShape.plain($0) ?? $0 }))
  }

  /// Returns words and what stands between them, in turn.
  static func pieces(of text: Substring) -> [Substring] {
    var pieces: [Substring] = []
    var rest = text
    while let first = rest.first {
      let piece = rest.prefix { isInWord($0) == isInWord(first) }
      pieces.append(piece)
      rest = rest[piece.endIndex...]
    }
    return pieces
  }

  /// Whether a character belongs to a word: letters, and invisible characters, which would divide a name otherwise.
  private static func isInWord(_ character: Character) -> Bool {
    character.isLetter || character.unicodeScalars.allSatisfy(\.isInvisible)
  }
}
