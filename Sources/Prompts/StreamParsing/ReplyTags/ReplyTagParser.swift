public import CoachModel

/// Extracts the declared tags from a model's reply while it streams.
///
/// Text is held back only while it could still become a declared tag, and otherwise passes through byte for byte. The
/// same bytes yield the same events, once these are coalesced, however they are split into chunks.
/// `Documentation/reply-tags.md` lists the accepted spellings of a tag.
///
/// ```swift
/// let tags = [ReplyTagDeclaration(name: "ACTION", form: .inline)].compactMap { $0 }
/// var parser = ReplyTagParser(tags)
/// var events = parser.feed("Good. [ACTI")
/// events += parser.feed("ON: Write one line.]")
/// events += parser.finish()
/// print(events.visibleText)  // Good. Write one line.
/// ```
public struct ReplyTagParser: Sendable {
  /// The maximum length of an inline tag's text; a longer tag ends there, unclosed, and the rest is text.
  static let maximumInlineBytes = 4096
  /// The maximum length of a payload; a longer one is reported as malformed and not shown.
  static let maximumPayloadBytes = 1 << 20
  /// The maximum number of bytes of a discarded payload that may turn out to be text: whitespace and a few more.
  static let maximumGivenBack = 1024

  enum State: Sendable {
    /// Outside of any tag.
    case text
    /// After `[NAME:`, collecting the text of an inline tag.
    case inline(InlineWords)
    /// After the bracket of an inline tag, whose wrapper may close.
    case inlineEnd(InlineWords)
    /// At `[NAME]` of an inline tag, looking for `[/NAME]`; `scanned` is the offset at which to continue.
    case bareInline(TagOpeningSpan, scanned: Int)
    /// After `[NAME]` of a signal, possibly with words in its bracket; a payload may follow.
    case lead(tag: Int, wrapper: TagWrapper, words: String?)
    /// Inside a payload; `written` holds the bytes read so far.
    case payload(OpenPayload, JSONObjectScanner)
    /// After a payload, possibly a discarded one; bytes that belong to the tag are consumed.
    case tail(OpenPayload, ReplyTag.Content?)
    /// Inside a discarded payload, with its last bytes, which may turn out to be text.
    case discarding(OpenPayload, JSONObjectScanner, [UInt8])
  }

  let openings: TagOpenings
  var state = State.text
  /// Bytes that are not classified yet.
  var held: [UInt8] = []
  /// The index in `held` up to which the bytes are classified.
  var place = 0
  var text: [UInt8] = []
  /// The payload being read, stored outside the state so that its storage is uniquely referenced while it grows.
  var written: [UInt8] = []
  /// The tags that have occurred; their closing tags are not text.
  var seen: Set<Int> = []
  /// A signal whose expected payload has not arrived yet, and the content to report if none does.
  var owing: (tag: Int, content: ReplyTag.Content)?
  /// For each inline tag that contains another one, the number of brackets opened in the text since.
  var openBrackets: [Int] = []
  /// Whether the last line of the text is blank so far; maintained only where it matters.
  var isLineBlank = false

  /// Creates a parser for the tags that a prompt declares.
  public init(_ declarations: some Sequence<ReplyTagDeclaration>) {
    openings = TagOpenings(names: declarations.map { TagName($0) })
  }

  /// Parses a complete reply and returns its coalesced events.
  public static func parse(
    _ reply: String, declarations: some Sequence<ReplyTagDeclaration>
  ) -> [ReplyEvent] {
    var parser = ReplyTagParser(declarations)
    return (parser.feed(reply) + parser.finish()).coalesced
  }

  /// Parses the next text of the reply and returns the events that it settles.
  public mutating func feed(_ words: String) -> [ReplyEvent] {
    // Most chunks are plain text and pass unchanged.
    if isPlain, text.isEmpty, words.opensNoTag { return words.isEmpty ? [] : [.text(words)] }
    return feed(Array(words.utf8))
  }

  /// Parses the next bytes of the reply, which may split a character, and returns the events that they settle.
  public mutating func feed(_ bytes: [UInt8]) -> [ReplyEvent] {
    var events: [ReplyEvent] = []
    if isPlain {
      let opener = bytes.nextTagOpener(from: 0)
      if opener == bytes.count, text.isEmpty, bytes.unfinishedCharacterBytes == 0 {
        return bytes.isEmpty ? [] : [.text(String(decoding: bytes, as: UTF8.self))]
      }
      text += bytes[..<opener]
      held += bytes[opener...]
    } else {
      held += bytes
    }
    advance(&events, isEnd: false)
    flushText(&events, isEnd: false)
    return events
  }

  /// Ends the reply and returns the remaining events; text that was held back is resolved now.
  public mutating func finish() -> [ReplyEvent] {
    var events: [ReplyEvent] = []
    advance(&events, isEnd: true)
    reportOwing(&events)
    flushText(&events, isEnd: true)
    return events
  }

  /// Whether nothing is held back or expected.
  private var isPlain: Bool {
    guard case .text = state else { return false }
    return held.isEmpty && !isWatchful
  }

  /// Whether the text must be inspected byte by byte.
  private var isWatchful: Bool { owing != nil || !openBrackets.isEmpty }

  /// Processes the held bytes as far as they can be classified.
  private mutating func advance(_ events: inout [ReplyEvent], isEnd: Bool) {
    while step(&events, isEnd: isEnd) {}
    held.removeFirst(place)
    place = 0
  }

  /// Performs one step; false if more bytes are needed or none are left.
  private mutating func step(_ events: inout [ReplyEvent], isEnd: Bool) -> Bool {
    switch state {
    case .text: stepText(into: &events, isEnd: isEnd)
    case .inline(let words): stepInline(words, isEnd: isEnd)
    case .inlineEnd(let words): endInline(words, into: &events, isEnd: isEnd)
    case .bareInline(let span, let scanned): stepBareInline(span, from: scanned, isEnd: isEnd)
    case .lead(let tag, let wrapper, let words):
      stepLead(tag: tag, wrapper: wrapper, words: words, into: &events, isEnd: isEnd)
    case .payload(let payload, let scanner):
      stepPayload(payload, scanner: scanner, into: &events, isEnd: isEnd)
    case .tail(let payload, let content):
      stepTail(of: payload, content: content, into: &events, isEnd: isEnd)
    case .discarding(let payload, let scanner, let last):
      stepDiscarding(payload, scanner: scanner, last: last, isEnd: isEnd)
    }
  }
}

// MARK: Text

extension ReplyTagParser {
  private mutating func stepText(into events: inout [ReplyEvent], isEnd: Bool) -> Bool {
    if isWatchful { return stepWatchfulText(into: &events, isEnd: isEnd) }
    let opener = held.nextTagOpener(from: place)
    text += held[place..<opener]
    place = opener
    return place < held.count && stepOpening(into: &events, isEnd: isEnd)
  }

  /// Handles a byte that may open a tag.
  private mutating func stepOpening(into events: inout [ReplyEvent], isEnd: Bool) -> Bool {
    switch openings.match(in: held, at: place, isEnd: isEnd) {
    case .unfinished: return false
    case .none: letByteBeText()
    case .found(let opening): begin(opening, into: &events)
    }
    return true
  }

  mutating func letByteBeText() {
    let byte = held[place]
    place += 1
    text.append(byte)
    guard isWatchful else { return }
    if let depth = openBrackets.last {
      if byte == UInt8(ascii: "[") { openBrackets[openBrackets.count - 1] = depth + 1 }
      if byte == UInt8(ascii: "]") { openBrackets[openBrackets.count - 1] = max(0, depth - 1) }
      if byte == 0x0a, isLineBlank { openBrackets = [] }
    }
    isLineBlank = byte == 0x0a || isLineBlank && byte.isBlank
  }

  /// Handles text in which the payload of a signal, or the bracket of an enclosing inline tag, may still follow.
  private mutating func stepWatchfulText(into events: inout [ReplyEvent], isEnd: Bool) -> Bool {
    guard place < held.count else { return false }
    let byte = held[place]
    if byte == UInt8(ascii: "]"), openBrackets.last == 0 {
      place += 1
      openBrackets.removeLast()
      return true
    }
    if let (tag, _) = owing, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "`") {
      switch PayloadLead.late(held, at: place) {
      case .none: break
      case .unfinished: if !isEnd { return false }
      case .found(let (brace, ticks)):
        owing = nil
        place = brace
        beginPayload(tag, ticks: ticks)
        return true
      }
    }
    if byte.canOpenTag { return stepOpening(into: &events, isEnd: isEnd) }
    letByteBeText()
    return true
  }

  private mutating func begin(_ opening: TagOpening, into events: inout [ReplyEvent]) {
    switch opening.kind {
    case .closing:
      guard seen.contains(opening.tag) else { return letByteBeText() }
      place = opening.end
    case .words:
      place = opening.end
      state = .inline(
        InlineWords(tag: opening.tag, wrapper: opening.wrapper, isEscaped: opening.isEscaped))
    case .bareInline:
      let span = TagOpeningSpan(
        tag: opening.tag, wrapper: opening.wrapper, length: opening.end - place)
      state = .bareInline(span, scanned: span.length)
    case .signal, .signalWords, .payloadInBracket:
      reportOwing(&events)
      place = opening.end
      switch opening.kind {
      case .payloadInBracket:
        beginPayload(opening.tag, wrapper: opening.wrapper, isInBracket: true)
      case .signalWords(let words):
        state = .lead(tag: opening.tag, wrapper: opening.wrapper, words: words)
      default: state = .lead(tag: opening.tag, wrapper: opening.wrapper, words: nil)
      }
    }
  }
}

// MARK: Events

extension ReplyTagParser {
  mutating func emit(
    _ tag: Int, content: ReplyTag.Content, into events: inout [ReplyEvent]
  ) {
    flushText(&events, isEnd: true)
    seen.insert(tag)
    events.append(.tag(ReplyTag(name: openings.names[tag].name, content: content)))
  }

  /// Emits the text, except the first bytes of an incomplete character.
  private mutating func flushText(_ events: inout [ReplyEvent], isEnd: Bool) {
    let rest = isEnd ? 0 : text.unfinishedCharacterBytes
    guard text.count > rest else { return }
    events.append(.text(String(decoding: text.dropLast(rest), as: UTF8.self)))
    text.removeFirst(text.count - rest)
  }
}
