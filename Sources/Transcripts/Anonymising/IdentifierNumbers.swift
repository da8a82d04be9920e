/// Telephone numbers in ids: a messenger's log has them for the names of its chats.
enum IdentifierNumbers {
  /// The numbers that stand alone in an id and have as many digits as a telephone number, in bytes. Days and
  /// moments, of which ids are made too, are none.
  static func find(in id: String) -> [PersonalDatum] {
    let bytes = Array(id.utf8)
    var found: [PersonalDatum] = []
    var parts: [Range<Int>] = []
    func finish() {
      let groups = parts.map { bytes[$0] }
      if let start = parts.first?.lowerBound, let end = parts.last?.upperBound,
        isNumber(groups.flatMap { $0 }, groups.count)
      {
        found.append(PersonalDatum(kind: .phone, range: start..<end))
      }
      parts = []
    }
    for part in bytes.indices.split(whereSeparator: { !bytes[$0].isWordByte }) {
      let range = part.startIndex..<part.endIndex
      if bytes[range].allSatisfy(\.isDigit) { parts.append(range) } else { finish() }
    }
    finish()
    return found
  }

  private static func isNumber(_ digits: [UInt8], _ groups: Int) -> Bool {
    let text = String(decoding: digits, as: UTF8.self)
    guard (10...13).contains(digits.count), !text.hasPrefix("07700900") else { return false }
    // Seconds or milliseconds since 1970.
    let isTime =
      groups == 1 && digits.first == UInt8(ascii: "1") && digits.count != 11
      && digits.count != 12
    return !isTime && !isDay(text)
  }

  /// Whether a number begins with a day, the year first or last.
  private static func isDay(_ text: String) -> Bool {
    func number(_ from: Int, _ length: Int) -> Int {
      Int(text.dropFirst(from).prefix(length)) ?? 0
    }
    func isDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
      (1990...2099).contains(year) && (1...12).contains(month) && (1...31).contains(day)
    }
    return isDay(number(0, 4), number(4, 2), number(6, 2))
      || isDay(number(4, 4), number(2, 2), number(0, 2))
  }
}
