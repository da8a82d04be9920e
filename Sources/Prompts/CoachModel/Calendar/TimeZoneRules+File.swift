public import SourceFiles

extension TimeZoneRules {
  /// The folder of the system's time zone database.
  public static let databaseFolder = "/usr/share/zoneinfo"

  /// Reads a zone by its name in the IANA database, such as `Europe/Berlin`.
  ///
  /// Throws ``SourceError`` if the name is unknown, the database is missing, or the file is damaged.
  public init(
    named name: String, folder: String = databaseFolder, files: any FileSystem = DiskFileSystem()
  ) throws(SourceError) {
    let isName = name.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        || "/_+-".utf8.contains($0)
    }
    guard isName, name.utf8.first.map({ (0x41...0x5A).contains($0) }) ?? false else {
      throw SourceError(Self.unknown(name, hint: "write it as in 'Europe/Berlin'"))
    }
    guard files.kind(of: "\(folder)/\(name)") == .file else {
      let isThere = files.kind(of: folder) == .folder
      throw SourceError(
        Self.unknown(
          name,
          hint: isThere
            ? "use a name of the IANA database, such as 'Europe/Berlin'"
            : "there are no time zones in '\(folder)'; install the package tzdata"))
    }
    var reader = ZoneFileReader(try files.read("\(folder)/\(name)").bytes)
    guard let rules = reader.rules(named: name) else {
      throw SourceError(
        Diagnostic(
          "time-zone.damaged", "the file of the time zone '\(name)' cannot be read",
          hint: "install the package tzdata again"))
    }
    self = rules
  }

  private static func unknown(_ name: String, hint: String) -> Diagnostic {
    Diagnostic("time-zone.unknown", "there is no time zone '\(name)'", hint: hint)
  }
}

/// Reads a compiled time zone (RFC 9636).
private struct ZoneFileReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func rules(named name: String) -> TimeZoneRules? {
    guard let first = header() else { return nil }
    // From version 2 on, the same data follow with times of eight bytes.
    guard first.version >= 2 else { return block(first, timeSize: 4, name: name, hasFooter: false) }
    position += first.size(timeSize: 4)
    guard let second = header() else { return nil }
    return block(second, timeSize: 8, name: name, hasFooter: true)
  }

  private struct Header {
    var version: Int
    var universal: Int
    var standard: Int
    var leaps: Int
    var times: Int
    var types: Int
    var characters: Int

    func size(timeSize: Int) -> Int {
      times * (timeSize + 1) + types * 6 + characters + leaps * (timeSize + 4) + standard
        + universal
    }
  }

  private mutating func header() -> Header? {
    guard position + 44 <= bytes.count,
      bytes[position..<(position + 4)].elementsEqual("TZif".utf8)
    else { return nil }
    let version = bytes[position + 4]
    position += 20
    var counts: [Int] = []
    for _ in 0..<6 {
      guard let count = number(size: 4), (0...100_000).contains(count) else { return nil }
      counts.append(count)
    }
    return Header(
      version: version == 0 ? 1 : Int(version) - 0x30, universal: counts[0], standard: counts[1],
      leaps: counts[2], times: counts[3], types: counts[4], characters: counts[5])
  }

  /// Reads a signed number, the most significant byte first.
  private mutating func number(size: Int) -> Int? {
    guard position + size <= bytes.count else { return nil }
    var value: UInt64 = 0
    for byte in bytes[position..<(position + size)] { value = value << 8 | UInt64(byte) }
    position += size
    let shift = UInt64(64 - 8 * size)
    return Int(Int64(bitPattern: value << shift) >> Int64(shift))
  }

  private mutating func block(_ header: Header, timeSize: Int, name: String, hasFooter: Bool)
    -> TimeZoneRules?
  {
    guard header.types > 0, position + header.size(timeSize: timeSize) <= bytes.count else {
      return nil
    }
    let end = position + header.size(timeSize: timeSize)
    let times = (0..<header.times).compactMap { _ in number(size: timeSize) }
    let kinds = Array(bytes[position..<(position + header.times)])
    position += header.times
    var offsets: [Int] = []
    for _ in 0..<header.types {
      guard let offset = number(size: 4), abs(offset) < 100_000 else { return nil }
      offsets.append(offset)
      position += 2
    }
    var transitions: [TimeZoneRules.Transition] = []
    for (time, kind) in zip(times, kinds) {
      guard offsets.indices.contains(Int(kind)), transitions.last.map({ $0.time < time }) ?? true
      else { return nil }
      transitions.append(TimeZoneRules.Transition(time: time, offset: offsets[Int(kind)]))
    }
    var later: YearlyOffset?
    if hasFooter, end < bytes.count, bytes[end] == 0x0A {
      let footer = bytes[(end + 1)...].prefix { $0 != 0x0A }
      if !footer.isEmpty {
        guard let rule = YearlyOffset(posix: Array(footer)) else { return nil }
        later = rule
      }
    }
    return TimeZoneRules(
      name: name, earliest: offsets[0], transitions: transitions, later: later)
  }
}

extension YearlyOffset {
  /// Parses a value of the POSIX variable `TZ` such as `CET-1CEST,M3.5.0,M10.5.0/3`; `nil` if the form is wrong.
  init?(posix text: [UInt8]) {
    var reader = PosixReader(bytes: text[...])
    guard reader.skipName(), let west = reader.time() else { return nil }
    standard = -west
    guard !reader.isAtEnd else { return }
    guard reader.skipName() else { return nil }
    var summerOffset = standard + 3600
    if !reader.isNext(",") {
      guard let west = reader.time() else { return nil }
      summerOffset = -west
    }
    guard reader.skip(","), let start = reader.change(), reader.skip(","),
      let end = reader.change(), reader.isAtEnd
    else { return nil }
    summer = Summer(offset: summerOffset, start: start, end: end)
  }
}

/// Reads the parts of a POSIX time zone.
private struct PosixReader {
  var bytes: ArraySlice<UInt8>

  var isAtEnd: Bool { bytes.isEmpty }

  func isNext(_ sign: Unicode.Scalar) -> Bool { bytes.first == UInt8(ascii: sign) }

  mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    guard isNext(sign) else { return false }
    bytes.removeFirst()
    return true
  }

  /// Skips the abbreviation of a zone, such as `CET` or `<-03>`.
  mutating func skipName() -> Bool {
    if skip("<") {
      guard let end = bytes.firstIndex(of: UInt8(ascii: ">")) else { return false }
      bytes = bytes[(end + 1)...]
      return true
    }
    let letters = bytes.prefix { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    bytes = bytes.dropFirst(letters.count)
    return letters.count >= 3
  }

  mutating func number() -> Int? {
    let digits = bytes.prefix { (0x30...0x39).contains($0) }
    guard (1...3).contains(digits.count) else { return nil }
    bytes = bytes.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Reads `[+-]hh[:mm[:ss]]` in seconds.
  mutating func time() -> Int? {
    let sign = skip("-") ? -1 : 1
    if sign == 1 { _ = skip("+") }
    guard var seconds = number().map({ $0 * 3600 }) else { return nil }
    for unit in [60, 1] {
      guard skip(":") else { break }
      guard let part = number() else { return nil }
      seconds += part * unit
    }
    return sign * seconds
  }

  mutating func change() -> YearlyOffset.Change? {
    let date: YearlyOffset.Date
    if skip("M") {
      guard let month = number(), (1...12).contains(month), skip("."), let week = number(),
        (1...5).contains(week), skip("."), let weekday = number(), (0...6).contains(weekday)
      else { return nil }
      date = .weekday(weekday, week: week, month: month)
    } else if skip("J") {
      guard let day = number(), (1...365).contains(day) else { return nil }
      date = .dayWithoutLeap(day)
    } else {
      guard let day = number(), (0...365).contains(day) else { return nil }
      date = .day(day)
    }
    guard skip("/") else { return YearlyOffset.Change(date: date, second: 7200) }
    return time().map { YearlyOffset.Change(date: date, second: $0) }
  }
}
