import TextAnalysis

/// A kind of personal data that identifies somebody and is replaced.
public enum PersonalDataKind: String, Sendable, Hashable, CaseIterable {
  /// A name that the options list.
  case name
  /// An email address with any domain.
  case email = "e-mail"
  /// A web address, with or without a scheme.
  case link
  /// A user name, such as `@name`.
  case handle
  /// A number of seven digits or more, such as that of a telephone, an account, a card or a customer.
  case number
}

/// A piece of a text that may identify somebody.
struct PersonalDatum: Hashable {
  var kind: PersonalDataKind
  /// The range in the text, in Unicode scalars.
  var range: Range<Int>
  var text: String
}

/// Finds addresses and numbers by their form.
enum PersonalData {
  /// Returns the personal data in a text, in its order, without texts that are stand-ins already.
  static func find(in text: String) -> [PersonalDatum] {
    all(in: text).filter { !StandIns.isStandIn($0.text, for: $0.kind) }
  }

  /// Returns the personal data in a text, in its order, including stand-ins.
  static func all(in text: String) -> [PersonalDatum] {
    let scalars = Array(text.unicodeScalars)
    var found = addresses(in: scalars)
    // Whether each position belongs to something that was found.
    var taken = [Bool](repeating: false, count: scalars.count)
    for (_, range) in found { for position in range { taken[position] = true } }
    let isTaken = { [taken] (position: Int) in taken[position] }
    let runs = DigitRun.runs(in: scalars, isHidden: isTaken)
    let numbers = runs.compactMap { number($0, in: scalars) }
    let handles = scalars.indices.filter { !isTaken($0) }.compactMap { handle(at: $0, in: scalars) }
    for (kind, range) in numbers + handles where !taken[range].contains(true) {
      found.append((kind, range))
      for position in range { taken[position] = true }
    }
    return found.sorted { $0.1.lowerBound < $1.1.lowerBound }.map { kind, range in
      let text = String(String.UnicodeScalarView(scalars[range]))
      return PersonalDatum(kind: kind, range: range, text: text)
    }
  }

  private typealias Found = (PersonalDataKind, Range<Int>)

  private static func addresses(in scalars: [Unicode.Scalar]) -> [Found] {
    WebAddress.addresses(in: scalars).filter { scalars[$0.range.lowerBound] != "@" }
      .map { ($0.isMail ? .email : .link, $0.range) }
  }

  private static func handle(at start: Int, in scalars: [Unicode.Scalar]) -> Found? {
    guard scalars[start] == "@" || scalars[start] == "\u{FF20}",
      start == 0 || !scalars[start - 1].isInSpacedWord
    else {
      return nil
    }
    var end = start + 1
    while end < scalars.count,
      scalars[end].isInSpacedWord || "._".unicodeScalars.contains(scalars[end])
    {
      end += 1
    }
    while end > start, scalars[end - 1] == "." { end -= 1 }
    let hasLetter = scalars[start..<end].contains { $0.properties.isAlphabetic }
    return end > start + 2 && hasLetter ? (.handle, start..<end) : nil
  }

  /// Returns the number that a run of digits is, with a sign before it and the word that it belongs to, or `nil`.
  private static func number(_ run: DigitRun, in scalars: [Unicode.Scalar]) -> Found? {
    var (start, end) = (run.range.lowerBound, run.range.upperBound)
    let sign = scalars[..<start].last
    guard run.isLongNumber(isInternational: sign == "+"), !isMoney(start..<end, in: scalars) else {
      return nil
    }
    if sign == "+" || sign == "(" { start -= 1 }
    while start > 0, scalars[start - 1].isInSpacedWord { start -= 1 }
    while end < scalars.count, scalars[end].isInSpacedWord { end += 1 }
    return (.number, start..<end)
  }

  private static func isMoney(_ range: Range<Int>, in scalars: [Unicode.Scalar]) -> Bool {
    let around = [
      scalars[..<range.lowerBound].last { $0 != " " },
      scalars[range.upperBound...].first { $0 != " " },
    ]
    return around.contains { $0 == "%" || $0?.properties.generalCategory == .currencySymbol }
  }
}

extension DigitRun {
  /// Whether it has seven digits or more and is not a date, timestamp, span of years, decimal or count.
  fileprivate func isLongNumber(isInternational: Bool) -> Bool {
    let lengths = groups.map(\.utf8.count)
    guard (7...34).contains(digits.utf8.count) else { return false }
    if isInternational { return true }
    // Eight ratings in a row are no telephone number that somebody spelt out, digit by digit.
    let isSpelt = lengths.count > 8 && lengths.allSatisfy { $0 == 1 } && !isSequence
    let isSmall = lengths.allSatisfy { $0 < 3 } && !digits.hasPrefix("0") && !isSpelt
    let isDecimal = lengths.count == 2 && lengths[0] < 3
    return !(isSmall || isDecimal || isCount(lengths) || isDay(lengths) || isMoment(lengths))
  }

  /// Whether each digit follows the one before it: `1 2 3 4 5 6 7 8 9`.
  private var isSequence: Bool {
    zip(digits.utf8, digits.utf8.dropFirst()).allSatisfy { $1 == $0 + 1 }
  }

  /// Returns whether groups of three are thousands.
  ///
  /// Spanish and Portuguese telephone numbers look nearly the same.
  private func isCount(_ lengths: [Int]) -> Bool {
    guard lengths.count > 1, lengths[0] < 4, lengths.dropFirst().allSatisfy({ $0 == 3 }) else {
      return false
    }
    return lengths != [3, 3, 3] || digits.hasSuffix("000")
      || !("6"..."9").contains(digits.prefix(1))
  }

  private func isDay(_ lengths: [Int]) -> Bool {
    let days = [[4, 2, 2], [2, 2, 4], [1, 2, 4], [2, 1, 4], [1, 1, 4]]
    let isYear = { (group: String) in
      group.utf8.count == 4 && ["19", "20"].contains(group.prefix(2))
    }
    return days.contains(Array(lengths.prefix(3))) && groups.prefix(3).contains(where: isYear)
      || groups.allSatisfy(isYear)
  }

  /// Returns whether it is a timestamp: seconds or milliseconds since 1970, or year, month, day and so on in one
  /// piece.
  private func isMoment(_ lengths: [Int]) -> Bool {
    guard let only = groups.first, lengths.count == 1 else { return false }
    if [10, 13].contains(lengths[0]), only.hasPrefix("1") { return true }
    let (month, day) = (
      Int(only.dropFirst(4).prefix(2)) ?? 0, Int(only.dropFirst(6).prefix(2)) ?? 0
    )
    return [8, 12, 14].contains(lengths[0]) && ["19", "20"].contains(only.prefix(2))
      && (1...12).contains(month) && (1...31).contains(day)
  }
}
