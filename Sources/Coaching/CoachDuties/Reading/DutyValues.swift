import CoachModel
import Documents
import SourceFiles

/// The ways in which files of duties write ids, days, places and lengths of time.
extension MappingReader {
  /// Reads the id, which must match the file name.
  mutating func id(of path: String) throws(SourceError) -> String {
    let node = try required("id")
    let id = try node.string("'id'")
    let ending = JurisdictionDuties.ending
    let name = path.fileName
    let stem = name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
    guard id.isIdentifier(withHyphens: true) else {
      throw node.error(
        "duties.id", "'\(id)' cannot be the id of a jurisdiction",
        hint: "use lowercase letters, digits and hyphens, starting with a letter, such as us-ny")
    }
    guard id == stem else {
      throw node.error(
        "duties.id", "the ID '\(id)' does not match the file name '\(stem)'",
        hint: "name the file '\(id)\(ending)', or change the id")
    }
    return id
  }

  /// Reads the places in which a law holds.
  mutating func places() throws(SourceError) -> [String] {
    let list = try required("places")
    var places: [String] = []
    for item in try list.list("'places'") {
      let text = try item.string("each item of 'places'")
      guard Person.jurisdictionCode(text) == text else {
        throw item.error(
          "duties.place", "'\(text)' is not the code of a country or of a part of one",
          hint: "write DE or US-CA (ISO 3166), in capital letters")
      }
      guard !places.contains(text) else {
        throw item.error("duties.place", "'\(text)' is listed twice", hint: "remove one of them")
      }
      places.append(text)
    }
    guard !places.isEmpty else {
      throw list.error(
        "duties.place", "'places' is empty", hint: "name the places in which the law holds")
    }
    return places
  }

  /// Reads a list of mappings; empty if the key is absent.
  mutating func items<Item>(
    _ key: String, _ read: (inout MappingReader) throws(SourceError) -> Item
  ) throws(SourceError) -> [Item] {
    var items: [Item] = []
    for node in try optional(key)?.list("'\(key)'") ?? [] {
      var map = try MappingReader(node, "each item of '\(key)'")
      items.append(try read(&map))
      try map.finish()
    }
    return items
  }

  /// Reads a list of a type's words, each once and at least one.
  mutating func words<Word: RawRepresentable<String> & CaseIterable & Hashable>(
    _ key: String
  ) throws(SourceError) -> [Word] {
    let list = try required(key)
    var words: [Word] = []
    for node in try list.list("'\(key)'") {
      words.append(try node.choice("each item of '\(key)'"))
    }
    guard !words.isEmpty, Set(words).count == words.count else {
      throw list.error(
        "duties.words", "'\(key)' names each word once, and at least one",
        hint: Word.allCases.map(\.rawValue).hint(for: ""))
    }
    return words
  }

  /// Reads the first day of a single duty; that of the file if it has none of its own.
  mutating func day(orElse first: CalendarDay) throws(SourceError) -> CalendarDay {
    try optional("from")?.day("'from'") ?? first
  }
}

extension DocumentNode {
  func day(_ what: String) throws(SourceError) -> CalendarDay {
    guard let day = CalendarDay(try string(what)) else {
      throw error("duties.day", "\(what) is not a day", hint: "write it as 2026-11-21")
    }
    return day
  }

  func timeZone(_ what: String) throws(SourceError) -> TimeZoneRules {
    let name = try string(what)
    do throws(SourceError) {
      return try TimeZoneRules(named: name)
    } catch {
      throw self.error(
        "duties.time-zone", error.diagnostics.map(\.message).joined(separator: "; "),
        hint: error.diagnostics.first?.hint)
    }
  }

  /// Returns the time of writing after which a notice is due, in seconds.
  func interval() throws(SourceError) -> Double {
    guard let (count, unit) = try length("'every'"), let seconds = ["h": 3600, "m": 60][unit],
      (60...86_400).contains(count * seconds)
    else {
      throw error(
        "duties.interval", "'every' is a number of hours or minutes, from 1m to 24h",
        hint: "write 3h or 90m")
    }
    return Double(count * seconds)
  }

  /// Returns the time that lies between two notices at least.
  func noticePeriod() throws(SourceError) -> NoticePeriod {
    switch try length("'at_most_every'") {
    case (let count, "d")? where (1...31).contains(count): return .days(count)
    case (let count, "h")? where (1...744).contains(count): return .seconds(Double(count * 3600))
    default:
      throw error(
        "duties.interval", "'at_most_every' is a number of days or hours, up to 31d or 744h",
        hint: "write 1d for once on a day by the calendar, or 24h")
    }
  }

  /// Returns a number and its unit; `nil` for a text that is no length of time.
  private func length(_ what: String) throws(SourceError) -> (Int, String)? {
    let text = try string(what)
    // `Int` also accepts a sign.
    guard let unit = text.last, text.utf8.dropLast().allSatisfy({ (48...57).contains($0) }),
      let count = Int(text.dropLast()), (1...10_000).contains(count)
    else {
      return nil
    }
    return (count, String(unit))
  }
}
