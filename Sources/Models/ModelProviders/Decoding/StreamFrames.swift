import Documents
import LanguageModels
import StreamParsing

/// How the values of a stream are delimited.
public enum StreamFraming: Sendable {
  /// As the data of server-sent events.
  case events
  /// As one value per line.
  case lines

  /// The content types of such a stream, the usual one first.
  package var mediaTypes: [String] {
    switch self {
    case .events: ["text/event-stream"]
    case .lines: ["application/x-ndjson", "application/jsonl", "application/json"]
    }
  }
}

/// A value of a stream.
struct StreamFrame {
  /// The bytes of the value. Release them before more are appended.
  var data: ArraySlice<UInt8>
  /// Whether the server calls it an error, whatever is in it.
  var isError = false
}

/// Splits a stream into the bytes of its values.
///
/// A body that begins as JSON does, in a protocol of events, is one value or one per line: some servers do not stream,
/// or answer a request for events with lines.
struct StreamFrames {
  struct FrameTooLarge: Error {
    var limit: Int
  }

  /// The most bytes of a body that is read as a whole.
  private static let wholeLimit = 16 << 20

  private let framing: StreamFraming
  private var events = ServerSentEventParser()
  private var lines = NewlineDelimitedParser()
  /// The bytes of a body that is read as a whole; nil for a stream.
  private var whole: [UInt8]?
  private var isAtStart = true

  init(_ framing: StreamFraming) {
    self.framing = framing
  }

  mutating func append(_ bytes: [UInt8]) {
    if isAtStart { recognise(bytes) }
    if whole != nil {
      whole?.append(contentsOf: bytes)
    } else {
      switch framing {
      case .events: events.append(bytes)
      case .lines: lines.append(bytes)
      }
    }
  }

  private mutating func recognise(_ bytes: [UInt8]) {
    guard let first = bytes.first(where: { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }) else { return }
    isAtStart = false
    guard case .events = framing, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      return
    }
    whole = []
  }

  /// Returns the next value; nil if more bytes are needed.
  mutating func next() throws(FrameTooLarge) -> StreamFrame? {
    guard whole == nil else {
      guard whole?.count ?? 0 <= Self.wholeLimit else {
        throw FrameTooLarge(limit: Self.wholeLimit)
      }
      return nil
    }
    switch framing {
    case .events:
      do throws(ServerSentEventParser.EventTooLarge) {
        return try events.next().map { StreamFrame($0) }
      } catch {
        throw FrameTooLarge(limit: error.limit)
      }
    case .lines:
      do throws(NewlineDelimitedParser.LineTooLarge) {
        return try lines.next().map { StreamFrame(data: $0) }
      } catch {
        throw FrameTooLarge(limit: error.limit)
      }
    }
  }

  /// Returns whether a body that starts with some bytes is neither a stream nor JSON.
  func isForeign(_ opening: [UInt8]) -> Bool {
    whole == nil && MediaType.isStartOfEvents(opening) == false
      && MediaType.isStartOfLines(opening) == false
  }

  /// Returns the values left at the end of a body: the last event without a blank line after it, the last line without a
  /// line end, or all of a body that was not streamed.
  mutating func finish() -> [StreamFrame] {
    if let whole { return Self.values(of: whole) }
    switch framing {
    case .events: return events.finish().map { [StreamFrame($0)] } ?? []
    case .lines: return lines.finish().map { [StreamFrame(data: $0)] } ?? []
    }
  }

  /// Returns the value of a body, the elements of a list of events, or the values of its lines.
  private static func values(of body: [UInt8]) -> [StreamFrame] {
    let elements = JSONIndex.elementRanges(of: [], in: body[...])
    if !elements.isEmpty { return elements.map { StreamFrame(data: body[$0]) } }
    var index = JSONIndex()
    guard (try? index.read(body.span)) == nil else { return [StreamFrame(data: body[...])] }
    let lines = body.split { $0 == 0x0a || $0 == 0x0d }
    let isLines = lines.count > 1 && lines.allSatisfy { (try? index.read($0.span)) != nil }
    return isLines ? lines.map { StreamFrame(data: $0) } : [StreamFrame(data: body[...])]
  }
}

extension StreamFrame {
  fileprivate init(_ event: ServerSentEvent) {
    self.init(data: event.data, isError: event.isNamed("error"))
  }
}
