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
    /// After `[NAME]`: blanks, a code fence or a colon may come before the payload.
    case beforePayload(name: String)
    /// Inside the payload's braces.
    case payload(name: String, scanner: JSONObjectScanner, isFenced: Bool)
    /// After a fenced payload: blanks and the closing fence are swallowed.
    case afterPayload
  }

  /// An inline tag longer than this is closed by force: it is a stray bracket, not a tag.
  static let maximumInlineBytes = 4096
  /// A payload longer than this is given up.
  static let maximumPayloadBytes = 1 << 20

  private let signals: [[UInt8]]
  private let inlines: [[UInt8]]
  private var state: State = .text
  private var pending: [UInt8] = []
  private var text: [UInt8] = []

  /// Creates a parser for the tags that a prompt declares.
  public init(_ declarations: some Sequence<ReplyTagDeclaration>) {
    var signals: [[UInt8]] = []
    var inlines: [[UInt8]] = []
    for declaration in declarations {
      switch declaration.form {
      case .signal: signals.append(Array("[\(declaration.name)]".utf8))
      case .inline: inlines.append(Array("[\(declaration.name):".utf8))
      }
    }
    self.signals = signals
    self.inlines = inlines
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
    case .beforePayload(let name):
      emit(ReplyTag(name: name, content: .bare), &events)
      text += pending
    case .payload(let name, _, _):
      let raw = String(decoding: pending, as: UTF8.self)
      let reason = "the reply ends before the payload's closing brace"
      emit(ReplyTag(name: name, content: .malformed(raw: raw, reason: reason)), &events)
    case .afterPayload:
      if !Self.isFenceEnd(pending) { text += pending }
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
    case .beforePayload(let name): consumeBeforePayload(byte, name, &events)
    case .payload(let name, var scanner, let isFenced):
      pending.append(byte)
      let isWhole = scanner.consume(byte)
      state = .payload(name: name, scanner: scanner, isFenced: isFenced)
      if isWhole || pending.count > Self.maximumPayloadBytes {
        endPayload(name, isFenced: isFenced, &events)
      }
    case .afterPayload: consumeAfterPayload(byte, &events)
    }
  }

  private mutating func consumeOpening(_ byte: UInt8, _ events: inout [ReplyEvent]) {
    pending.append(byte)
    if let tag = openTag(at: byte) {
      pending = []
      state = tag.state
    } else if !(signals + inlines).contains(where: { $0.starts(with: pending) }) {
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
    let openers = byte == UInt8(ascii: "]") ? signals : byte == UInt8(ascii: ":") ? inlines : []
    guard let opener = openers.first(where: { pending.suffix($0.count).elementsEqual($0) }) else {
      return nil
    }
    let name = String(decoding: opener.dropFirst().dropLast(), as: UTF8.self)
    return (
      opener, byte == UInt8(ascii: "]") ? .beforePayload(name: name) : .inline(name: name)
    )
  }

  private mutating func endInline(
    _ name: String, isClosed: Bool, _ events: inout [ReplyEvent]
  ) {
    let words = String(decoding: pending, as: UTF8.self)
    pending = []
    state = .text
    emit(ReplyTag(name: name, content: .inline(words.trimmed, isClosed: isClosed)), &events)
  }

  /// What may stand between a signal and its payload: blanks, a colon, the opening of a code fence.
  private mutating func consumeBeforePayload(
    _ byte: UInt8, _ name: String, _ events: inout [ReplyEvent]
  ) {
    pending.append(byte)
    switch Self.preamble(pending) {
    case .unfinished: break
    case .payload(let isFenced):
      pending = []
      var scanner = JSONObjectScanner()
      _ = scanner.consume(byte)
      pending.append(byte)
      state = .payload(name: name, scanner: scanner, isFenced: isFenced)
    case .none:
      emit(ReplyTag(name: name, content: .bare), &events)
      let held = pending
      pending = []
      state = .text
      for byte in held { consume(byte, &events) }
    }
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
    state = isFenced ? .afterPayload : .text
    emit(ReplyTag(name: name, content: content), &events)
  }

  private mutating func consumeAfterPayload(_ byte: UInt8, _ events: inout [ReplyEvent]) {
    pending.append(byte)
    if Self.isFenceEnd(pending) {
      pending = []
      state = .text
    } else if !Self.couldBecomeFenceEnd(pending) {
      let held = pending
      pending = []
      state = .text
      for byte in held { consume(byte, &events) }
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

extension ReplyTagParser {
  private enum Preamble {
    case unfinished
    case payload(isFenced: Bool)
    case none
  }

  /// Reads `blanks [:] blanks [``` letters newline] blanks {`.
  private static func preamble(_ bytes: [UInt8]) -> Preamble {
    var rest = bytes[...].skippingBlanks
    if rest.first == UInt8(ascii: ":") { rest = rest.dropFirst().skippingBlanks }
    guard let first = rest.first else { return .unfinished }
    if first == UInt8(ascii: "{") { return .payload(isFenced: false) }
    guard first == UInt8(ascii: "`") else { return .none }
    let ticks = rest.prefix { $0 == UInt8(ascii: "`") }
    rest = rest.dropFirst(ticks.count)
    guard !rest.isEmpty else { return ticks.count <= 3 ? .unfinished : .none }
    guard ticks.count == 3 else { return .none }
    let isLetter = { (byte: UInt8) in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    rest = rest.drop(while: isLetter).skippingBlanks
    guard let next = rest.first else { return .unfinished }
    return next == UInt8(ascii: "{") ? .payload(isFenced: true) : .none
  }

  private static func isFenceEnd(_ bytes: [UInt8]) -> Bool {
    bytes[...].skippingBlanks.elementsEqual("```".utf8)
  }

  private static func couldBecomeFenceEnd(_ bytes: [UInt8]) -> Bool {
    "```".utf8.starts(with: bytes[...].skippingBlanks)
  }
}

extension ArraySlice<UInt8> {
  fileprivate var skippingBlanks: Self {
    drop { $0 == 0x20 || $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }
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
  fileprivate var trimmed: String {
    let blanks: Set<Unicode.Scalar> = [" ", "\n", "\r", "\t"]
    let scalars = unicodeScalars.drop { blanks.contains($0) }
    let end = scalars.lastIndex { !blanks.contains($0) }
    return end.map { String(scalars[...$0]) } ?? ""
  }
}
