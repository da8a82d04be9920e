/// The start of a declared tag, or a closing tag, as it occurs in a reply.
struct TagOpening {
  enum Kind {
    /// `[NAME:` of an inline tag; its text follows.
    case words
    /// `[NAME]` of an inline tag, which counts only if `[/NAME]` follows.
    case bareInline
    /// `[NAME]` of a signal; a payload may follow.
    case signal
    /// `[NAME: words]` of a signal.
    case signalWords(String)
    /// `[NAME {` or `[NAME: {` of a signal; the match ends before the brace.
    case payloadInBracket
    /// `[/NAME]`: the end of a signal.
    case closing
  }

  var kind: Kind
  /// The index of the tag among the declared tags.
  var tag: Int
  var wrapper: TagWrapper
  /// Whether the bracket was escaped: `\[NAME: words\]`.
  var isEscaped: Bool
  /// The index after it.
  var end: Int
}

/// Finds the starts of declared tags.
struct TagOpenings: Sendable {
  /// The maximum whitespace in bytes on either side of a name.
  private static let maximumSpaces = 4
  /// The fullwidth colon of East Asian scripts.
  private static let wideColon = Array("：".utf8)
  /// The maximum number of bytes of text in a signal's bracket.
  private static let maximumSignalWords = 400

  let names: [TagName]

  /// Matches a tag at an index that can open one.
  ///
  /// With `isEnd` no more bytes follow: an unfinished match counts as none.
  func match(in bytes: [UInt8], at place: Int, isEnd: Bool) -> TagMatch<TagOpening> {
    let match: TagMatch<TagOpening> =
      switch bracket(in: bytes, at: place) {
      case .none: .none
      case .unfinished: .unfinished
      case .found(let bracket): self.match(in: bytes, after: bracket, isEnd)
      }
    if case .unfinished = match, isEnd { return .none }
    return match
  }

  // MARK: Up to the bracket

  private struct Bracket {
    var wrapper: TagWrapper
    var isEscaped: Bool
    /// The index after it.
    var end: Int
  }

  /// Matches the marks around a tag and its bracket.
  private func bracket(in bytes: [UInt8], at place: Int) -> TagMatch<Bracket> {
    let limit = TagWrapper.maximumMarks + 1
    let marks = bytes.skipping(from: place, atMost: limit) { $0.isTagMark }
    guard marks < bytes.count else {
      return marks - place < limit || bytes[marks - 1] == UInt8(ascii: "[") ? .unfinished : .none
    }
    if marks > place, bytes[marks - 1] == UInt8(ascii: "["), marks - place <= limit {
      // A longer run of marks does not match at its first byte.
      guard marks - place < limit || !bytes[marks].isTagMark else { return .none }
      let wrapper = TagWrapper(opening: Array(bytes[place..<(marks - 1)]))
      return .found(Bracket(wrapper: wrapper, isEscaped: false, end: marks))
    }
    if bytes[marks] == UInt8(ascii: "\\"), marks - place <= TagWrapper.maximumMarks {
      guard marks + 1 < bytes.count else { return .unfinished }
      guard bytes[marks + 1] == UInt8(ascii: "[") else { return .none }
      let wrapper = TagWrapper(opening: Array(bytes[place..<marks]))
      return .found(Bracket(wrapper: wrapper, isEscaped: true, end: marks + 2))
    }
    switch TagWrapper.fenceStart(in: bytes, at: place, needsLineEnd: true) {
    case .none: return .none
    case .unfinished: return .unfinished
    case .found(let end):
      guard bytes[end] == UInt8(ascii: "[") else { return .none }
      let wrapper = TagWrapper(opening: Array(bytes[place..<end]), isFence: true)
      return .found(Bracket(wrapper: wrapper, isEscaped: false, end: end + 1))
    }
  }

  // MARK: After the bracket

  private func match(
    in bytes: [UInt8], after bracket: Bracket, _ isEnd: Bool
  ) -> TagMatch<TagOpening> {
    var place = bytes.skippingSpaces(from: bracket.end, atMost: Self.maximumSpaces)
    guard place < bytes.count else { return .unfinished }
    let isClosing = bytes[place] == UInt8(ascii: "/") && bracket.wrapper.isEmpty
    if isClosing { place += 1 }
    var found: TagOpening?
    for (tag, name) in names.enumerated() {
      guard case .found(let afterName) = name.match(in: bytes, at: place) else {
        // The bytes may still become a longer name.
        if case .unfinished = name.match(in: bytes, at: place), !isEnd { return .unfinished }
        continue
      }
      switch kind(of: name, isClosing: isClosing, in: bytes, after: place..<afterName, isEnd) {
      case .none: continue
      case .unfinished: return .unfinished
      case .found(let (kind, end)):
        found =
          found
          ?? TagOpening(
            kind: kind, tag: tag, wrapper: bracket.wrapper, isEscaped: bracket.isEscaped, end: end)
      }
    }
    return found.map { .found($0) } ?? .none
  }

  /// Returns the kind of opening, which the bytes after the name determine.
  private func kind(
    of name: TagName, isClosing: Bool, in bytes: [UInt8], after written: Range<Int>, _ isEnd: Bool
  ) -> TagMatch<(TagOpening.Kind, Int)> {
    let place = bytes.skippingBlanks(from: written.upperBound, atMost: Self.maximumSpaces)
    guard place < bytes.count else {
      // The reply ends right after the name.
      return isEnd && !isClosing ? .found((name.isSignal ? .signal : .words, place)) : .unfinished
    }
    switch bytes[place] {
    case UInt8(ascii: "]"), UInt8(ascii: "\\"):
      let end = bytes[place] == UInt8(ascii: "]") ? place + 1 : place + 2
      guard end <= bytes.count else { return .unfinished }
      guard bytes[end - 1] == UInt8(ascii: "]") else { return .none }
      if isClosing { return .found((.closing, end)) }
      guard end < bytes.count || isEnd else { return .unfinished }
      // A Markdown link.
      if end < bytes.count, bytes[end] == UInt8(ascii: "(") { return .none }
      return .found((name.isSignal ? .signal : .bareInline, end))
    case UInt8(ascii: ":") where !isClosing:
      return name.isSignal
        ? signalWords(in: bytes, from: place + 1, isEnd) : .found((.words, place + 1))
    case UInt8(ascii: "{") where name.isSignal && !isClosing:
      return .found((.payloadInBracket, place))
    case Self.wideColon[0] where !isClosing:
      switch bytes.match(Self.wideColon, at: place) {
      case .none: return .none
      case .unfinished: return .unfinished
      case .found(let end):
        return name.isSignal ? signalWords(in: bytes, from: end, isEnd) : .found((.words, end))
      }
    default: return .none
    }
  }

  private func signalWords(
    in bytes: [UInt8], from place: Int, _ isEnd: Bool
  ) -> TagMatch<(TagOpening.Kind, Int)> {
    let start = bytes.skippingBlanks(from: place, atMost: PayloadLead.maximumBlanks)
    if start < bytes.count, bytes[start] == UInt8(ascii: "{") {
      return .found((.payloadInBracket, start))
    }
    let end = bytes.skipping(from: place, atMost: Self.maximumSignalWords) {
      $0 != UInt8(ascii: "]") && $0 != 0x0a
    }
    guard end < bytes.count, start < bytes.count else {
      // The reply ends inside the bracket.
      if isEnd { return .found((.signal, bytes.count)) }
      return end - place < Self.maximumSignalWords ? .unfinished : .none
    }
    guard bytes[end] == UInt8(ascii: "]") else { return .none }
    let words = String(decoding: bytes[place..<end], as: UTF8.self).trimmingWhitespace
    return .found((.signalWords(words), end + 1))
  }
}
