/// International bank account numbers, by the checksum of ISO 13616.
enum BankAccountDetector {
  static func find(in text: TextTokens) -> [PersonalDatum] {
    let bytes = text.shape
    var found: [PersonalDatum] = []
    var at = 0
    while at + 15 <= bytes.count {
      let isAtStart = at == 0 || !bytes[at - 1].isWordByte
      let isHead =
        isAtStart && bytes[at].isASCIILetter && bytes[at + 1].isASCIILetter && bytes[at + 2].isDigit
        && bytes[at + 3].isDigit
      if isHead, let end = end(bytes, at) {
        found.append(PersonalDatum(kind: .bankAccount, range: at..<end))
        at = end
      } else {
        at += 1
      }
    }
    return found
  }

  /// The end of the longest number that begins here and whose checksum is right.
  private static func end(_ bytes: [UInt8], _ start: Int) -> Int? {
    var letters: [UInt8] = []
    var at = start
    var best: Int?
    while at < bytes.count, letters.count < 34 {
      let byte = bytes[at]
      if byte.isDigit || byte.isASCIILetter {
        letters.append(byte)
        let isAtEnd = at + 1 == bytes.count || !bytes[at + 1].isWordByte
        if letters.count >= 15, isAtEnd, isValid(letters) { best = at + 1 }
      } else if byte != UInt8(ascii: " ") || bytes[at - 1] == UInt8(ascii: " ") {
        break
      }
      at += 1
    }
    return best
  }

  /// Whether the number, its first four signs moved to the end and letters counted from 10, leaves 1
  /// when it is divided by 97.
  static func isValid(_ letters: [UInt8]) -> Bool {
    let remainder = (letters.dropFirst(4) + letters.prefix(4)).reduce(0) { remainder, byte in
      byte.isDigit
        ? (remainder * 10 + Int(byte - UInt8(ascii: "0"))) % 97
        : (remainder * 100 + Int((byte | 0x20) - UInt8(ascii: "a")) + 10) % 97
    }
    return remainder == 1
  }
}

/// Numbers of payment cards, by the checksum of ISO/IEC 7812 (Luhn).
enum PaymentCardDetector {
  static func find(in text: TextTokens) -> [PersonalDatum] {
    DigitRun.all(in: text.shape, separators: " -").compactMap { run in
      let digits = run.digits
      guard isGrouped(run.groups), (2...6).contains(digits[0]), isValid(digits) else {
        return nil
      }
      return PersonalDatum(kind: .paymentCard, range: run.range)
    }
  }

  /// In one piece, in fours, or as American Express and Diners Club print them.
  private static func isGrouped(_ groups: [Int]) -> Bool {
    switch groups {
    case [4, 4, 4, 4], [4, 4, 4, 4, 3], [4, 6, 5], [4, 6, 4]: true
    default: groups.count == 1 && (13...19).contains(groups[0])
    }
  }

  /// Whether the digits, every second from the right doubled, add up to a multiple of ten.
  static func isValid(_ digits: [Int]) -> Bool {
    let sum = digits.reversed().enumerated().reduce(0) { sum, item in
      let value = item.offset % 2 == 1 ? item.element * 2 : item.element
      return sum + (value > 9 ? value - 9 : value)
    }
    return sum % 10 == 0
  }
}

/// Digits with single separators between them.
struct DigitRun {
  let range: Range<Int>
  /// The lengths of the groups, and what is between them.
  let groups: [Int]
  let separators: [UInt8]
  let digits: [Int]

  /// The runs of a text that are not inside a word.
  static func all(in bytes: [UInt8], separators: String) -> [DigitRun] {
    var runs: [DigitRun] = []
    var at = 0
    while at < bytes.count {
      guard bytes[at].isDigit, at == 0 || !bytes[at - 1].isWordByte else {
        at += 1
        continue
      }
      let start = at
      var digits: [Int] = []
      var groups = [0]
      var between: [UInt8] = []
      while at < bytes.count {
        if bytes[at].isDigit {
          digits.append(Int(bytes[at] - UInt8(ascii: "0")))
          groups[groups.count - 1] += 1
        } else if separators.utf8.contains(bytes[at]), at + 1 < bytes.count, bytes[at + 1].isDigit {
          between.append(bytes[at])
          groups.append(0)
        } else {
          break
        }
        at += 1
      }
      // A number that goes on as a word is none: 3rd, 20km.
      if at == bytes.count || !bytes[at].isWordByte {
        runs.append(
          DigitRun(range: start..<at, groups: groups, separators: between, digits: digits))
      }
    }
    return runs
  }
}
