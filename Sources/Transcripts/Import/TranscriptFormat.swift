import JSON

/// The forms in which conversations come.
public enum TranscriptFormat: String, Sendable, Hashable, CaseIterable {
  /// JSON Lines: a chat or a message on each line.
  case jsonl
  /// A table with a message in each row.
  case csv
  /// A JSON document as OpenAI's interfaces take and give them, and what is modelled on them.
  case openai
  /// A JSON document as Anthropic's Messages interface takes and gives them.
  case anthropic
  /// A transcript of ours.
  case coachkit
}

extension TranscriptFormat {
  /// The format of a file, judged by its first bytes and the end of its name; nil when nothing fits.
  ///
  /// Whether a JSON document is OpenAI's or Anthropic's makes no difference to how it is read.
  static func detect(_ path: String, _ content: ArraySlice<UInt8>) -> TranscriptFormat? {
    let name = path.lowercased()
    if name.hasSuffix(".yaml") || name.hasSuffix(".yml") { return .coachkit }
    if name.hasSuffix(".csv") || name.hasSuffix(".tsv") { return .csv }
    if name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson") { return .jsonl }
    guard let start = content.first(where: { !$0.isJSONSpace }) else { return nil }
    if start == UInt8(ascii: "{") || start == UInt8(ascii: "[") {
      return holdsOneValue(content) ? .openai : .jsonl
    }
    if name.hasSuffix(".json") { return .openai }
    return CSVParser.separator(of: content) == nil ? nil : .csv
  }

  /// Whether a JSON text is one document, and not one value a line.
  ///
  /// It is when nothing follows the first line, or when that line is no whole value. A line that begins and
  /// ends like an object, before another that begins like one, counts as whole even when it is broken.
  private static func holdsOneValue(_ content: ArraySlice<UInt8>) -> Bool {
    let text = content.drop(while: \.isJSONSpace)
    let line = text.prefix { $0 != UInt8(ascii: "\n") }
    let rest = text[line.endIndex...].drop(while: \.isJSONSpace)
    guard let next = rest.first else { return true }
    let opens: (UInt8) -> Bool = { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }
    let closes = line.last { !$0.isJSONSpace } == UInt8(ascii: "}") && line.count > 1
    if closes && opens(next) { return false }
    return (try? JSONValue(parsing: line)) == nil
  }
}

extension UInt8 {
  /// Whether it is white space of JSON.
  package var isJSONSpace: Bool { self == 0x20 || self == 0x0a || self == 0x0d || self == 0x09 }
}
