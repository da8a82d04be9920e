/// Streets with a number, in the forms of English, German and the Romance languages, and PO boxes.
///
/// A street without a number is not found.
enum PostalAddressDetector {
  /// What English streets end with.
  private static let types: Set<String> = [
    "street", "st", "road", "rd", "avenue", "ave", "lane", "ln", "drive", "dr", "close", "court",
    "ct", "way", "boulevard", "blvd", "place", "pl", "square", "sq", "terrace", "crescent",
    "gardens", "row", "grove", "hill", "mews", "parade", "parkway", "pkwy", "circle", "highway",
  ]
  /// What Romance streets begin with, the number last.
  private static let leading: Set<String> = [
    "rua", "avenida", "av", "travessa", "praça", "largo", "estrada", "calle", "carrer", "plaza",
    "paseo", "camino", "via", "viale", "corso", "piazza", "vicolo",
  ]
  /// What French streets begin with, the number first.
  private static let french: Set<String> = [
    "rue", "avenue", "boulevard", "place", "chemin", "impasse", "quai", "allée", "cours", "route",
  ]
  private static let german = [
    "straße", "strasse", "str", "weg", "platz", "allee", "gasse", "damm",
  ]
  private static let particles: Set<String> = [
    "de", "da", "do", "das", "dos", "la", "le", "les", "l", "d", "du", "des", "del", "della", "di",
    "e", "y", "'", "-", ".",
  ]
  /// Words after a number that make it a measure.
  private static let units: Set<String> = [
    "minute", "minutes", "min", "hour", "hours", "day", "days", "week", "mile", "miles", "km",
  ]
  /// Words before a number that make it a year.
  private static let yearCues: Set<String> = ["in", "since", "by", "of", "from", "until", "during"]

  static func find(in text: TextTokens) -> [PersonalDatum] {
    var found: [PersonalDatum] = []
    var position = 0
    while position < text.tokens.count {
      if let end = end(text, position) {
        let start = unitStart(text, position)
        let range = text.tokens[start].range.lowerBound..<text.tokens[end - 1].range.upperBound
        found.append(PersonalDatum(kind: .streetAddress, range: range))
        position = end
      } else {
        position += 1
      }
    }
    return found
  }

  private static func end(_ text: TextTokens, _ position: Int) -> Int? {
    english(text, position) ?? frenchEnd(text, position) ?? numberLast(text, position)
      ?? germanEnd(text, position) ?? box(text, position)
  }

  /// `14 Elm Street`, `221B Baker St, Apt 4`.
  private static func english(_ text: TextTokens, _ position: Int) -> Int? {
    guard var at = houseNumberEnd(text, position) else { return nil }
    if text[position]?.text.utf8.count == 4, ["19", "20"].contains(text.plain(position).prefix(2)),
      yearCues.contains(text.plain(position - 1))
    {
      return nil
    }
    let first = at
    guard !units.contains(text.plain(first)) else { return nil }
    while at - first < 5, let token = text[at], !token.beginsLine {
      if at > first, types.contains(token.plain) { return unitEnd(text, at + 1) }
      guard token.isCapitalised || token.isShouted || ["'", "s"].contains(token.plain) else {
        return nil
      }
      at += 1
    }
    return nil
  }

  /// `12 rue de la Paix`, `12 bis, avenue Foch`.
  private static func frenchEnd(_ text: TextTokens, _ position: Int) -> Int? {
    guard var at = houseNumberEnd(text, position) else { return nil }
    if text.plain(at) == "bis" { at += 1 }
    if text.plain(at) == "," { at += 1 }
    guard french.contains(text.plain(at)) else { return nil }
    return nameEnd(text, at + 1)
  }

  /// `Rua das Flores, 12`, `Calle Mayor 3`.
  private static func numberLast(_ text: TextTokens, _ position: Int) -> Int? {
    guard leading.contains(text.plain(position)) else { return nil }
    var at = position + 1
    if text.plain(at) == "." { at += 1 }
    guard let nameEnd = nameEnd(text, at) else { return nil }
    at = nameEnd
    while [",", "n", "nº", "n°", "no", "º", "°", "."].contains(text.plain(at)), at < nameEnd + 4 {
      at += 1
    }
    return houseNumberEnd(text, at)
  }

  /// `Hauptstraße 12a`, `Lange Str. 3`.
  private static func germanEnd(_ text: TextTokens, _ position: Int) -> Int? {
    guard let token = text[position], token.kind == .word, token.text.first?.isUppercase ?? false,
      let suffix = german.first(where: token.plain.hasSuffix)
    else { return nil }
    let isOneWord = token.plain.count > suffix.count + 2
    let isTwoWords =
      token.plain == suffix && suffix.hasPrefix("str")
      && text[position - 1]?.isCapitalised ?? false
    guard isOneWord || isTwoWords else { return nil }
    let at = text.plain(position + 1) == "." ? position + 2 : position + 1
    return houseNumberEnd(text, at)
  }

  private static func box(_ text: TextTokens, _ position: Int) -> Int? {
    for words in [["po", "box"], ["p", ".", "o", ".", "box"], ["postfach"], ["apartado"]]
    where text.matches(words, at: position) && text[position + words.count]?.kind == .number {
      return position + words.count + 1
    }
    return nil
  }

  /// Behind a number of up to five digits and the letter that may follow it.
  private static func houseNumberEnd(_ text: TextTokens, _ position: Int) -> Int? {
    guard let token = text[position], token.kind == .number, token.text.utf8.count <= 5 else {
      return nil
    }
    let before = text[position - 1]
    if let before, !token.isAfterSpace, [".", "$", "€", "£", "-", "/"].contains(before.plain) {
      return nil
    }
    if let letter = text[position + 1], letter.kind == .word, !letter.isAfterSpace {
      return letter.text.count == 1 ? position + 2 : nil
    }
    return position + 1
  }

  /// Behind the name of a street: capitalised words with particles between them; nil without any.
  private static func nameEnd(_ text: TextTokens, _ position: Int) -> Int? {
    var at = position
    var end: Int?
    while at < position + 7, let token = text[at], !token.beginsLine {
      if token.isCapitalised {
        end = at + 1
      } else if !particles.contains(token.plain) {
        break
      }
      at += 1
    }
    return end
  }

  /// Behind `, Apt 4B`, where it follows.
  private static func unitEnd(_ text: TextTokens, _ position: Int) -> Int {
    var at = text.plain(position) == "." && isUnit(text, position + 2) ? position + 1 : position
    if text.plain(at) == "," { at += 1 }
    guard isUnit(text, at) else { return position }
    at += 1
    if text[at]?.kind == .number { return houseNumberEnd(text, at) ?? position }
    return text[at]?.text.count == 1 ? at + 1 : position
  }

  /// The start of `Flat 3, `, where it precedes.
  private static func unitStart(_ text: TextTokens, _ position: Int) -> Int {
    for length in [4, 3, 2] where position >= length && isUnit(text, position - length) {
      let between = text.tokens[(position - length + 1)..<position]
      let isNumber = between.allSatisfy { $0.kind == .number || $0.text.count == 1 }
      if isNumber, text[position - length + 1]?.kind != .mark { return position - length }
    }
    return position
  }

  private static func isUnit(_ text: TextTokens, _ position: Int) -> Bool {
    ["flat", "apt", "apartment", "unit", "suite"].contains(text.plain(position))
  }
}
