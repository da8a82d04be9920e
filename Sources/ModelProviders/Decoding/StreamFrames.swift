import LanguageModels
import StreamParsing

/// How the values of a stream are set apart.
enum StreamFraming: Sendable {
  /// As server-sent events.
  case events
  /// One a line.
  case lines

  /// The content types under which such a stream arrives.
  var mediaTypes: [String] {
    switch self {
    case .events: ["text/event-stream"]
    case .lines: ["application/x-ndjson", "application/jsonl", "application/json"]
    }
  }
}

/// Cuts a stream into the bytes of its values, whichever way they are set apart.
struct StreamFrames {
  struct FrameTooLarge: Error {
    var limit: Int
  }

  private let framing: StreamFraming
  private var events = ServerSentEventParser()
  private var lines = NewlineDelimitedParser()

  init(_ framing: StreamFraming) {
    self.framing = framing
  }

  mutating func append(_ bytes: [UInt8]) {
    switch framing {
    case .events: events.append(bytes)
    case .lines: lines.append(bytes)
    }
  }

  /// The next value's bytes. Let go of them before more are appended.
  mutating func next() throws(FrameTooLarge) -> ArraySlice<UInt8>? {
    switch framing {
    case .events:
      do throws(ServerSentEventParser.EventTooLarge) { return try events.next()?.data } catch {
        throw FrameTooLarge(limit: error.limit)
      }
    case .lines:
      do throws(NewlineDelimitedParser.LineTooLarge) { return try lines.next() } catch {
        throw FrameTooLarge(limit: error.limit)
      }
    }
  }

  /// A last line that has no end; an event without its end is none, as the standard says.
  mutating func finish() -> ArraySlice<UInt8>? {
    switch framing {
    case .events: nil
    case .lines: lines.finish()
    }
  }
}
