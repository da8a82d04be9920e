import SafetyRules
import TextAnalysis

/// Finds contact details that would lead people elsewhere: addresses, numbers and accounts.
enum ContactDetails {
  /// The minimum number of digits in a telephone number.
  private static let minimumDigits = 7

  static func found(in text: FieldText) -> [FieldText.Found] {
    var found = WebAddress.addresses(in: text.scalars).map { address in
      FieldText.Found(check: address.isMail ? .mailAddress : .webAddress, range: address.range)
    }
    found += spelt(in: text)
    let covered = found.map(\.range)
    let isFree = { (place: FieldText.Found) in !covered.contains { $0.overlaps(place.range) } }
    found += (numbers(in: text) + accounts(in: text)).filter(isFree)
    return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Returns mail addresses that are spelt out: `name (at) host dot com`.
  private static func spelt(in text: FieldText) -> [FieldText.Found] {
    let words = pieces(of: text) { !$0.properties.isWhitespace }
    let plain = words.map { range in
      String(
        String.UnicodeScalarView(
          text.scalars[range].filter { !"()[]{}<>".unicodeScalars.contains($0) })
      ).lowercased()
    }
    guard words.count > 4 else { return [] }
    return plain.indices.dropFirst().dropLast(3).compactMap { place in
      let isAt = ["at", "@", "arroba"].contains(plain[place])
      let isDot = ["dot", "punto", "punkt", "."].contains(plain[place + 2])
      let ending = plain[place + 3].prefix { $0.isASCII && $0.isLetter }
      guard isAt, isDot, (2...6).contains(ending.count) else { return nil }
      return FieldText.Found(
        check: .mailAddress, range: words[place - 1].lowerBound..<words[place + 3].upperBound)
    }
  }

  /// Returns account names: `@name`, at the beginning of a word.
  private static func accounts(in text: FieldText) -> [FieldText.Found] {
    let scalars = text.scalars
    return scalars.indices.compactMap { start in
      guard scalars[start] == "@", start == 0 || !scalars[start - 1].properties.isAlphabetic else {
        return nil
      }
      let name = scalars[(start + 1)...].prefix {
        $0.isBasicLetter || $0.isBasicDigit || $0 == "_" || $0 == "."
      }
      guard name.count > 2, name.contains(where: \.isBasicLetter) else { return nil }
      return FieldText.Found(check: .accountName, range: start..<name.endIndex)
    }
  }

  /// Returns digits that are grouped like a telephone number, or follow a plus sign.
  ///
  /// Excludes dates, spans of years, breathing patterns (`4-7-8`) and amounts with commas.
  private static func numbers(in text: FieldText) -> [FieldText.Found] {
    pieces(of: text) { $0.isBasicDigit || " -–./()+".unicodeScalars.contains($0) }
      .compactMap { range in
        let scalars = text.scalars
        guard var start = range.first(where: { scalars[$0].isBasicDigit }),
          let end = range.last(where: { scalars[$0].isBasicDigit })
        else { return nil }
        let isInternational = start > range.lowerBound && scalars[start - 1] == "+"
        if isInternational { start -= 1 }
        let groups = scalars[start...end].split { !$0.isBasicDigit }
        let digits = groups.reduce(0) { $0 + $1.count }
        // Digits next to a letter are part of a code.
        let isLetter = { (position: Int) in
          scalars.indices.contains(position) && scalars[position].properties.isAlphabetic
        }
        guard !isLetter(start - 1), !isLetter(end + 1) else { return nil }
        let isPaired = groups.count == 5 && groups[0].first == "0" && digits == 10
        guard (minimumDigits...17).contains(digits),
          isInternational || isPaired || groups.contains(where: { $0.count > 2 }) && !isDate(groups)
        else { return nil }
        return FieldText.Found(check: .telephoneNumber, range: start..<(end + 1))
      }
  }

  /// Returns whether groups are a date or a span of years: four digits that begin with 19 or 20, at either end.
  private static func isDate(_ groups: [ArraySlice<Unicode.Scalar>]) -> Bool {
    let isYear = { (group: ArraySlice<Unicode.Scalar>?) in
      group?.count == 4
        && (group?.starts(with: "19".unicodeScalars) == true
          || group?.starts(with: "20".unicodeScalars) == true)
    }
    return groups.count <= 3 && (isYear(groups.first) || isYear(groups.last))
      && groups.allSatisfy { $0.count <= 2 || isYear($0) }
  }

  /// Returns the longest runs of characters of a kind.
  private static func pieces(
    of text: FieldText, where isPart: (Unicode.Scalar) -> Bool
  ) -> [Range<Int>] {
    text.scalars.indices.split { !isPart(text.scalars[$0]) }.map { $0.startIndex..<$0.endIndex }
  }
}
