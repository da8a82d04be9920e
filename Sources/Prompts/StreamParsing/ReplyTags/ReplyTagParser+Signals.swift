extension ReplyTagParser {
  mutating func stepLead(
    tag: Int, wrapper: TagWrapper, words: String?, into events: inout [ReplyEvent], isEnd: Bool
  ) -> Bool {
    guard let lead = PayloadLead(held, at: place, wrapper: wrapper, isEnd: isEnd) else {
      return false
    }
    if let payload = lead.payload {
      place = payload
      beginPayload(tag, wrapper: wrapper, isWrapperClosed: lead.isWrapperClosed, ticks: lead.ticks)
      return true
    }
    if !lead.isWrapperClosed { text += wrapper.opening }
    place = lead.end
    state = .text
    let content =
      words.map {
        ReplyTag.Content.malformed(raw: $0, reason: "there is text instead of its JSON")
      } ?? .bare
    if openings.names[tag].expectsPayload {
      seen.insert(tag)
      owing = (tag, content)
    } else {
      emit(tag, content: content, into: &events)
    }
    return true
  }

  mutating func beginPayload(
    _ tag: Int, wrapper: TagWrapper = TagWrapper(), isWrapperClosed: Bool? = nil, ticks: Int = 0,
    isInBracket: Bool = false
  ) {
    let payload = OpenPayload(
      tag: tag, wrapper: wrapper, isWrapperClosed: isWrapperClosed ?? wrapper.isEmpty,
      ticks: ticks, isInBracket: isInBracket)
    state = .payload(payload, JSONObjectScanner(isFenced: ticks == 3 || wrapper.isFence))
  }

  mutating func stepPayload(
    _ payload: OpenPayload, scanner: JSONObjectScanner, into events: inout [ReplyEvent],
    isEnd: Bool
  ) -> Bool {
    var scanner = scanner
    while place < held.count {
      let byte = held[place]
      place += 1
      written.append(byte)
      switch scanner.consume(byte) {
      case .inside: break
      case .closed:
        endPayload(payload)
        return true
      case .ended(let count):
        held.insert(contentsOf: written.suffix(count), at: place)
        written.removeLast(count)
        endPayload(payload, because: "it ends before its closing brace")
        return true
      }
      if written.count > Self.maximumPayloadBytes {
        giveUpPayload(payload, scanner: scanner, into: &events)
        return true
      }
    }
    if isEnd {
      endPayload(payload, because: "the reply ends before the payload's closing brace")
    } else {
      state = .payload(payload, scanner)
    }
    return isEnd
  }

  private mutating func endPayload(_ payload: OpenPayload, because reason: String? = nil) {
    state = .tail(payload, ReplyTag.Content(payload: written, endedBecause: reason))
    written = []
  }

  /// Reports a payload that is too large; the rest of it is discarded.
  private mutating func giveUpPayload(
    _ payload: OpenPayload, scanner: JSONObjectScanner, into events: inout [ReplyEvent]
  ) {
    if !payload.isWrapperClosed { text += payload.wrapper.opening }
    let reason = "it is longer than \(Self.maximumPayloadBytes) bytes"
    let raw = String(decoding: written, as: UTF8.self)
    emit(payload.tag, content: .malformed(raw: raw, reason: reason), into: &events)
    var given = payload
    given.isWrapperClosed = true
    state = .discarding(given, scanner, written.suffix(Self.maximumGivenBack))
    written = []
  }

  mutating func stepDiscarding(
    _ payload: OpenPayload, scanner: JSONObjectScanner, last: [UInt8], isEnd: Bool
  ) -> Bool {
    var scanner = scanner
    var last = last
    while place < held.count {
      let byte = held[place]
      place += 1
      last.append(byte)
      switch scanner.consume(byte) {
      case .inside:
        if last.count > 2 * Self.maximumGivenBack { last = last.suffix(Self.maximumGivenBack) }
        continue
      case .closed: break
      case .ended(let count): held.insert(contentsOf: last.suffix(count), at: place)
      }
      state = .tail(payload, nil)
      return true
    }
    state = isEnd ? .text : .discarding(payload, scanner, last)
    return isEnd
  }

  mutating func stepTail(
    of payload: OpenPayload, content: ReplyTag.Content?, into events: inout [ReplyEvent],
    isEnd: Bool
  ) -> Bool {
    guard let tail = PayloadTail(held, at: place, of: payload, openings: openings, isEnd: isEnd)
    else {
      return false
    }
    let next = held.skippingBlanks(from: tail.end, atMost: PayloadLead.maximumBlanks)
    let repeated = next < held.count ? PayloadLead.late(held, at: next) : .unfinished
    if case .unfinished = repeated, !isEnd { return false }
    if !tail.isWrapperClosed { text += payload.wrapper.opening }
    place = tail.end
    state = .text
    if let content { emit(payload.tag, content: content, into: &events) }
    if case .found(let (brace, ticks)) = repeated {
      discardPayload(of: payload.tag, at: brace, ticks)
    }
    return true
  }

  /// Discards a further payload directly after the first: models repeat or correct themselves, and it is not for the
  /// person.
  private mutating func discardPayload(of tag: Int, at brace: Int, _ ticks: Int) {
    place = brace
    let payload = OpenPayload(
      tag: tag, wrapper: TagWrapper(), isWrapperClosed: true, ticks: ticks, isInBracket: false)
    state = .discarding(payload, JSONObjectScanner(isFenced: ticks == 3), [])
  }

  /// Reports a signal whose expected payload did not arrive.
  mutating func reportOwing(_ events: inout [ReplyEvent]) {
    guard let (tag, content) = owing else { return }
    owing = nil
    emit(tag, content: content, into: &events)
  }
}
