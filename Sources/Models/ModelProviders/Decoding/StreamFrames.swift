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

/// Splits a stream into the bytes of its values.
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

  /// Returns the next value's bytes. Release them before appending more.
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

  /// Returns a last line without a line end. An incomplete event is discarded, as the standard requires.
  mutating func finish() -> ArraySlice<UInt8>? {
    switch framing {
    case .events: nil
    case .lines: lines.finish()
    }
  }
}
