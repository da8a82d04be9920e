/// A JSON value read from what a model wrote, with what had to be mended.
public struct RepairedJSON: Sendable, Hashable {
  /// The value.
  public var value: JSONValue
  /// What was mended, each kind once, in the order in which it came up; empty for JSON as it should be.
  public var repairs: [JSONRepair]

  /// Reads the first JSON object or list in a text, mending what models get wrong. Nil when there is none.
  ///
  /// Strict JSON is returned as it is, with the blanks around it. Otherwise the value begins at the first
  /// brace or bracket, inside a code fence if there is one. Strings keep every byte of theirs.
  public init?(_ text: String) {
    guard let first = Self.read(text, atMost: 1).first else { return nil }
    self = first
  }

  /// All objects and lists in a text, the one that ``init(_:)`` reads first. For whoever can tell which is
  /// meant: "as in [1], {…}" has two.
  public static func all(in text: String) -> [RepairedJSON] { read(text, atMost: 16) }

  private init(_ value: JSONValue, _ repairs: [JSONRepair]) {
    self.value = value
    self.repairs = repairs
  }

  private static func read(_ text: String, atMost limit: Int) -> [RepairedJSON] {
    let bytes = Array(text.utf8)
    if let value = try? JSONValue(parsing: bytes) { return [RepairedJSON(value, [])] }
    let fence = fence(in: bytes)
    // A fence inside a string of the value is none: a value that begins before it and goes on behind it
    // goes first.
    var next =
      value(in: bytes, from: 0) { reader in
        fence.map { reader.at > $0.ticks || reader.isSurelyJSON } ?? true
      } ?? fence.flatMap { fence in value(in: bytes, from: fence.body) { _ in true } }
    var values: [RepairedJSON] = []
    while let found = next, values.count < limit, let written = found.written,
      let value = try? JSONValue(parsing: written)
    {
      let isFenced = fence.map { found.start == $0.body } ?? false
      let hasWords = !bytes[..<found.start].allSatisfy(\.isJSONBlank) || found.reader.hasRest
      let surroundings: [JSONRepair] = isFenced ? [.fence] : hasWords ? [.surroundings] : []
      values.append(RepairedJSON(value, surroundings + found.reader.repairs))
      next = Self.value(in: bytes, from: found.reader.at) { _ in true }
    }
    return values
  }

  private struct Found {
    var start: Int
    /// The value as JSON; nil when it is surely meant as JSON and cannot be read.
    var written: [UInt8]?
    var reader: LenientJSONReader
  }

  /// The first value at or after a place that is accepted. A bracket in the words before it may be no value
  /// at all, so the next ones are tried, too.
  private static func value(
    in bytes: [UInt8], from place: Int, accepts: (LenientJSONReader) -> Bool
  ) -> Found? {
    var place = place
    for _ in 0..<64 {
      guard let start = bytes[place...].firstIndex(where: { $0.opensJSON }) else { return nil }
      var reader = LenientJSONReader(bytes, from: start)
      let written = reader.read()
      if written != nil || reader.isSurelyJSON, accepts(reader) {
        return Found(start: start, written: written, reader: reader)
      }
      place = max(reader.at, start + 1)
    }
    return nil
  }

  /// A code fence that holds a value: where its ticks are, and where the value begins.
  private static func fence(in bytes: [UInt8]) -> (ticks: Int, body: Int)? {
    let mark = Array("```".utf8)
    var place = 0
    while let ticks = bytes[place...].firstIndex(of: mark[0]) {
      guard bytes[ticks...].starts(with: mark) else {
        place = ticks + 1
        continue
      }
      let body = bytes[(ticks + 3)...].firstIndex(where: { $0.opensJSON })
      guard let body else { return nil }
      if bytes[(ticks + 3)..<body].allSatisfy({ $0.isJSONBlank || $0.isJSONLetter }) {
        return (ticks, body)
      }
      place = ticks + 3
    }
    return nil
  }
}

/// Something that models get wrong when they write JSON.
public enum JSONRepair: String, Sendable, Hashable, CaseIterable {
  /// There were words before or after the value.
  case surroundings
  /// The value stood in a code fence.
  case fence = "code fence"
  /// There were comments.
  case comment
  /// A comma stood before a closing bracket, or there were two.
  case extraComma = "extra comma"
  /// A comma between two members or elements was missing.
  case missingComma = "missing comma"
  /// A string stood in single or typographic quotes.
  case quotes
  /// A quote inside a string stood there without a backslash.
  case innerQuotes = "inner quotes"
  /// A name stood without quotes.
  case bareName = "bare name"
  /// A word of another language stood for true, false or null.
  case foreignWord = "foreign word"
  /// A number was written in a form that JSON has not, such as `+5` or `.5`.
  case number
  /// A line break or another control character stood in a string as it is.
  case rawControl = "raw control character"
  /// A backslash stood before something that needs none.
  case badEscape = "bad escape"
  /// The text ended before the value did.
  case cut
}

extension UInt8 {
  /// Whether it opens an object or a list.
  fileprivate var opensJSON: Bool { self == UInt8(ascii: "{") || self == UInt8(ascii: "[") }

  /// Whether it may stand after a JSON string, blanks apart: in the structure, or as the quote of the next
  /// string where a comma is missing, or as a comment, the end of a code fence, or a closing tag's bracket.
  package var followsJSONString: Bool { ",}]:\"'/#`[".utf8.contains(self) }

  var isJSONBlank: Bool { self == 0x20 || self == 0x0a || self == 0x0d || self == 0x09 }

  package var isJSONLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || self == UInt8(ascii: "_")
  }
}
