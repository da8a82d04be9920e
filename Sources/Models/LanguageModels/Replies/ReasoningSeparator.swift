/// Moves the reasoning that a model wrote into its text, between tags such as `<think>` and `</think>`, to parts of its
/// own.
///
/// Many servers pass on what an open model writes as it is, reasoning included. Nobody who reads a reply may take that
/// for its text: not the person, nor what looks for tags or JSON in it.
///
/// A tag in quotation marks or backticks is text, and a text that begins with `{` has no tags: it is JSON. The output does not
/// depend on how the text is split into deltas.
package struct ReasoningSeparator: Sendable {
  /// Whether the text begins inside of reasoning: the template of some models ends with the opening tag, which is
  /// then missing in the reply.
  private var startsInside: Bool
  /// Whether a closing tag came without its opening one, so that the next reply of this model begins inside, too.
  private(set) package var lacksOpening = false

  /// The tag whose reasoning is being read, and how many of its kind are open; `nil` in text.
  private var inside: (tag: ReasoningTag?, depth: Int)?
  /// The start of what may become a tag, and blanks that may turn out to have nothing after them.
  private var held: [UInt8] = []
  /// The last byte of text that was passed on; `nil` before the first.
  private var lastByte: UInt8?
  /// The last byte of reasoning that was passed on.
  private var lastThought: UInt8?
  /// Opening tags on this line that were text, whose closing ones are text, too.
  private var literals: [ReasoningTag: Int] = [:]
  /// Whether the text began as JSON does.
  private var isJSON = false
  private var skipsBlanks = false

  /// The numbers of the parts that were passed on, by those of the source; `nil` for parts without content so far.
  private var numbers: [Int?] = []
  private var count = 0
  /// The part of the source whose text is being read.
  private var source: Int?
  /// The open part that reasoning goes to.
  private var reasoningPart: Int?
  /// Parts that are reasoning because the text is assumed to begin with some, which no tag has confirmed.
  private var assumedParts: [Int] = []
  /// The parts with text: those that a closing tag turns into reasoning.
  private var textParts: [Int] = []
  /// The open parts among ``textParts``.
  private var openTexts: Set<Int> = []

  /// Creates a separator for one reply.
  package init(startsInside: Bool = false) {
    self.startsInside = startsInside
    if startsInside { inside = (nil, 1) }
  }

  /// Returns whether a text can be passed on as it is.
  @inline(__always)
  private func isPlain(_ text: String) -> Bool {
    guard inside == nil, held.isEmpty, lastByte != nil, !skipsBlanks, literals.isEmpty else {
      return false
    }
    return !text.utf8.contains { ReasoningTag.canStart(with: $0) }
  }

  /// Processes an event and adds those that it results in.
  package mutating func take(_ event: ModelEvent, into output: inout [ModelEvent]) {
    switch event {
    case .partDelta(let index, .text(let text)):
      guard numbers.indices.contains(index), !text.isEmpty else { return }
      if source == index, let part = numbers[index], isPlain(text) {
        lastByte = text.utf8.last
        return output.append(.partDelta(index: part, delta: .text(text)))
      }
      begin(index, into: &output)
      read(held + Array(text.utf8), isEnd: false, into: &output)
    case .partStarted(let index, let kind):
      while numbers.count <= index { numbers.append(nil) }
      // Text begins with its first letter: all of it may be reasoning.
      guard kind != .text else { return }
      if kind == .reasoning { beginText() }
      numbers[index] = open(kind, into: &output)
    case .partDelta(let index, let delta):
      guard numbers.indices.contains(index), let part = numbers[index] else { return }
      output.append(.partDelta(index: part, delta: delta))
    case .partEnded(let index): end(index, into: &output)
    case .finished(let reason):
      flush(into: &output)
      closeReasoning(into: &output)
      // A reply that reached its end without leaving the reasoning had none. One that was cut may have had nothing else.
      if ![.length, .contextFull, .contentFilter].contains(reason) {
        for part in assumedParts { output.append(.partReclassified(index: part, kind: .text)) }
      }
      output.append(event)
    case .started, .usage, .warning, .partReclassified, .continued: output.append(event)
    }
  }

  /// A server that reports reasoning apart from the text leaves none in it.
  private mutating func beginText() {
    guard startsInside, inside?.tag == nil, reasoningPart == nil else { return }
    startsInside = false
    inside = nil
  }

  private mutating func open(_ kind: ModelPartKind, into output: inout [ModelEvent]) -> Int {
    defer { count += 1 }
    output.append(.partStarted(index: count, kind: kind))
    return count
  }

  /// Turns to a part of the source.
  private mutating func begin(_ index: Int, into output: inout [ModelEvent]) {
    guard source != index else { return }
    flush(into: &output)
    source = index
  }

  private mutating func end(_ index: Int, into output: inout [ModelEvent]) {
    guard numbers.indices.contains(index) else { return }
    if source == index {
      flush(into: &output)
      closeReasoning(into: &output)
      source = nil
    }
    guard let part = numbers[index] else { return }
    openTexts.remove(part)
    output.append(.partEnded(index: part))
  }

  // MARK: Text

  private mutating func flush(into output: inout [ModelEvent]) {
    let rest = held
    held = []
    read(rest, isEnd: true, into: &output)
  }

  private mutating func read(_ bytes: [UInt8], isEnd: Bool, into output: inout [ModelEvent]) {
    held = []
    var start = bytes.startIndex
    var position = start
    while position < bytes.endIndex {
      if start == position, isAtBlank(bytes, position) {
        // Blanks before the first letter wait for it: they may belong to nothing.
        let end = bytes[position...].firstIndex { !$0.isBlank } ?? bytes.endIndex
        if skipsBlanks {
          start = end
          position = end
          continue
        }
        if end == bytes.endIndex, !isEnd { return held = Array(bytes[start...]) }
        position = end
        continue
      }
      guard ReasoningTag.canStart(with: bytes[position]) else {
        position += 1
        continue
      }
      switch ReasoningTag.match(bytes[position...]) {
      case .none: position += 1
      case .partial where isEnd: position += 1
      case .partial:
        if isBeforeText, bytes[start..<position].allSatisfy(\.isBlank) {
          return held = Array(bytes[start...])
        }
        write(bytes[start..<position], into: &output)
        return held = Array(bytes[position...])
      case .empty(let length):
        guard !isJSON, !startsJSON(bytes[start..<position]),
          quotation(before: position, in: bytes, from: start) == nil
        else {
          position += length
          continue
        }
        write(before: bytes[start..<position], into: &output)
        position += length
        start = position
        if inside == nil { skipsBlanks = lastByte?.isBlank ?? true }
      case .opening(let tag, let length):
        guard opens(tag, at: position, in: bytes, from: start) else {
          position += length
          continue
        }
        write(before: bytes[start..<position], into: &output)
        position += length
        start = position
        inside = (tag, 1)
        skipsBlanks = false
      case .closing(_, let length)
      where !isEnd && position + length == bytes.endIndex
        && quotation(before: position, in: bytes, from: start) != nil:
        // The next byte tells whether the tag is quoted.
        write(bytes[start..<position], into: &output)
        return held = Array(bytes[position...])
      case .closing(let tag, let length):
        guard !isQuoted(position..<position + length, in: bytes, from: start),
          closes(tag, at: position, in: bytes, from: start)
        else {
          position += length
          continue
        }
        write(before: bytes[start..<position], into: &output)
        if inside == nil { reclassifyText(into: &output) }
        startsInside = false
        assumedParts = []
        closeReasoning(into: &output)
        inside = nil
        position += length
        start = position
        skipsBlanks = lastByte?.isBlank ?? true
      }
    }
    write(bytes[start...], into: &output)
  }

  /// Whether blanks at this position come before anything that is passed on.
  private func isAtBlank(_ bytes: [UInt8], _ position: Int) -> Bool {
    guard bytes[position].isBlank else { return false }
    return skipsBlanks || isBeforeText || inside != nil && reasoningPart == nil
  }

  /// Returns the quotation mark or backtick before a position; `nil` if there is none.
  private func quotation(before position: Int, in bytes: [UInt8], from start: Int) -> UInt8? {
    let before =
      position > start ? bytes[position - 1] : inside == nil ? lastByte : lastThought
    return before == UInt8(ascii: "`") || before == UInt8(ascii: "\"") ? before : nil
  }

  private func isQuoted(_ tag: Range<Int>, in bytes: [UInt8], from start: Int) -> Bool {
    guard let mark = quotation(before: tag.lowerBound, in: bytes, from: start),
      bytes.indices.contains(tag.upperBound)
    else { return false }
    return bytes[tag.upperBound] == mark
  }

  /// Returns whether an opening tag begins reasoning here.
  private mutating func opens(
    _ tag: ReasoningTag, at position: Int, in bytes: [UInt8], from start: Int
  ) -> Bool {
    if inside != nil {
      // Within the reasoning assumed at the start, the tag that the template left to the model.
      if inside?.tag == nil, reasoningPart == nil, bytes[start..<position].allSatisfy(\.isBlank) {
        inside = (tag, 1)
        return true
      }
      let isQuoted = quotation(before: position, in: bytes, from: start) != nil
      if inside?.tag == tag, !isQuoted { inside?.depth += 1 }
      return false
    }
    guard !isJSON, !startsJSON(bytes[start..<position]),
      quotation(before: position, in: bytes, from: start) == nil
    else {
      literals[tag, default: 0] += 1
      return false
    }
    return true
  }

  private func startsJSON(_ text: ArraySlice<UInt8>) -> Bool {
    lastByte == nil && text.first { !$0.isBlank } == UInt8(ascii: "{")
  }

  /// Returns whether a closing tag ends reasoning here.
  private mutating func closes(
    _ tag: ReasoningTag, at position: Int, in bytes: [UInt8], from start: Int
  ) -> Bool {
    guard let (open, depth) = inside else {
      if let count = literals[tag], count > 0 {
        literals[tag] = count - 1
        return false
      }
      if lastByte != nil || bytes[start..<position].contains(where: { !$0.isBlank }) {
        lacksOpening = true
      }
      return true
    }
    guard open == nil || open == tag else { return false }
    if open == nil { lacksOpening = true }
    inside?.depth -= 1
    return depth == 1
  }

  /// Writes what precedes a tag; blanks before the first letter belong to nothing.
  private mutating func write(before bytes: ArraySlice<UInt8>, into output: inout [ModelEvent]) {
    if isBeforeText, bytes.allSatisfy(\.isBlank) { return }
    write(bytes, into: &output)
  }

  /// Whether no text of the reply was passed on.
  private var isBeforeText: Bool { inside == nil && lastByte == nil }

  private mutating func write(_ bytes: ArraySlice<UInt8>, into output: inout [ModelEvent]) {
    guard let last = bytes.last else { return }
    if inside != nil {
      let words = reasoningPart == nil ? bytes.drop(while: \.isBlank) : bytes
      guard !words.isEmpty else { return }
      let part = reasoningPart ?? open(.reasoning, into: &output)
      reasoningPart = part
      lastThought = last
      let text = String(decoding: words, as: UTF8.self)
      return output.append(.partDelta(index: part, delta: .reasoning(text)))
    }
    skipsBlanks = false
    let text = String(decoding: bytes, as: UTF8.self)
    if startsJSON(bytes) { isJSON = true }
    if !isJSON, bytes.contains(0x0a) { literals = [:] }
    lastByte = last
    guard let source else { return }
    let part = numbers[source] ?? open(.text, into: &output)
    if numbers[source] == nil {
      numbers[source] = part
      textParts.append(part)
      openTexts.insert(part)
    }
    output.append(.partDelta(index: part, delta: .text(text)))
  }

  // MARK: Reasoning

  private mutating func closeReasoning(into output: inout [ModelEvent]) {
    guard let part = reasoningPart else { return }
    reasoningPart = nil
    if startsInside, inside != nil, inside?.tag == nil { assumedParts.append(part) }
    output.append(.partEnded(index: part))
  }

  /// Turns the text so far into reasoning: a closing tag without an opening one has shown that it was.
  private mutating func reclassifyText(into output: inout [ModelEvent]) {
    for part in textParts {
      output.append(.partReclassified(index: part, kind: .reasoning))
      if openTexts.remove(part) != nil { output.append(.partEnded(index: part)) }
    }
    for (index, part) in numbers.enumerated() {
      if let part, textParts.contains(part) { numbers[index] = nil }
    }
    textParts = []
    literals = [:]
    lastByte = nil
    isJSON = false
  }
}

extension [ModelEvent] {
  /// The events with the reasoning in their text in parts of its own.
  var withSeparateReasoning: [ModelEvent] {
    var separator = ReasoningSeparator()
    return reduce(into: []) { separator.take($1, into: &$0) }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0a || self == 0x0d }
}
