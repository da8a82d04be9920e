/// Telephone numbers in international form and the national forms of North America, Europe, Brazil,
/// India, Japan and Australia.
///
/// Years, spans of years, days, prices and counts have digits too; a bare number is a telephone number
/// only when a word before it says so.
enum PhoneDetector {
  private static let cues: Set<String> = [
    "phone", "call", "ring", "text", "mobile", "cell", "number", "tel", "telephone", "whatsapp",
    "signal", "handy", "telefon", "teléfono", "telefone", "telemóvel", "móvil", "celular",
    "téléphone", "portable", "cellulare", "fax",
  ]

  static func find(in text: TextTokens) -> [PersonalDatum] {
    let bytes = text.shape
    return DigitRun.all(in: bytes, separators: " -./").compactMap { run in
      var start = run.range.lowerBound
      var areaCode = 0
      // `(020) 7946 0000` is two runs: the second one carries on behind the bracket.
      if let opening = openingBracket(bytes, before: start) {
        areaCode = bytes[opening..<start].filter(\.isDigit).count
        start = opening
      } else if start < bytes.count, closesBracket(bytes, after: run.range.upperBound) {
        return nil
      }
      var isInternational = false
      if start > 0, bytes[start - 1] == UInt8(ascii: "+") {
        isInternational = true
        start -= 1
      } else if let plus = plusBefore(bytes, start) {
        isInternational = true
        areaCode += bytes[plus..<start].filter(\.isDigit).count
        start = plus
      }
      guard !isMoney(bytes, start, run.range.upperBound) else { return nil }
      let count = run.digits.count + areaCode
      let isNumber: Bool
      if isInternational {
        isNumber = (8...15).contains(count)
      } else if areaCode > 0 {
        isNumber = (8...13).contains(count)
      } else {
        isNumber = isNational(run) || hasCue(text, before: start) && isPlausible(run)
      }
      guard isNumber else { return nil }
      return PersonalDatum(kind: .phone, range: start..<run.range.upperBound)
    }
  }

  private static func isNational(_ run: DigitRun) -> Bool {
    guard !isDay(run), run.groups.count > 1 || run.digits[0] == 0 else { return false }
    let count = run.digits.count
    let lengths = run.groups
    if run.digits[0] == 0 {
      // A decimal, or a day: 0.25, 04.05.
      if lengths[0] == 1 || run.digits.starts(with: [0, 0, 0]) { return false }
      // With 00 in the place of a plus, a number may have all of its 15 digits behind it.
      let longest = run.digits[1] == 0 ? 17 : 12
      return (9...longest).contains(count) && lengths.dropFirst().allSatisfy { $0 >= 2 }
    }
    // Of large numbers with blanks between thousands, the last groups are mostly zeros.
    let isRound = run.digits.suffix(3) == [0, 0, 0]
    switch lengths {
    case [3, 3, 4]: return (2...9).contains(run.digits[0])
    case [1, 3, 3, 4]: return run.digits[0] == 1
    case [3, 3, 3]: return (6...9).contains(run.digits[0]) && !isRound
    case [3, 2, 2, 2]: return (6...9).contains(run.digits[0])
    case [2, 5, 4], [2, 4, 4]: return true
    case [5, 5]: return (6...9).contains(run.digits[0])
    case [5, 4]: return run.digits[0] == 9 && run.separators == [UInt8(ascii: "-")]
    default: return false
    }
  }

  private static func isDay(_ run: DigitRun) -> Bool {
    run.groups == [2, 2, 4] || run.groups == [4, 2, 2] || run.groups == [1, 2, 4]
      || run.groups == [2, 1, 4] || run.groups == [2, 2, 2] || run.groups == [1, 1, 4]
  }

  /// Whether a number that is said to be one can be one.
  private static func isPlausible(_ run: DigitRun) -> Bool {
    let isTwoYears = run.groups == [4, 4] && (1...2).contains(run.digits[0])
    return (7...13).contains(run.digits.count) && !isDay(run) && !isTwoYears
      && run.digits.suffix(4) != [0, 0, 0, 0]
  }

  /// Whether one of the six words before says that a telephone number follows.
  static func hasCue(_ text: TextTokens, before offset: Int) -> Bool {
    let before = text.tokens.filter {
      $0.range.upperBound <= offset && offset - $0.range.upperBound < 40
    }
    return before.suffix(6).contains { cues.contains($0.plain) }
  }

  private static func openingBracket(_ bytes: [UInt8], before start: Int) -> Int? {
    var at = start
    if at > 0, bytes[at - 1] == UInt8(ascii: " ") || bytes[at - 1] == UInt8(ascii: "-") { at -= 1 }
    guard at > 0, bytes[at - 1] == UInt8(ascii: ")") else { return nil }
    at -= 1
    var digits = 0
    while at > 0, bytes[at - 1].isDigit, digits < 6 {
      at -= 1
      digits += 1
    }
    guard digits > 0, at > 0, bytes[at - 1] == UInt8(ascii: "(") else { return nil }
    return at - 1
  }

  private static func closesBracket(_ bytes: [UInt8], after end: Int) -> Bool {
    guard end + 1 < bytes.count, bytes[end] == UInt8(ascii: ")") else { return false }
    let next = bytes[end + 1]
    let isBlank = next == UInt8(ascii: " ") || next == UInt8(ascii: "-")
    return next.isDigit || isBlank && end + 2 < bytes.count && bytes[end + 2].isDigit
  }

  /// The plus of `+44 (0)20 …` and `+1 (415) …`, before an opening bracket.
  private static func plusBefore(_ bytes: [UInt8], _ bracket: Int) -> Int? {
    guard bracket > 0, bracket < bytes.count, bytes[bracket] == UInt8(ascii: "(") else {
      return nil
    }
    var at = bracket
    if bytes[at - 1] == UInt8(ascii: " ") { at -= 1 }
    let end = at
    while at > 0, bytes[at - 1].isDigit { at -= 1 }
    guard at < end, end - at <= 3, at > 0, bytes[at - 1] == UInt8(ascii: "+") else { return nil }
    return at - 1
  }

  private static func isMoney(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    let before = String(decoding: bytes[max(0, start - 4)..<start], as: UTF8.self).trimmingBlanks
    let after = String(decoding: bytes[end...].prefix(4), as: UTF8.self).trimmingBlanks.lowercased()
    return ["$", "€", "£", "¥", "₹"].contains { before.hasSuffix($0) || after.hasPrefix($0) }
      || ["%", "eur", "usd", "gbp"].contains { after.hasPrefix($0) }
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
