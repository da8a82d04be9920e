/// Parses a `text/event-stream` (WHATWG HTML, "Server-sent events") from bytes in arbitrary chunks.
///
/// It works on bytes throughout: in Swift a CRLF is one `Character`, and a colon followed by a joiner is not a colon,
/// so a parser on `String` misreads real streams. Append bytes, then take events one by one. The data of an event
/// with a single `data` line is never copied.
public struct ServerSentEventParser: Sendable {
  /// An event exceeds the parser's limit.
  public struct EventTooLarge: Error, Sendable, Hashable {
    /// The limit in bytes.
    public let limit: Int
  }

  private let limit: Int
  private var bytes: [UInt8] = []
  /// Where the unfinished event starts; everything before it has been consumed.
  private var eventStart = 0
  private var lineStart = 0
  /// The unfinished line is known to contain no line end before this index.
  private var scanned = 0
  private var afterCarriageReturn = false
  private var isAtStart = true

  /// The data of an event. Most events have one `data` line, which stays in the buffer.
  private enum Payload {
    case none
    case line(Range<Int>)
    case joined([UInt8])
  }

  private var payload = Payload.none
  private var name: Range<Int>?
  /// The last `id` of the stream, which may have arrived with an earlier event; nil if there was none.
  public private(set) var lastEventID: String?

  /// Creates a parser that buffers at most `limit` bytes of one event, 16 MiB by default.
  public init(limit: Int = 16 << 20) {
    self.limit = limit
  }

  /// Appends the next bytes of the stream.
  public mutating func append(_ more: [UInt8]) {
    dropFinished()
    // The buffer is usually empty, and the new bytes need not be copied.
    if bytes.isEmpty { bytes = more } else { bytes += more }
  }

  /// Returns the next complete event, or nil if more bytes are needed.
  public mutating func next() throws(EventTooLarge) -> ServerSentEvent? {
    while let line = try nextLine() {
      guard line.isEmpty else {
        read(line)
        // Comments may arrive for hours without an event that would release them.
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

  /// Appends the next bytes and returns the events that they complete.
  public mutating func feed(_ more: some Collection<UInt8>) throws(EventTooLarge)
    -> [ServerSentEvent]
  {
    append(Array(more))
    var events: [ServerSentEvent] = []
    while let event = try next() { events.append(event) }
    return events
  }

  /// Returns the last event of a body that has ended, if no blank line follows it.
  ///
  /// The standard discards such an event, since it may be incomplete. A reader that can tell, because the data is JSON, may
  /// use it: many servers leave out the last blank line.
  public mutating func finish() -> ServerSentEvent? {
    if lineStart < bytes.count {
      read(lineStart..<bytes.count)
      lineStart = bytes.count
      scanned = lineStart
    }
    defer {
      payload = .none
      name = nil
    }
    return completeEvent()
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

  /// Returns the next line without its line end, or nil if it is incomplete.
  private mutating func nextLine() throws(EventTooLarge) -> Range<Int>? {
    if afterCarriageReturn, lineStart < bytes.count {
      // The LF of a CRLF is not a line of its own.
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

    /// Nil for `retry`, because the parser does not reconnect, and for fields that the standard does not define.
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
