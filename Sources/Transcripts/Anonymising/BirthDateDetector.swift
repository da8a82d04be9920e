/// Days with a word beside them that says somebody was born then.
///
/// Other days stay: a chat is about them, and they tell little.
enum BirthDateDetector {
  private static let cues: Set<String> = [
    "born", "birthday", "birthdate", "dob", "birth", "bday", "geboren", "geburtstag",
    "geburtsdatum", "né", "née", "naissance", "anniversaire", "nací", "nacido", "nacida",
    "nacimiento", "cumpleaños", "nasci", "nascido", "nascida", "nascimento", "aniversário", "nato",
    "nata", "nascita", "compleanno",
  ]

  static func find(in text: TextTokens) -> [PersonalDatum] {
    var found: [PersonalDatum] = []
    var position = 0
    while position < text.tokens.count {
      if let count = DayPattern.length(in: text, at: position), isBirth(text, position, count) {
        let last = text.tokens[position + count - 1]
        let range = text.tokens[position].range.lowerBound..<last.range.upperBound
        found.append(PersonalDatum(kind: .birthDate, range: range))
        position += count
      } else {
        position += 1
      }
    }
    return found
  }

  /// Whether a cue is in the same sentence, up to eight words before or five after.
  private static func isBirth(_ text: TextTokens, _ start: Int, _ count: Int) -> Bool {
    for before in stride(from: start - 1, through: max(0, start - 8), by: -1) where before >= 0 {
      let token = text.tokens[before]
      if cues.contains(token.plain) { return true }
      if ["!", "?", "."].contains(token.plain) || text.tokens[before + 1].beginsLine { break }
    }
    for after in (start + count)..<(start + count + 5) {
      guard let token = text[after], !token.beginsLine, !["!", "?", "."].contains(token.plain)
      else {
        break
      }
      if cues.contains(token.plain) { return true }
    }
    return false
  }
}

/// The forms of a day: `12 March 1984`, `March 12th`, `12/03/1984`, `1984-03-12`.
enum DayPattern {
  static let months: Set<String> = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep",
    "sept", "oct", "nov", "dec", "januar", "februar", "märz", "mai", "juni", "juli", "oktober",
    "dezember", "janvier", "février", "mars", "avril", "juin", "juillet", "août", "septembre",
    "octobre", "novembre", "décembre", "enero", "febrero", "marzo", "abril", "mayo", "junio",
    "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre", "janeiro", "fevereiro",
    "março", "maio", "junho", "julho", "setembro", "outubro", "novembro", "dezembro", "gennaio",
    "febbraio", "aprile", "maggio", "giugno", "luglio", "settembre", "ottobre", "dicembre",
  ]

  /// How many tokens a day takes that begins at a position; nil when none does.
  static func length(in text: TextTokens, at position: Int) -> Int? {
    numeric(text, position) ?? dayFirst(text, position) ?? monthFirst(text, position)
  }

  private static func number(_ text: TextTokens, _ position: Int) -> (value: Int, digits: Int)? {
    guard let token = text[position], token.kind == .number, let value = Int(token.text) else {
      return nil
    }
    return (value, token.text.utf8.count)
  }

  private static func isDay(_ text: TextTokens, _ position: Int) -> Bool {
    number(text, position).map { (1...31).contains($0.value) && $0.digits <= 2 } ?? false
  }

  private static func isYear(_ text: TextTokens, _ position: Int) -> Bool {
    number(text, position).map { (1880...2099).contains($0.value) && $0.digits == 4 } ?? false
  }

  private static func numeric(_ text: TextTokens, _ position: Int) -> Int? {
    guard let separator = text[position + 1]?.text, ["/", ".", "-"].contains(separator),
      text.plain(position + 3) == separator, let first = number(text, position),
      let second = number(text, position + 2), let third = number(text, position + 4),
      (1...4).allSatisfy({ !(text[position + $0]?.isAfterSpace ?? true) })
    else { return nil }
    let isYearFirst = isYear(text, position) && second.value <= 12 && third.value <= 31
    let isYearLast =
      first.value <= 31 && second.value <= 31 && min(first.value, second.value) <= 12
      && (isYear(text, position + 4) || third.digits == 2)
    return isYearFirst || isYearLast ? 5 : nil
  }

  private static func dayFirst(_ text: TextTokens, _ position: Int) -> Int? {
    guard isDay(text, position) else { return nil }
    var at = position + 1
    if ["st", "nd", "rd", "th", ".", "º", "er"].contains(text.plain(at)) { at += 1 }
    if ["of", "de", "di"].contains(text.plain(at)) { at += 1 }
    guard months.contains(text.plain(at)) else { return nil }
    at += 1
    return yearEnd(text, at) - position
  }

  private static func monthFirst(_ text: TextTokens, _ position: Int) -> Int? {
    guard months.contains(text.plain(position)), text[position]?.text.first?.isUppercase ?? false
    else { return nil }
    var at = position + 1
    if text.plain(at) == "." { at += 1 }
    if text.plain(at) == "the" { at += 1 }
    guard isDay(text, at) else { return nil }
    at += 1
    if ["st", "nd", "rd", "th"].contains(text.plain(at)) { at += 1 }
    return yearEnd(text, at) - position
  }

  /// Behind the year, where one follows.
  private static func yearEnd(_ text: TextTokens, _ position: Int) -> Int {
    for skipped in [[], [","], ["."], ["de"], ["del"], ["of"]]
    where text.matches(skipped, at: position) && isYear(text, position + skipped.count) {
      return position + skipped.count + 1
    }
    return position
  }
}
