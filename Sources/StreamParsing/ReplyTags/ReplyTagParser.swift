public import CoachModel

/// Takes the declared tags out of a model's reply while it streams.
///
/// Text is held back only as long as it could still become a declared tag, and comes out byte for
/// byte otherwise. The same bytes give the same events (once joined) however they are split.
/// `Documentation/reply-tags.md` lists the ways in which a tag may be written.
public struct ReplyTagParser: Sendable {
  /// An inline tag that is longer than this ends here, unclosed, and the text goes on.
  static let maximumInlineBytes = 4096
  /// A payload that is longer than this is given up: it is reported as malformed and not shown.
  static let maximumPayloadBytes = 1 << 20
  /// The most bytes of a payload that was given up which may turn out to be text: blanks and a few more.
  static let maximumGivenBack = 1024

  enum State: Sendable {
    /// Outside of any tag.
    case text
    /// After `[NAME:`: collecting words.
    case inline(InlineWords)
    /// After an inline tag's bracket: what it is set in may close.
    case inlineEnd(InlineWords)
    /// At `[NAME]` of an inline tag, looking for `[/NAME]`; `scanned` is where to go on looking.
    case bareInline(TagOpeningSpan, scanned: Int)
    /// After `[NAME]` of a signal, perhaps with words in its bracket: a payload may come.
    case lead(tag: Int, wrapper: TagWrapper, words: String?)
    /// Inside the payload's braces; what was read of it is in `written`.
    case payload(OpenPayload, JSONObjectScanner)
    /// After a payload, or after one that was given up: what belongs to the tag is swallowed.
    case tail(OpenPayload, ReplyTag.Content?)
    /// Inside a payload that was given up, with its last bytes, which may turn out to be text.
    case discarding(OpenPayload, JSONObjectScanner, [UInt8])
  }

  let openings: TagOpenings
  var state = State.text
  /// Bytes of which it is not decided yet what they are.
  var held: [UInt8] = []
  /// The place in `held` up to which it is decided.
  var place = 0
  var text: [UInt8] = []
  /// The payload that is being read, apart from the state so that nothing else holds it while it grows.
  var written: [UInt8] = []
  /// The tags that have come, whose closing tags are not text.
  var seen: Set<Int> = []
  /// A signal whose payload has not come yet, and what it is reported with when none does.
  var owing: (tag: Int, content: ReplyTag.Content)?
  /// For each inline tag in which another began, the brackets that are open in the text since.
  var openBrackets: [Int] = []
  /// Whether the text's last line is blank so far; kept only where it matters.
  var isLineBlank = false

  /// Creates a parser for the tags that a prompt declares.
  public init(_ declarations: some Sequence<ReplyTagDeclaration>) {
    openings = TagOpenings(names: declarations.map { TagName($0) })
  }

  /// Parses a whole reply at once.
  public static func parse(
    _ reply: String, declarations: some Sequence<ReplyTagDeclaration>
  ) -> [ReplyEvent] {
    var parser = ReplyTagParser(declarations)
    return (parser.feed(reply) + parser.finish()).coalesced
  }

  /// Takes the next words of the reply and returns what they make certain.
  public mutating func feed(_ words: String) -> [ReplyEvent] {
    // Most pieces are plain text: they pass as they are.
    if isPlain, text.isEmpty, words.opensNoTag { return words.isEmpty ? [] : [.text(words)] }
    return feed(Array(words.utf8))
  }

  /// Takes the next bytes of the reply and returns what they make certain.
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

  /// Ends the reply: what was held back comes out as what it turned out to be.
  public mutating func finish() -> [ReplyEvent] {
    var events: [ReplyEvent] = []
    advance(&events, isEnd: true)
    reportOwing(&events)
    flushText(&events, isEnd: true)
    return events
  }

  /// Whether nothing is held back or waited for.
  private var isPlain: Bool {
    guard case .text = state else { return false }
    return held.isEmpty && !isWatchful
  }

  /// Whether the text has to be looked at byte by byte.
  private var isWatchful: Bool { owing != nil || !openBrackets.isEmpty }

  /// Goes as far as the held bytes decide.
  private mutating func advance(_ events: inout [ReplyEvent], isEnd: Bool) {
    while step(&events, isEnd: isEnd) {}
    held.removeFirst(place)
    place = 0
  }

  /// One step; false when more bytes decide, or when there is nothing left.
  private mutating func step(_ events: inout [ReplyEvent], isEnd: Bool) -> Bool {
    switch state {
    case .text: stepText(&events, isEnd)
    case .inline(let words): stepInline(words, isEnd)
    case .inlineEnd(let words): endInline(words, &events, isEnd)
    case .bareInline(let span, let scanned): stepBareInline(span, from: scanned, isEnd)
    case .lead(let tag, let wrapper, let words):
      stepLead(tag: tag, wrapper, words: words, &events, isEnd)
    case .payload(let payload, let scanner): stepPayload(payload, scanner, &events, isEnd)
    case .tail(let payload, let content): stepTail(payload, content, &events, isEnd)
    case .discarding(let payload, let scanner, let last):
      stepDiscarding(payload, scanner, last, isEnd)
    }
  }
}

// MARK: Text

extension ReplyTagParser {
  private mutating func stepText(_ events: inout [ReplyEvent], _ isEnd: Bool) -> Bool {
    if isWatchful { return stepWatchfulText(&events, isEnd) }
    let opener = held.nextTagOpener(from: place)
    text += held[place..<opener]
    place = opener
    return place < held.count && stepOpening(&events, isEnd)
  }

  /// A byte that may open a tag.
  private mutating func stepOpening(_ events: inout [ReplyEvent], _ isEnd: Bool) -> Bool {
    switch openings.match(in: held, at: place, isEnd: isEnd) {
    case .unfinished: return false
    case .none: letByteBeText()
    case .found(let opening): begin(opening, &events)
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

  /// Text in which the payload of a signal may still come, or the bracket of an inline tag in which another began.
  private mutating func stepWatchfulText(_ events: inout [ReplyEvent], _ isEnd: Bool) -> Bool {
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
    if byte.canOpenTag { return stepOpening(&events, isEnd) }
    letByteBeText()
    return true
  }

  private mutating func begin(_ opening: TagOpening, _ events: inout [ReplyEvent]) {
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
        beginPayload(opening.tag, opening.wrapper, isInBracket: true)
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
    _ tag: Int, _ content: ReplyTag.Content, _ events: inout [ReplyEvent]
  ) {
    flushText(&events, isEnd: true)
    seen.insert(tag)
    events.append(.tag(ReplyTag(name: openings.names[tag].name, content: content)))
  }

  /// Lets text go, except the first bytes of a character whose rest has not come yet.
  private mutating func flushText(_ events: inout [ReplyEvent], isEnd: Bool) {
    let rest = isEnd ? 0 : text.unfinishedCharacterBytes
    guard text.count > rest else { return }
    events.append(.text(String(decoding: text.dropLast(rest), as: UTF8.self)))
    text.removeFirst(text.count - rest)
  }
}
