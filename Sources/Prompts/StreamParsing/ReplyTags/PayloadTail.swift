/// The bytes after a payload that belong to its tag: the end of the fence, the bracket, closing marks, a closing tag.
struct PayloadTail {
  /// Whether the tag's wrapper is closed now.
  var isWrapperClosed: Bool
  /// Where the text continues.
  var end: Int

  /// Reads the bytes after a payload; nil if more bytes are needed to decide.
  init?(
    _ bytes: [UInt8], at place: Int, of payload: OpenPayload, openings: TagOpenings, isEnd: Bool
  ) {
    isWrapperClosed = payload.isWrapperClosed
    end = place
    if payload.ticks > 0 {
      let ticks = [UInt8](repeating: UInt8(ascii: "`"), count: payload.ticks)
      guard pass(bytes, isEnd: isEnd, match: { bytes.match(ticks, at: $0) }) != nil else {
        return nil
      }
    }
    if payload.isInBracket {
      guard
        pass(
          bytes, isEnd: isEnd,
          match: {
            $0 < bytes.count && bytes[$0] == UInt8(ascii: "\\")
              ? bytes.match(Array("\\]".utf8), at: $0) : bytes.match(Array("]".utf8), at: $0)
          }) != nil
      else { return nil }
    }
    guard closeWrapper(in: bytes, wrapper: payload.wrapper, isEnd: isEnd) else { return nil }
    let closing = pass(bytes, isEnd: isEnd) { place in
      guard place < bytes.count else { return .unfinished }
      guard bytes[place] == UInt8(ascii: "[") || bytes[place] == UInt8(ascii: "\\") else {
        return .none
      }
      switch openings.match(in: bytes, at: place, isEnd: isEnd) {
      case .found(let opening):
        if case .closing = opening.kind, opening.tag == payload.tag { return .found(opening.end) }
        return .none
      case .none: return .none
      case .unfinished: return .unfinished
      }
    }
    guard closing != nil, closeWrapper(in: bytes, wrapper: payload.wrapper, isEnd: isEnd) else {
      return nil
    }
  }

  private mutating func closeWrapper(
    in bytes: [UInt8], wrapper: TagWrapper, isEnd: Bool
  ) -> Bool {
    guard !isWrapperClosed else { return true }
    guard let isThere = pass(bytes, isEnd: isEnd, match: { wrapper.closing(in: bytes, at: $0) })
    else {
      return false
    }
    isWrapperClosed = isThere
    return true
  }

  /// Skips whitespace and a match, if there is one; nil if more bytes are needed to decide.
  private mutating func pass(
    _ bytes: [UInt8], isEnd: Bool, match: (Int) -> TagMatch<Int>
  ) -> Bool? {
    let place = bytes.skippingBlanks(from: end, atMost: PayloadLead.maximumBlanks)
    switch match(place) {
    case .none: return false
    case .unfinished: return isEnd ? false : nil
    case .found(let past):
      end = past
      return true
    }
  }
}

/// A payload that is being read, and its surroundings.
struct OpenPayload: Sendable {
  /// The index of its tag among the declared tags.
  var tag: Int
  var wrapper: TagWrapper
  var isWrapperClosed: Bool
  /// The number of backticks before the payload.
  var ticks: Int
  /// Whether the payload is inside the tag's bracket.
  var isInBracket: Bool
}
