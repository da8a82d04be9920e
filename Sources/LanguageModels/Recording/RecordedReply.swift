public import Conversations

/// One line of a recording: a request's digest and the reply to it, piece by piece.
public struct RecordedReply: Sendable, Hashable {
  /// The digest of the request, see ``ModelRequest/digest``.
  public var request: String
  /// What the call was for, for readers.
  public var label: String?
  /// What the provider said when it began.
  public var start: ModelStart
  /// The pieces of text as they arrived.
  public var deltas: [String]
  /// What the call consumed.
  public var usage: TokenUsage?
  /// What the provider warned of.
  public var warnings: [String]
  /// Why it ended.
  public var finish: FinishReason
  /// How long the first piece and the whole reply took when they were recorded, in milliseconds.
  /// Kept for the record: a replay never passes it off as measured.
  public var firstPieceMilliseconds: Int?
  /// How long the whole reply took when it was recorded, in milliseconds.
  public var totalMilliseconds: Int?

  /// The events of the reply, as they were when it was recorded.
  public var events: [ModelEvent] {
    var events = [ModelEvent].reply(deltas, start: start, usage: usage, finish: finish)
    events.insert(contentsOf: warnings.map { .warning($0) }, at: events.count - 1)
    return events
  }

  /// The reply as a line of the file.
  public var text: String { json.text() }

  private var json: JSONValue {
    var object: JSONObject = ["request": .string(request)]
    object["label"] = label.map { .string($0) }
    object["id"] = start.id.map { .string($0) }
    object["model"] = start.model.map { .string($0) }
    object["deltas"] = .array(deltas.map { .string($0) })
    if let usage {
      object["usage"] = [
        "input": .optional(usage.input), "cached_input": .optional(usage.cachedInput),
        "output": .optional(usage.output),
      ]
    }
    if !warnings.isEmpty { object["warnings"] = .array(warnings.map { .string($0) }) }
    object["finish"] = .string(finish.word)
    if let firstPieceMilliseconds, let totalMilliseconds {
      object["recorded_timing"] = [
        "first_ms": .integer(firstPieceMilliseconds), "total_ms": .integer(totalMilliseconds),
      ]
    }
    return .object(object)
  }

  init(
    request: String, label: String?, start: ModelStart, deltas: [String], usage: TokenUsage?,
    warnings: [String], finish: FinishReason, firstPieceMilliseconds: Int?,
    totalMilliseconds: Int?
  ) {
    self.request = request
    self.label = label
    self.start = start
    self.deltas = deltas
    self.usage = usage
    self.warnings = warnings
    self.finish = finish
    self.firstPieceMilliseconds = firstPieceMilliseconds
    self.totalMilliseconds = totalMilliseconds
  }

  init?(_ json: JSONValue) {
    guard let request = json["request"]?.string, let deltas = json["deltas"]?.array,
      let finish = json["finish"]?.string
    else { return nil }
    self.init(
      request: request, label: json["label"]?.string,
      start: ModelStart(id: json["id"]?.string, model: json["model"]?.string),
      deltas: deltas.compactMap(\.string),
      usage: json["usage"].map { usage in
        TokenUsage(
          input: TokenUsage.count(usage["input"]),
          cachedInput: TokenUsage.count(usage["cached_input"]),
          output: TokenUsage.count(usage["output"]))
      },
      warnings: json["warnings"]?.array?.compactMap(\.string) ?? [],
      finish: FinishReason(word: finish),
      firstPieceMilliseconds: json["recorded_timing"]?["first_ms"]?.integer,
      totalMilliseconds: json["recorded_timing"]?["total_ms"]?.integer)
  }
}

extension JSONValue {
  /// The number, or null.
  fileprivate static func optional(_ number: Int?) -> JSONValue {
    number.map { .integer($0) } ?? .null
  }
}
