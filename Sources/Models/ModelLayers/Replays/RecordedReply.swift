import CoachModel
import Documents
public import LanguageModels

/// A line of a recording: the digest of a request and the events of the reply to it.
public struct RecordedReply: Sendable, Hashable {
  /// The digest of the request as hexadecimal text; see ``ModelRequest/digest``.
  public var request: String
  /// The label of the request, for readers.
  public var label: String?
  /// The request without secrets, so that an unrecorded request can be compared with it; nil in recordings that
  /// do not keep requests.
  public var asked: RecordedRequest?
  /// The events of the reply in order.
  public var events: [ModelEvent]
  /// The time until the first content, in milliseconds; nil if it was not measured.
  ///
  /// Kept for information: a replay never reports it as measured.
  public var timeToFirstTokenMilliseconds: Int?
  /// The time until the end of the reply, in milliseconds; nil if it was not measured.
  public var totalMilliseconds: Int?

  /// Returns the line's JSON; long texts that several requests share are stored once, in `texts`.
  func json(sharing texts: inout SharedTexts) -> JSONValue {
    var object: JSONObject = ["request": .string(request)]
    object["label"] = label.map { .string($0) }
    object["asked"] = asked.map { texts.fold($0.form) }
    if let plain = PlainReply(events) {
      for (name, value) in plain.json { object[name] = value }
    } else {
      object["events"] = .array(events.map(\.json))
    }
    if let timeToFirstTokenMilliseconds, let totalMilliseconds {
      object["recorded_timing"] = [
        "first_ms": .integer(timeToFirstTokenMilliseconds), "total_ms": .integer(totalMilliseconds),
      ]
    }
    return .object(object)
  }

  init(
    request: String, label: String?, asked: RecordedRequest?, events: [ModelEvent],
    timeToFirstTokenMilliseconds: Int?, totalMilliseconds: Int?
  ) {
    self.request = request
    self.label = label
    self.asked = asked
    self.events = events
    self.timeToFirstTokenMilliseconds = timeToFirstTokenMilliseconds
    self.totalMilliseconds = totalMilliseconds
  }

  init?(_ json: JSONValue, sharing texts: SharedTexts) {
    guard let request = json["request"]?.string else { return nil }
    let events: [ModelEvent]
    if let list = json["events"]?.array {
      events = list.compactMap { ModelEvent($0) }
      guard events.count == list.count else { return nil }
    } else {
      guard let plain = PlainReply(json) else { return nil }
      events = plain.events
    }
    self.init(
      request: request, label: json["label"]?.string,
      asked: json["asked"].map { RecordedRequest(texts.unfold($0)) }, events: events,
      timeToFirstTokenMilliseconds: json["recorded_timing"]?["first_ms"]?.integer,
      totalMilliseconds: json["recorded_timing"]?["total_ms"]?.integer)
  }
}

/// The short form of a reply that consists only of text, as most do: a list of its deltas.
private struct PlainReply {
  private var start: ModelStart
  private var deltas: [String]
  private var usage: TokenUsage?
  private var warnings: [String]
  private var finish: FinishReason

  var events: [ModelEvent] {
    var events = [ModelEvent].reply(deltas, start: start, usage: usage, finish: finish)
    events.insert(contentsOf: warnings.map { .warning($0) }, at: events.count - 1)
    return events
  }

  var json: JSONObject {
    var object: JSONObject = [:]
    object["id"] = start.id.map { .string($0) }
    object["model"] = start.model.map { .string($0) }
    object["request_id"] = start.requestID.map { .string($0) }
    object["wire"] = start.wire.map { .string($0.rawValue) }
    object["deltas"] = .array(deltas.map { .string($0) })
    object["usage"] = usage?.json
    if !warnings.isEmpty { object["warnings"] = .array(warnings.map { .string($0) }) }
    object["finish"] = .string(finish.word)
    return object
  }

  /// Returns nil if the short form would not restore the same events.
  init?(_ events: [ModelEvent]) {
    let reply = events.reduce(into: ModelReply()) { $0.add($1) }
    guard let finish = reply.finish, !reply.start.isCached else { return nil }
    self.finish = finish
    start = reply.start
    deltas = events.compactMap(\.text)
    usage = reply.usage
    warnings = reply.warnings
    if self.events != events { return nil }
  }

  init?(_ json: JSONValue) {
    guard let deltas = json["deltas"]?.array, let finish = json["finish"]?.string else {
      return nil
    }
    start = ModelStart(
      id: json["id"]?.string, model: json["model"]?.string,
      requestID: json["request_id"]?.string,
      wire: json["wire"]?.string.map(WireProtocol.init(rawValue:)))
    self.deltas = deltas.compactMap(\.string)
    usage = json["usage"].map { TokenUsage($0) }
    warnings = json["warnings"]?.array?.compactMap(\.string) ?? []
    self.finish = FinishReason(word: finish)
  }
}
