extension ReplyTagParser {
  mutating func stepInline(_ inline: InlineWords, isEnd: Bool) -> Bool {
    var inline = inline
    // The state must not hold a second reference while the text grows.
    state = .text
    while place < held.count {
      let byte = held[place]
      if byte.canOpenTag {
        switch openings.match(in: held, at: place, isEnd: isEnd) {
        case .unfinished:
          state = .inline(inline)
          return false
        case .none: break
        case .found(let opening):
          switch opening.kind {
          case .closing where opening.tag == inline.tag:
            place = opening.end
            inline.isClosed = true
            state = .inlineEnd(inline)
            return true
          case .closing, .bareInline: break
          case .words, .signal, .signalWords, .payloadInBracket:
            // The outer tag's closing bracket may follow the inner tag.
            openBrackets.append(inline.depth)
            isLineBlank = false
            state = .inlineEnd(inline)
            return true
          }
        }
      }
      if byte == UInt8(ascii: "\\") {
        guard place + 1 < held.count || isEnd else {
          state = .inline(inline)
          return false
        }
        if place + 1 < held.count, held[place + 1] == UInt8(ascii: "[") {
          place += 2
          inline.words += "\\[".utf8
          continue
        }
        if place + 1 < held.count, held[place + 1] == UInt8(ascii: "]") {
          place += 2
          if inline.isEscaped, inline.depth == 0 {
            inline.isClosed = true
            state = .inlineEnd(inline)
            return true
          }
          inline.words += "\\]".utf8
          continue
        }
      }
      place += 1
      if byte == UInt8(ascii: "]"), inline.depth == 0 {
        inline.isClosed = true
        state = .inlineEnd(inline)
        return true
      }
      if byte == UInt8(ascii: "[") { inline.depth += 1 }
      if byte == UInt8(ascii: "]") { inline.depth -= 1 }
      inline.words.append(byte)
      if inline.endsWithBlankLine || inline.words.count >= Self.maximumInlineBytes {
        state = .inlineEnd(inline)
        return true
      }
    }
    state = isEnd ? .inlineEnd(inline) : .inline(inline)
    return isEnd
  }

  mutating func endInline(
    _ inline: InlineWords, into events: inout [ReplyEvent], isEnd: Bool
  ) -> Bool {
    var isWrapperClosed = inline.wrapper.isEmpty
    if inline.isClosed, !isWrapperClosed {
      switch inline.wrapper.closing(in: held, at: place) {
      case .unfinished: if !isEnd { return false }
      case .none: break
      case .found(let closed):
        place = closed
        isWrapperClosed = true
      }
    }
    if !isWrapperClosed { text += inline.wrapper.opening }
    var words = inline.words
    var rest = 0
    if !inline.isClosed {
      // The rest is text: the blank line that ended the tag or, if the tag was cut at its maximum length, an
      // incomplete character.
      rest =
        inline.endsWithBlankLine
        ? words.count - (words.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? 0)
        : isEnd ? 0 : words.unfinishedCharacterBytes
    }
    // A blank line also ends the enclosing tags.
    if !inline.isClosed, inline.endsWithBlankLine { openBrackets = [] }
    let tail = Array(words.suffix(rest))
    words.removeLast(rest)
    let content = String(decoding: words, as: UTF8.self)
    emit(
      inline.tag,
      content: .inline(
        inline.isClosed ? content.trimmingWhitespace : content.withoutLeadingWhitespace,
        isClosed: inline.isClosed), into: &events)
    text += tail
    state = .text
    return true
  }

  /// Treats `[NAME]` of an inline tag as a tag if `[/NAME]` follows in the same paragraph, and as text otherwise.
  mutating func stepBareInline(
    _ span: TagOpeningSpan, from scanned: Int, isEnd: Bool
  ) -> Bool {
    var next = place + scanned
    let start = place + span.length
    search: while next < held.count, next - start < Self.maximumInlineBytes {
      let byte = held[next]
      if byte.canOpenTag {
        switch openings.match(in: held, at: next, isEnd: isEnd) {
        case .unfinished:
          state = .bareInline(span, scanned: next - place)
          return false
        case .none: break
        case .found(let opening):
          guard case .closing = opening.kind, opening.tag == span.tag else { break search }
          state = .inlineEnd(
            InlineWords(
              tag: span.tag, wrapper: span.wrapper, words: Array(held[start..<next]),
              isClosed: true))
          place = opening.end
          return true
        }
      }
      let isBlankLine =
        byte == 0x0a && held[start..<next].last { !$0.isSpace && $0 != 0x0d } == 0x0a
      if isBlankLine { break }
      next += 1
    }
    if next == held.count, next - start < Self.maximumInlineBytes, !isEnd {
      state = .bareInline(span, scanned: next - place)
      return false
    }
    for _ in 0..<span.length { letByteBeText() }
    state = .text
    return true
  }
}
