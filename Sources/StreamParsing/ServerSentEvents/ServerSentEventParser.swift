/// Reads a `text/event-stream` (WHATWG HTML, "Server-sent events") from bytes in any split.
///
/// Works on bytes throughout: in Swift a CRLF is one `Character`, and a colon followed by a joiner
/// is not a colon, so a parser on `String` gets real streams wrong.
public struct ServerSentEventParser: Sendable {
  /// The stream holds an event larger than the parser agreed to keep.
  public struct EventTooLarge: Error, Sendable, Hashable {
    /// The limit that was passed, in bytes.
    public let limit: Int
  }

  private let limit: Int
  private var line: [UInt8] = []
  private var data: [UInt8] = []
  private var hasData = false
  private var name = ""
  private var id: String?
  private var afterCarriageReturn = false
  private var isAtStart = true

  /// Creates a parser that keeps at most `limit` bytes of an unfinished event.
  public init(limit: Int = 16 << 20) {
    self.limit = limit
  }

  /// Takes the next bytes and returns the events that they complete.
  public mutating func feed(_ bytes: some Sequence<UInt8>) throws(EventTooLarge)
    -> [ServerSentEvent]
  {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\n") where afterCarriageReturn:
        afterCarriageReturn = false
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        afterCarriageReturn = byte == UInt8(ascii: "\r")
        endLine(&events)
      default:
        afterCarriageReturn = false
        line.append(byte)
        guard line.count + data.count <= limit else { throw EventTooLarge(limit: limit) }
      }
    }
    return events
  }

  private mutating func endLine(_ events: inout [ServerSentEvent]) {
    defer { line.removeAll(keepingCapacity: true) }
    if isAtStart {
      isAtStart = false
      if line.starts(with: [0xef, 0xbb, 0xbf]) { line.removeFirst(3) }
    }
    guard !line.isEmpty else {
      dispatch(&events)
      return
    }
    let colon = line.firstIndex(of: UInt8(ascii: ":"))
    if colon == 0 { return }
    let field = line[..<(colon ?? line.count)]
    var value = line[(colon.map { $0 + 1 } ?? line.count)...]
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    if field.elementsEqual("data".utf8) {
      if hasData { data.append(UInt8(ascii: "\n")) }
      data.append(contentsOf: value)
      hasData = true
    } else if field.elementsEqual("event".utf8) {
      name = String(decoding: value, as: UTF8.self)
    } else if field.elementsEqual("id".utf8), !value.contains(0) {
      id = String(decoding: value, as: UTF8.self)
    }
  }

  private mutating func dispatch(_ events: inout [ServerSentEvent]) {
    defer {
      data = []
      hasData = false
      name = ""
    }
    guard hasData else { return }
    events.append(ServerSentEvent(name: name.isEmpty ? "message" : name, data: data, id: id))
  }
}
