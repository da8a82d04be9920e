/// A JSON value read from a model's reply, with the repairs that were needed.
public struct RepairedJSON: Sendable, Hashable {
  /// The value after the repairs.
  public var value: JSONValue
  /// The kinds of repairs, each once, in the order of their first occurrence; empty for valid JSON.
  public var repairs: [JSONRepair]

  /// Reads the first JSON object or list in a text, and repairs the usual mistakes of models. Nil if there is
  /// none. `JSONPassage` finds all of them.
  ///
  /// Valid JSON of any kind is returned as it is. Otherwise the value starts at the first brace or bracket,
  /// inside a code fence if there is one. The text of strings is not changed.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    if let value = try? JSONValue(parsing: bytes) {
      self.init(value, [])
      return
    }
    let fence = Self.fence(in: bytes)
    // A fence inside a string of the value does not count: a value that starts before the fence and ends after
    // it takes precedence.
    let found =
      Self.value(in: bytes, from: 0) { reader in
        fence.map { reader.at > $0.ticks || reader.isSurelyJSON } ?? true
      } ?? fence.flatMap { fence in Self.value(in: bytes, from: fence.body) { _ in true } }
    guard let found, let written = found.written, let value = try? JSONValue(parsing: written)
    else { return nil }
    let isFenced = fence.map { found.start == $0.body } ?? false
    let hasWords = !bytes[..<found.start].allSatisfy(\.isJSONBlank) || found.reader.hasRest
    let surroundings: [JSONRepair] = isFenced ? [.fence] : hasWords ? [.surroundings] : []
    self.init(value, surroundings + found.reader.repairs)
  }

  init(_ value: JSONValue, _ repairs: [JSONRepair]) {
    self.value = value
    self.repairs = repairs
  }

  private struct Found {
    var start: Int
    /// The value as JSON; nil if the text is certainly meant as JSON and cannot be read.
    var written: [UInt8]?
    var reader: LenientJSONReader
  }

  /// Returns the first acceptable value at or after a position.
  ///
  /// A bracket in the surrounding words may not start a value, so up to 64 brackets are tried.
  private static func value(
    in bytes: [UInt8], from index: Int, accepts: (LenientJSONReader) -> Bool
  ) -> Found? {
    var index = index
    for _ in 0..<64 {
      guard let start = bytes[index...].firstIndex(where: { $0.opensJSON }) else { return nil }
      var reader = LenientJSONReader(bytes, from: start)
      let written = reader.read()
      if written != nil || reader.isSurelyJSON, accepts(reader) {
        return Found(start: start, written: written, reader: reader)
      }
      index = max(reader.at, start + 1)
    }
    return nil
  }

  /// Returns the position of a code fence that contains a value, and that of the value.
  private static func fence(in bytes: [UInt8]) -> (ticks: Int, body: Int)? {
    let mark = Array("```".utf8)
    var index = 0
    while let ticks = bytes[index...].firstIndex(of: mark[0]) {
      guard bytes[ticks...].starts(with: mark) else {
        index = ticks + 1
        continue
      }
      let body = bytes[(ticks + 3)...].firstIndex(where: { $0.opensJSON })
      guard let body else { return nil }
      if bytes[(ticks + 3)..<body].allSatisfy({ $0.isJSONBlank || $0.isJSONLetter }) {
        return (ticks, body)
      }
      index = ticks + 3
    }
    return nil
  }
}

/// A mistake that models make when they write JSON, which ``RepairedJSON`` corrects.
public enum JSONRepair: String, Sendable, Hashable, CaseIterable {
  /// Words before or after the value.
  case surroundings
  /// A Markdown code fence around the value.
  case fence = "code fence"
  /// Comments: `// …`, `/* … */` or `# …`.
  case comment
  /// A comma before a closing bracket, or two commas in a row.
  case extraComma = "extra comma"
  /// A missing comma between two members or elements.
  case missingComma = "missing comma"
  /// A string in single or typographic quotation marks.
  case quotes
  /// An unescaped quotation mark inside a string.
  case innerQuotes = "inner quotes"
  /// A member's name without quotation marks.
  case bareName = "bare name"
  /// A literal of another language, such as `None`, instead of true, false or null.
  case foreignWord = "foreign word"
  /// A number in a form that JSON does not have, such as `+5` or `.5`.
  case number
  /// An unescaped line break or other control character in a string.
  case rawControl = "raw control character"
  /// A backslash that forms no valid escape.
  case badEscape = "bad escape"
  /// A text that ended before the value did.
  case cut
}

extension UInt8 {
  /// Whether the byte opens an object or a list.
  var opensJSON: Bool { self == UInt8(ascii: "{") || self == UInt8(ascii: "[") }

  /// Whether the byte can follow a JSON string, apart from whitespace: as structure, or as the quotation mark
  /// of the next string if a comma is missing, a comment, the end of a code fence, or the bracket of a closing
  /// tag.
  package var followsJSONString: Bool { ",}]:\"'/#`[".utf8.contains(self) }

  var isJSONBlank: Bool { self == 0x20 || self == 0x0a || self == 0x0d || self == 0x09 }

  package var isJSONLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || self == UInt8(ascii: "_")
  }
}
