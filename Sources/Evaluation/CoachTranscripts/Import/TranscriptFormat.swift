import Documents

/// The formats of conversations that can be imported.
public enum TranscriptFormat: String, Sendable, Hashable, CaseIterable {
  /// JSON Lines, with a chat or a message on each line.
  case jsonl
  /// A table (CSV) with one message per row.
  case csv
  /// A JSON document in the form of OpenAI's APIs, or one modelled on them.
  case openai
  /// A JSON document in the form of Anthropic's Messages API.
  case anthropic
  /// Traces, sessions or observations of Langfuse as JSON; as JSON Lines they are recognised, too.
  case langfuse
  /// Runs or a data set of LangSmith, as JSON, JSON Lines or a table; they are recognised, too.
  case langsmith
  /// A log of Inspect as JSON.
  case inspect
  /// Conversations that ChatGPT exported (`conversations.json`).
  case chatgpt
  /// Text in ChatML, with a chat or several.
  case chatml
  /// The log of this package's server at the level `debug`, which has the exchanges of turns.
  case log
  /// A transcript in CoachKit's own YAML format.
  case coachkit
}

extension TranscriptFormat {
  /// Returns the format of a file, judged by its file name and its first bytes, or `nil` if none fits.
  ///
  /// A JSON document counts as ``openai``: one of Anthropic's is read in the same way.
  static func detect(_ path: String, content: ArraySlice<UInt8>) -> TranscriptFormat? {
    let name = path.lowercased()
    if name.hasSuffix(".yaml") || name.hasSuffix(".yml") { return .coachkit }
    if name.hasSuffix(".csv") || name.hasSuffix(".tsv") { return .csv }
    if name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson") { return .jsonl }
    if ChatMLReader.isChatML(content) { return .chatml }
    guard let start = content.first(where: { !$0.isJSONSpace }) else { return nil }
    if start == UInt8(ascii: "{") || start == UInt8(ascii: "[") {
      return holdsOneValue(content) ? .openai : .jsonl
    }
    if name.hasSuffix(".json") { return .openai }
    return CSVParser.separator(of: content) == nil ? nil : .csv
  }

  /// Returns whether a JSON text is one document, rather than one value per line.
  ///
  /// It is one document if nothing follows the first line, or if that line is not a complete value. A line that ends
  /// like an object, before another that begins like one, counts as complete even if it is invalid.
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
  /// Whether it is whitespace in JSON.
  package var isJSONSpace: Bool { self == 0x20 || self == 0x0a || self == 0x0d || self == 0x09 }
}
