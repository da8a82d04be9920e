public import Conversations

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
    let bytes = Array(text.utf8)
    if let value = try? JSONValue(parsing: bytes) {
      self.value = value
      repairs = []
      return
    }
    let starts = Self.starts(in: bytes)
    for start in starts {
      var reader = LenientJSONReader(bytes, from: start.at)
      guard let written = reader.read(), let value = try? JSONValue(parsing: written) else {
        continue
      }
      self.value = value
      let hasWords = !bytes[..<start.outer].allSatisfy(\.isJSONBlank) || reader.hasRest
      let surroundings: [JSONRepair] =
        start.isFenced ? [.fence] : hasWords ? [.surroundings] : []
      repairs = surroundings + reader.repairs
      return
    }
    return nil
  }

  /// Where a value may begin: after the opening of a code fence, then at the first brace or bracket.
  private static func starts(in bytes: [UInt8]) -> [(at: Int, outer: Int, isFenced: Bool)] {
    func isOpening(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
    }
    var starts: [(at: Int, outer: Int, isFenced: Bool)] = []
    let fence = Array("```".utf8)
    if let ticks = bytes.indices.first(where: { bytes[$0...].starts(with: fence) }) {
      let body = bytes[(ticks + 3)...]
      if let at = body.firstIndex(where: isOpening),
        body[..<at].allSatisfy({ $0.isJSONBlank || $0.isJSONLetter })
      {
        starts.append((at, ticks, true))
      }
    }
    // A bracket in the words before it may be no value at all, so the next ones are tried, too.
    starts += bytes.indices.lazy.filter { isOpening(bytes[$0]) }.prefix(16).map {
      ($0, $0, false)
    }
    return starts
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
  /// A name stood without quotes.
  case bareName = "bare name"
  /// A word of another language stood for true, false or null.
  case foreignWord = "foreign word"
  /// A line break or another control character stood in a string as it is.
  case rawControl = "raw control character"
  /// A backslash stood before something that needs none.
  case badEscape = "bad escape"
  /// The text ended before the value did.
  case cut
}

extension UInt8 {
  var isJSONBlank: Bool { self == 0x20 || self == 0x0a || self == 0x0d || self == 0x09 }

  var isJSONLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || self == UInt8(ascii: "_")
  }
}
