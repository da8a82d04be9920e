/// The bytes between a signal and its payload: whitespace, a colon, closing marks, the opening of a code fence.
struct PayloadLead {
  /// The maximum whitespace in bytes before a payload; after more, no payload is expected.
  static let maximumBlanks = 256

  /// The index of the payload's brace; nil if no payload follows.
  var payload: Int?
  /// The backticks before the payload: none, one, or three of a fence.
  var ticks = 0
  /// Whether the tag's wrapper closes before the payload.
  var isWrapperClosed: Bool
  /// Where the text continues if there is no payload.
  var end: Int

  /// Reads the bytes after a signal; nil if more bytes are needed to decide.
  init?(_ bytes: [UInt8], at place: Int, wrapper: TagWrapper, isEnd: Bool) {
    isWrapperClosed = wrapper.isEmpty
    end = place
    guard close(wrapper, in: bytes, at: place) || isEnd else { return nil }
    let text = (end, isWrapperClosed)
    var next = bytes.skippingBlanks(from: end)
    if next < bytes.count, bytes[next] == UInt8(ascii: ":") {
      end = next + 1
      let isDecided = close(wrapper, in: bytes, at: end)
      next = bytes.skippingBlanks(from: end)
      guard isDecided || isEnd else { return nil }
    }
    // Marks after a colon belong to the tag only if a payload follows.
    defer { if payload == nil, next < bytes.count { (end, isWrapperClosed) = text } }
    guard next - place <= Self.maximumBlanks + wrapper.opening.count else { return }
    guard next < bytes.count else {
      guard isEnd else { return nil }
      // A colon at the end of a truncated reply is not text; whitespace is.
      if end == text.0 { return }
      end = next
      return
    }
    switch bytes[next] {
    case UInt8(ascii: "{"): payload = next
    case UInt8(ascii: "`"):
      guard !readTicks(bytes, at: next) else { break }
      guard isEnd else { return nil }
      // Neither is an unfinished opening of a fence.
      next = bytes.count
      end = next
    default: break
    }
  }

  /// Skips the closing marks if they are present; false if more bytes are needed to decide.
  private mutating func close(_ wrapper: TagWrapper, in bytes: [UInt8], at place: Int) -> Bool {
    guard !isWrapperClosed else { return true }
    switch wrapper.closing(in: bytes, at: place) {
    case .none: return true
    case .unfinished: return false
    case .found(let closed):
      isWrapperClosed = true
      end = closed
      return true
    }
  }

  private mutating func readTicks(_ bytes: [UInt8], at place: Int) -> Bool {
    guard place + 1 < bytes.count else { return false }
    if bytes[place + 1] == UInt8(ascii: "{") {
      payload = place + 1
      ticks = 1
      return true
    }
    switch TagWrapper.fenceStart(in: bytes, at: place, needsLineEnd: false) {
    case .unfinished: return false
    case .none: return true
    case .found(let body):
      guard bytes[body] == UInt8(ascii: "{") else { return true }
      payload = body
      ticks = 3
      return true
    }
  }

  /// Matches a payload that is separated from its tag: an object whose first member name is quoted, possibly in a
  /// fence. The match is the index of its brace and the number of backticks.
  static func late(_ bytes: [UInt8], at place: Int) -> TagMatch<(brace: Int, ticks: Int)> {
    var brace = place
    var ticks = 0
    if bytes[place] == UInt8(ascii: "`") {
      guard place + 1 < bytes.count else { return .unfinished }
      if bytes[place + 1] == UInt8(ascii: "{") {
        (brace, ticks) = (place + 1, 1)
      } else {
        switch TagWrapper.fenceStart(in: bytes, at: place, needsLineEnd: true) {
        case .none: return .none
        case .unfinished: return .unfinished
        case .found(let body): (brace, ticks) = (body, 3)
        }
      }
    }
    guard bytes[brace] == UInt8(ascii: "{") else { return .none }
    let name = bytes.skippingBlanks(from: brace + 1, atMost: maximumBlanks)
    guard name < bytes.count else { return .unfinished }
    return bytes[name] == UInt8(ascii: "\"") || bytes[name] == UInt8(ascii: "'")
      ? .found((brace, ticks)) : .none
  }
}
