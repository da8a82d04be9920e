public import Conversations

/// Takes the declared tags out of a model's reply while it streams.
///
/// Text is held back only as long as it could still become a declared tag, and comes out byte for
/// byte otherwise. The same bytes give the same events (once joined) however they are split.
public struct ReplyTagParser: Sendable {
  private enum State: Sendable {
    /// Outside of any tag.
    case text
    /// After `[`: `pending` could become a declared tag.
    case opening
    /// After `[NAME:`: collecting the words in `pending`.
    case inline(name: String)
    /// After `[NAME]`: a payload may come.
    case beforePayload(name: String, preamble: PayloadPreamble)
    /// Inside the payload's braces.
    case payload(name: String, scanner: JSONObjectScanner, isFenced: Bool)
    /// Inside a payload that was given up: the rest of it is swallowed.
    case discarding(scanner: JSONObjectScanner, isFenced: Bool)
    /// After a fenced payload: blanks and the closing fence are swallowed.
    case afterPayload(FenceEnd)
  }

  /// An inline tag that is longer than this ends here, unclosed, and the text goes on.
  static let maximumInlineBytes = 4096
  /// A payload that is longer than this is given up: it is reported as malformed and not shown.
  static let maximumPayloadBytes = 1 << 20

  /// How the declared tags begin: `[NAME]` for a signal, `[NAME:` for an inline tag.
  private let openers: [[UInt8]]
  private var state: State = .text
  private var pending: [UInt8] = []
  private var text: [UInt8] = []

  /// Creates a parser for the tags that a prompt declares.
  public init(_ declarations: some Sequence<ReplyTagDeclaration>) {
    openers = declarations.map { declaration in
      switch declaration.form {
      case .signal: Array("[\(declaration.name)]".utf8)
      case .inline: Array("[\(declaration.name):".utf8)
      }
    }
  }

  /// Parses a whole reply at once.
  public static func parse(
    _ reply: String, declarations: some Sequence<ReplyTagDeclaration>
  ) -> [ReplyEvent] {
    var parser = ReplyTagParser(declarations)
    return (parser.feed(reply.utf8) + parser.finish()).coalesced
  }

  /// Takes the next bytes of the reply and returns what they make certain.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [ReplyEvent] {
    var events: [ReplyEvent] = []
    for byte in bytes { consume(byte, &events) }
    flushText(&events, isEnd: false)
    return events
  }

  /// Ends the reply: what was held back comes out as what it turned out to be.
  public mutating func finish() -> [ReplyEvent] {
    var events: [ReplyEvent] = []
    switch state {
    case .text: break
    case .opening: text += pending
    case .inline(let name): endInline(name, isClosed: false, &events)
    case .beforePayload(let name, _):
      emit(ReplyTag(name: name, content: .bare), &events)
      text += pending
    case .payload(let name, _, _):
      let raw = String(decoding: pending, as: UTF8.self)
      let reason = "the reply ends before the payload's closing brace"
      emit(ReplyTag(name: name, content: .malformed(raw: raw, reason: reason)), &events)
    case .discarding: break
    case .afterPayload: text += pending
    }
    pending = []
    state = .text
    flushText(&events, isEnd: true)
    return events
  }

  private mutating func consume(_ byte: UInt8, _ events: inout [ReplyEvent]) {
    switch state {
    case .text:
      if byte == UInt8(ascii: "[") {
        pending = [byte]
        state = .opening
      } else {
        text.append(byte)
      }
    case .opening: consumeOpening(byte, &events)
    case .inline(let name): consumeInline(byte, name, &events)
    case .beforePayload(let name, let preamble):
      consumeBeforePayload(byte, name, preamble, &events)
    case .payload(let name, var scanner, let isFenced):
      pending.append(byte)
      let isWhole = scanner.consume(byte)
      state = .payload(name: name, scanner: scanner, isFenced: isFenced)
      if isWhole {
        endPayload(name, isFenced: isFenced, &events)
      } else if pending.count > Self.maximumPayloadBytes {
        let reason = "it is longer than \(Self.maximumPayloadBytes) bytes"
        let raw = String(decoding: pending, as: UTF8.self)
        emit(ReplyTag(name: name, content: .malformed(raw: raw, reason: reason)), &events)
        pending = []
        state = .discarding(scanner: scanner, isFenced: isFenced)
      }
    case .discarding(var scanner, let isFenced):
      let isWhole = scanner.consume(byte)
      state = .discarding(scanner: scanner, isFenced: isFenced)
      if isWhole { state = isFenced ? .afterPayload(FenceEnd()) : .text }
    case .afterPayload(let end): consumeAfterPayload(byte, end, &events)
    }
  }

  private mutating func consumeOpening(_ byte: UInt8, _ events: inout [ReplyEvent]) {
    pending.append(byte)
    if let tag = openTag(at: byte) {
      pending = []
      state = tag.state
    } else if !openers.contains(where: { $0.starts(with: pending) }) {
      // The byte that broke the match may itself open a tag.
      text += pending.dropLast()
      pending = []
      state = .text
      consume(byte, &events)
    }
  }

  private mutating func consumeInline(
    _ byte: UInt8, _ name: String, _ events: inout [ReplyEvent]
  ) {
    pending.append(byte)
    if let nested = openTag(at: byte) {
      // A declared tag inside another one: the outer bracket was never closed.
      pending.removeLast(nested.opener.count)
      endInline(name, isClosed: false, &events)
      state = nested.state
    } else if byte == UInt8(ascii: "]") {
      pending.removeLast()
      endInline(name, isClosed: true, &events)
    } else if pending.count > Self.maximumInlineBytes {
      endInline(name, isClosed: false, &events)
    }
  }

  /// The declared tag whose opening `pending` ends with, and the state it leads to.
  private func openTag(at byte: UInt8) -> (opener: [UInt8], state: State)? {
    let isSignal = byte == UInt8(ascii: "]")
    guard isSignal || byte == UInt8(ascii: ":"),
      let opener = openers.first(where: { pending.suffix($0.count).elementsEqual($0) })
    else {
      return nil
    }
    let name = String(decoding: opener.dropFirst().dropLast(), as: UTF8.self)
    return (
      opener,
      isSignal ? .beforePayload(name: name, preamble: PayloadPreamble()) : .inline(name: name)
    )
  }

  private mutating func endInline(
    _ name: String, isClosed: Bool, _ events: inout [ReplyEvent]
  ) {
    // Cut by force, a tag must not end in the middle of a character.
    let held = isClosed ? 0 : pending.unfinishedCharacterBytes
    let words = String(decoding: pending.dropLast(held), as: UTF8.self)
    let rest = Array(pending.suffix(held))
    pending = []
    state = .text
    let content = isClosed ? words.trimmed : words.withoutLeadingBlanks
    emit(ReplyTag(name: name, content: .inline(content, isClosed: isClosed)), &events)
    text += rest
  }

  private mutating func consumeBeforePayload(
    _ byte: UInt8, _ name: String, _ preamble: PayloadPreamble, _ events: inout [ReplyEvent]
  ) {
    var preamble = preamble
    pending.append(byte)
    switch preamble.consume(byte) {
    case .unfinished: state = .beforePayload(name: name, preamble: preamble)
    case .payload(let isFenced):
      var scanner = JSONObjectScanner()
      _ = scanner.consume(byte)
      pending = [byte]
      state = .payload(name: name, scanner: scanner, isFenced: isFenced)
    case .none:
      emit(ReplyTag(name: name, content: .bare), &events)
      release(&events)
    }
  }

  /// Lets what was held back be text after all; a byte of it may open a tag.
  private mutating func release(_ events: inout [ReplyEvent]) {
    let held = pending
    pending = []
    state = .text
    for byte in held { consume(byte, &events) }
  }

  private mutating func endPayload(
    _ name: String, isFenced: Bool, _ events: inout [ReplyEvent]
  ) {
    let content: ReplyTag.Content
    do throws(JSONSyntaxError) {
      content = .payload(try JSONValue(parsing: pending))
    } catch {
      let raw = String(decoding: pending, as: UTF8.self)
      content = .malformed(raw: raw, reason: error.description)
    }
    pending = []
    state = isFenced ? .afterPayload(FenceEnd()) : .text
    emit(ReplyTag(name: name, content: content), &events)
  }

  private mutating func consumeAfterPayload(
    _ byte: UInt8, _ end: FenceEnd, _ events: inout [ReplyEvent]
  ) {
    var end = end
    pending.append(byte)
    switch end.consume(byte) {
    case .unfinished: state = .afterPayload(end)
    case .whole:
      pending = []
      state = .text
    case .none: release(&events)
    }
  }

  private mutating func emit(_ tag: ReplyTag, _ events: inout [ReplyEvent]) {
    flushText(&events, isEnd: true)
    events.append(.tag(tag))
  }

  /// Lets text go, except the first bytes of a character whose rest has not come yet.
  private mutating func flushText(_ events: inout [ReplyEvent], isEnd: Bool) {
    let held = isEnd ? 0 : text.unfinishedCharacterBytes
    guard text.count > held else { return }
    events.append(.text(String(decoding: text.dropLast(held), as: UTF8.self)))
    text = Array(text.suffix(held))
  }
}

extension [UInt8] {
  /// How many bytes at the end begin a UTF-8 character that is not there as a whole.
  fileprivate var unfinishedCharacterBytes: Int {
    for back in 1...3 where back <= count {
      let byte = self[count - back]
      if byte & 0b1100_0000 == 0b1000_0000 { continue }
      let length =
        switch byte {
        case 0xc2...0xdf: 2
        case 0xe0...0xef: 3
        case 0xf0...0xf4: 4
        default: 1
        }
      return back < length ? back : 0
    }
    return 0
  }
}

extension String {
  private static let blanks: Set<Unicode.Scalar> = [" ", "\n", "\r", "\t"]

  fileprivate var withoutLeadingBlanks: String {
    String(unicodeScalars.drop { Self.blanks.contains($0) })
  }

  fileprivate var trimmed: String {
    let scalars = unicodeScalars.drop { Self.blanks.contains($0) }
    let end = scalars.lastIndex { !Self.blanks.contains($0) }
    return end.map { String(scalars[...$0]) } ?? ""
  }
}
