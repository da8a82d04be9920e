/// What is left of a number or an address where a text was cut: `call me on 07911…`.
///
/// Half of one has no form that could be recognised anywhere; before an ellipsis it can be.
enum CutRemainder {
  /// The text before the sign that it was cut; nil when it was not.
  static func stem(of text: String) -> String? {
    var bytes = Array(text.utf8)[...]
    bytes.trimEnd { $0.isBlank }
    let length = bytes.count
    if bytes.suffix(3).elementsEqual("…".utf8) {
      bytes.removeLast(3)
    } else {
      bytes.trimEnd { $0 == UInt8(ascii: ".") }
      guard length - bytes.count > 1 else { return nil }
    }
    bytes.trimEnd { $0.isBlank }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The remainder at the end of a text that was cut, in bytes of the text; nil when there is none, or when
  /// it is whole, or the beginning of a stand-in.
  static func find(in text: String) -> PersonalDatum? {
    guard let stem = stem(of: text) else { return nil }
    let tokens = TextTokens(stem)
    let isWhole = PersonalDataFinder.all(in: tokens).contains {
      $0.range.upperBound == tokens.shape.count
    }
    return isWhole ? nil : address(tokens) ?? number(tokens)
  }

  /// `laura@hosp`
  private static func address(_ text: TextTokens) -> PersonalDatum? {
    let bytes = text.shape
    guard let at = bytes.lastIndex(of: UInt8(ascii: "@")),
      bytes[(at + 1)...].allSatisfy({ $0.isWordByte || ".-".utf8.contains($0) })
    else { return nil }
    var start = at
    while start > 0, bytes[start - 1].isWordByte || "._%+-".utf8.contains(bytes[start - 1]) {
      start -= 1
    }
    let datum = PersonalDatum(kind: .email, range: start..<bytes.count)
    guard start < at, !StandIns.isStart(text.text(datum.range), of: .email) else { return nil }
    return datum
  }

  /// `+44 20 79`
  private static func number(_ text: TextTokens) -> PersonalDatum? {
    var bytes = text.shape[...]
    bytes.trimEnd { " -./()".utf8.contains($0) }
    let runs = DigitRun.all(in: Array(bytes), separators: " -./")
    guard var start = runs.last?.range.lowerBound, runs.last?.range.upperBound == bytes.count else {
      return nil
    }
    var groups = runs.last?.groups ?? []
    // `+44 (0)20 79` is three runs.
    for run in runs.dropLast().reversed() {
      let gap = bytes[run.range.upperBound..<start]
      guard gap.allSatisfy({ " ()-".utf8.contains($0) }) else { break }
      start = run.range.lowerBound
      groups = run.groups + groups
    }
    if start > 0, bytes[start - 1] == UInt8(ascii: "(") { start -= 1 }
    let isInternational = start > 0 && bytes[start - 1] == UInt8(ascii: "+")
    if isInternational { start -= 1 }
    let digits = bytes[start...].filter(\.isDigit)
    let isTold = PhoneDetector.hasCue(text, before: start) && digits.count > 2
    guard !isPrice(bytes[..<start]), !isYears(digits, groups),
      isInternational && digits.count > 2 || isTold || isLong(digits, groups)
    else { return nil }
    start = accountStart(bytes, before: start) ?? start
    let datum = PersonalDatum(kind: .phone, range: start..<bytes.endIndex)
    return StandIns.isStart(text.text(datum.range), of: .phone) ? nil : datum
  }

  /// Whether there are too many digits for a count, or they begin as a number in the own country does.
  private static func isLong(_ digits: [UInt8], _ groups: [Int]) -> Bool {
    let isRound = digits.suffix(3).allSatisfy { $0 == UInt8(ascii: "0") }
    // A day, or a version: 04.05, 2024-03-12.
    let isDay = digits.count <= 4 && groups.count > 1 || [[4, 2, 2], [2, 2, 4]].contains(groups)
    guard !isRound, !isDay else { return false }
    return digits.count > 4 || digits.count == 4 && digits.first == UInt8(ascii: "0")
  }

  /// A year, or a span of years.
  private static func isYears(_ digits: [UInt8], _ groups: [Int]) -> Bool {
    groups.allSatisfy { $0 == 4 } && groups.count < 3
      && ["19", "20"].contains(String(decoding: digits.prefix(2), as: UTF8.self))
  }

  /// Whether what comes before makes a sum of money, or the rest of a longer figure, of the digits.
  private static func isPrice(_ bytes: ArraySlice<UInt8>) -> Bool {
    var before = bytes
    before.trimEnd { $0.isBlank }
    let text = String(decoding: before.suffix(3), as: UTF8.self)
    return ["$", "€", "£", "¥", "₹", "#"].contains { text.hasSuffix($0) }
      || bytes.last == UInt8(ascii: ",")
  }

  /// Where the country and the check digits of a bank account begin: `DE89 3704`.
  private static func accountStart(_ bytes: ArraySlice<UInt8>, before start: Int) -> Int? {
    let head = bytes[..<start].suffix(5)
    guard head.count == 5, head.last == UInt8(ascii: " "),
      head.prefix(2).allSatisfy(\.isASCIILetter),
      head.dropFirst(2).prefix(2).allSatisfy(\.isDigit)
    else { return nil }
    return head.startIndex
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func trimEnd(_ isCut: (UInt8) -> Bool) {
    while let last, isCut(last) { removeLast() }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
}
