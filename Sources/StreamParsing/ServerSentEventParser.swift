/// Reads a `text/event-stream` (WHATWG HTML, "Server-sent events") from bytes in any split.
///
/// Works on bytes throughout: in Swift a CRLF is one `Character`, and a colon followed by a joiner
/// is not a colon, so a parser on `String` gets real streams wrong. Bytes are appended, then events
/// taken one by one; the data of an event that has one line is never copied.
public struct ServerSentEventParser: Sendable {
  /// The stream holds an event larger than the parser agreed to keep.
  public struct EventTooLarge: Error, Sendable, Hashable {
    /// The limit that was passed, in bytes.
    public let limit: Int
  }

  private let limit: Int
  private var bytes: [UInt8] = []
  /// Where the unfinished event begins: what lies before it is done with.
  private var eventStart = 0
  private var lineStart = 0
  /// Up to here there is no line end in the unfinished line.
  private var scanned = 0
  private var afterCarriageReturn = false
  private var isAtStart = true

  /// The data of an event: most have one line, which stays where it is.
  private enum Payload {
    case none
    case line(Range<Int>)
    case joined([UInt8])
  }

  private var payload = Payload.none
  private var name: Range<Int>?
  /// The last `id` seen on the stream, which may have come with an earlier event.
  public private(set) var lastEventID: String?

  /// Creates a parser that keeps at most `limit` bytes of an unfinished event.
  public init(limit: Int = 16 << 20) {
    self.limit = limit
  }

  /// Adds the next bytes of the stream.
  public mutating func append(_ more: [UInt8]) {
    dropFinished()
    // Mostly nothing is left, and the new bytes need not be copied.
    if bytes.isEmpty { bytes = more } else { bytes += more }
  }

  /// The next complete event, or nil when more bytes are needed for one.
  public mutating func next() throws(EventTooLarge) -> ServerSentEvent? {
    while let line = try nextLine() {
      guard line.isEmpty else {
        read(line)
        // Comments may come for hours without an event that would end them.
        if isBetweenEvents { eventStart = lineStart }
        continue
      }
      let event = completeEvent()
      eventStart = lineStart
      payload = .none
      name = nil
      if let event { return event }
    }
    return nil
  }

  /// Takes the next bytes and returns the events that they complete.
  public mutating func feed(_ more: some Collection<UInt8>) throws(EventTooLarge)
    -> [ServerSentEvent]
  {
    append(Array(more))
    var events: [ServerSentEvent] = []
    while let event = try next() { events.append(event) }
    return events
  }

  private mutating func dropFinished() {
    guard eventStart > 0 else { return }
    let dropped = eventStart
    if dropped == bytes.count { bytes = [] } else { bytes.removeFirst(dropped) }
    eventStart = 0
    lineStart -= dropped
    scanned -= dropped
    name = name.map { $0.lowerBound - dropped..<$0.upperBound - dropped }
    if case .line(let range) = payload {
      payload = .line(range.lowerBound - dropped..<range.upperBound - dropped)
    }
  }

  /// The next line without its end, or nil when it is not whole yet.
  private mutating func nextLine() throws(EventTooLarge) -> Range<Int>? {
    if afterCarriageReturn, lineStart < bytes.count {
      // The second half of a CRLF is no line of its own.
      if bytes[lineStart] == UInt8(ascii: "\n") { lineStart += 1 }
      if isBetweenEvents { eventStart = lineStart }
      scanned = lineStart
      afterCarriageReturn = false
    }
    guard let end = lineEnd() else {
      guard bytes.count - eventStart <= limit else { throw EventTooLarge(limit: limit) }
      return nil
    }
    guard end - eventStart <= limit else { throw EventTooLarge(limit: limit) }
    afterCarriageReturn = bytes[end] == UInt8(ascii: "\r")
    var line = lineStart..<end
    lineStart = end + 1
    scanned = lineStart
    if isAtStart {
      isAtStart = false
      if bytes[line].starts(with: [0xef, 0xbb, 0xbf]) { line = line.lowerBound + 3..<end }
    }
    return line
  }

  private var isBetweenEvents: Bool {
    if case .none = payload { name == nil } else { false }
  }

  private mutating func lineEnd() -> Int? {
    let end = bytes[scanned...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    if end == nil { scanned = bytes.count }
    return end
  }

  private mutating func read(_ line: Range<Int>) {
    let colon = bytes[line].firstIndex(of: UInt8(ascii: ":"))
    if colon == line.lowerBound { return }
    var value = (colon.map { $0 + 1 } ?? line.upperBound)..<line.upperBound
    if let first = bytes[value].first, first == UInt8(ascii: " ") {
      value = value.lowerBound + 1..<value.upperBound
    }
    switch Field(bytes[line.lowerBound..<(colon ?? line.upperBound)]) {
    case .data: add(value)
    case .event: name = value
    case .id:
      let id = bytes[value]
      if !id.contains(0) { lastEventID = String(decoding: id, as: UTF8.self) }
    case nil: break
    }
  }

  private mutating func add(_ value: Range<Int>) {
    switch payload {
    case .none: payload = .line(value)
    case .line(let first):
      payload = .joined(bytes[first] + [UInt8(ascii: "\n")] + bytes[value])
    case .joined(var lines):
      payload = .none
      lines.append(UInt8(ascii: "\n"))
      lines += bytes[value]
      payload = .joined(lines)
    }
  }

  private func completeEvent() -> ServerSentEvent? {
    let data: ArraySlice<UInt8>
    switch payload {
    case .none: return nil
    case .line(let range): data = bytes[range]
    case .joined(let lines): data = lines[...]
    }
    return ServerSentEvent(name: name.map { bytes[$0] } ?? [], data: data, id: lastEventID)
  }

  private enum Field {
    case data, event, id

    /// Nil for `retry`, since nobody reconnects here, and for what the standard does not name.
    init?(_ name: ArraySlice<UInt8>) {
      if name.elementsEqual("data".utf8) {
        self = .data
      } else if name.elementsEqual("event".utf8) {
        self = .event
      } else if name.elementsEqual("id".utf8) {
        self = .id
      } else {
        return nil
      }
    }
  }
}
