import TextAnalysis

/// A streaming segmenter that splits a reply into sentences at the same places as ``ReplySentences``.
///
/// A single character decides whether a sentence has ended, so the boundaries do not depend on how the reply is split
/// into pieces. A sentence that does not end is emitted in parts, each of which is judged with the text around it: a
/// phrase that spans a boundary is seen as a whole, and starts in one part only.
struct SentenceSegmenter: Sendable {
  /// The length in bytes at which part of an unfinished sentence is emitted.
  static let window = 600
  /// The number of bytes held back at that point, and of emitted bytes kept as context.
  static let overlap = 200

  /// What is known about the end of the sentence.
  private enum Ending {
    /// No terminator was read.
    case none
    /// A terminator was read, possibly with closing punctuation.
    case mark
    /// Whitespace was read after the terminator.
    case whitespace
    /// Opening punctuation was read after the whitespace.
    case opening
    /// A terminator was read that ends a sentence whatever follows, possibly with closing punctuation.
    case wideMark
    /// Whitespace was read after such a terminator.
    case wideBlanks
  }

  private var pending: [Unicode.Scalar] = []
  private var context: [Unicode.Scalar] = []
  private var width = 0
  private var offset = 0
  private var ending = Ending.none
  private var isLineStart = true
  private var isContinued = false

  /// Adds a character and returns the stretches that can be judged now.
  mutating func feed(_ scalar: Unicode.Scalar) -> [ReplyStretch] {
    guard scalar != "\n" else { return endLine(with: scalar) }
    pending.append(scalar)
    width += UTF8.width(scalar)
    if isDecisive(scalar) {
      let cut = cutPending()
      if cut.sentences.count > 1 { return complete(cut) }
    }
    return width >= Self.window ? [part()] : []
  }

  /// Ends the reply and returns the stretches that are left.
  mutating func finish() -> [ReplyStretch] {
    pending.isEmpty ? [] : endLine(with: nil)
  }

  /// Updates the state and returns whether a character settles if the terminator before it ended a sentence.
  private mutating func isDecisive(_ scalar: Unicode.Scalar) -> Bool {
    let isBlank = scalar.properties.isWhitespace
    switch ending {
    case .none: break
    case .mark:
      if isBlank { ending = .whitespace }
      if isBlank || SentenceEnds.isCloser(scalar, afterWideMark: false) { return false }
    case .whitespace:
      if !isBlank, SentenceEnds.isOpener(scalar) { ending = .opening }
      if isBlank || ending == .opening { return false }
    case .opening:
      if SentenceEnds.isOpener(scalar) { return false }
    case .wideMark:
      if isBlank { ending = .wideBlanks }
      let isMore =
        SentenceEnds.isMark(scalar) || SentenceEnds.isCloser(scalar, afterWideMark: true)
      if isBlank || isMore { return false }
    case .wideBlanks:
      if isBlank { return false }
    }
    let wasOpen = ending != .none && ending != .mark
    ending =
      SentenceEnds.isWideMark(scalar) ? .wideMark : SentenceEnds.isMark(scalar) ? .mark : .none
    return wasOpen
  }

  private typealias Cut = (sentences: [[Unicode.Scalar]], isListItem: Bool)

  /// Splits the pending text into sentences; a list marker counts at the beginning of a line only.
  private func cutPending() -> Cut {
    guard !pending.isEmpty else { return ([], false) }
    guard !isLineStart else {
      let cut = ReplySentences(pending)
      return (cut.sentences, cut.isListItem)
    }
    // The comma is neither a list marker nor a letter, so that a leading `3.` or `A.` is not misread.
    var sentences = ReplySentences([","] + pending).sentences
    if !sentences.isEmpty { sentences[0].removeFirst() }
    return (sentences, false)
  }

  /// Returns all sentences but the last, which stays pending.
  private mutating func complete(_ cut: Cut) -> [ReplyStretch] {
    let stretches = cut.sentences.dropLast().map { sentence in
      stretch(sentence, isEnd: true, isListItem: cut.isListItem)
    }
    pending = cut.sentences.last ?? []
    return stretches
  }

  private mutating func endLine(with end: Unicode.Scalar?) -> [ReplyStretch] {
    let cut = cutPending()
    var sentences = cut.sentences
    if let end {
      if sentences.isEmpty { sentences.append([]) }
      sentences[sentences.count - 1].append(end)
      width += UTF8.width(end)
    }
    var stretches = sentences.map { sentence in
      stretch(sentence, isEnd: true, isListItem: cut.isListItem)
    }
    if end != nil, !stretches.isEmpty { stretches[stretches.count - 1].endsLine = true }
    pending.removeAll(keepingCapacity: true)
    (ending, isLineStart) = (.none, true)
    return stretches
  }

  /// Creates a stretch and advances the state past it.
  private mutating func stretch(
    _ text: [Unicode.Scalar], isEnd: Bool, isListItem: Bool
  ) -> ReplyStretch {
    let stretch = ReplyStretch(
      text: text, before: context, offset: offset, isBeginning: !isContinued, isEnd: isEnd,
      isListItem: isLineStart && isListItem, endsLine: false)
    let count = text.reduce(0) { $0 + UTF8.width($1) }
    (offset, width) = (offset + count, width - count)
    (isLineStart, isContinued) = (false, !isEnd)
    context = isEnd ? [] : Self.end(of: context + text)
    return stretch
  }

  /// Returns the first part of an unfinished sentence, cut at whitespace if there is any.
  private mutating func part() -> ReplyStretch {
    var (count, bytes, joint) = (0, 0, 0)
    while bytes < Self.window - Self.overlap, count < pending.count {
      bytes += UTF8.width(pending[count])
      count += 1
      if pending[count - 1].properties.isWhitespace { joint = count }
    }
    if joint == 0 { joint = count }
    let isListItem = cutPending().isListItem
    var part = stretch(Array(pending[..<joint]), isEnd: false, isListItem: isListItem)
    pending.removeFirst(joint)
    part.after = pending
    return part
  }

  /// Returns the last characters of a text, from whitespace on if there is any.
  private static func end(of text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var (start, bytes) = (text.count, 0)
    while start > 0, bytes < overlap {
      start -= 1
      bytes += UTF8.width(text[start])
    }
    guard start > 0 else { return text }
    let joint = text[start...].firstIndex { $0.properties.isWhitespace }
    return Array(text[(joint ?? start)...])
  }
}
