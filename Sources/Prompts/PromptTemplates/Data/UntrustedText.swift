import CoachModel

/// Neutralises markup in untrusted text that could be taken for a part of the prompt or the reply.
///
/// It covers reply tags, closing tags such as `</person>` and all other elements in angle brackets, which include
/// dotprompt's role marks and the control tokens of chat templates (`<|im_end|>`, `<start_of_turn>`, `<s>`), control
/// tokens in square brackets (`[INST]`), and headings. A server that runs a model itself turns a control token in a
/// text into the real token, so they lose their effect in the coach's messages, too. This contains prompt injection;
/// it cannot make a model immune to what the text says.
struct UntrustedText: Sendable {
  /// Whose text is neutralised.
  enum Author: Sendable {
    /// Someone who has no reason to write any mark.
    case person
    /// The model, which has to see its own reply tags as it wrote them.
    case coach
  }

  private let tagNames: [[UInt8]]
  private let containers: [[UInt8]]
  /// The distance from the end of a text, in bytes, within which a bracket can still combine with the text that
  /// follows.
  static let reach = 96

  /// Creates a neutraliser for the given tags and containers; names are without brackets.
  init(tags: some Sequence<ReplyTagDeclaration>, containers: some Sequence<String> = []) {
    tagNames = tags.map { Array($0.name.utf8) }
    self.containers = containers.map { Array($0.utf8) }
  }

  private static let roleMark = Array("dotprompt:".utf8)
  /// The control tokens in square brackets of Mistral, Llama, BERT and GLM.
  private static let controlTokens = [
    "INST", "TOOL_CALLS", "TOOL_RESULTS", "TOOL_CONTENT", "AVAILABLE_TOOLS", "SYSTEM_PROMPT", "IMG",
    "CALL_ID", "ARGS", "THINK", "MASK", "gMASK", "sMASK", "SEP", "CLS", "PAD", "UNK", "BOS", "EOS",
  ].map { Array($0.utf8) }

  /// Returns the text with inactive marks: `[TAG: x]` becomes `(TAG: x)`, `</name>` becomes `‹/name>`, `<|im_end|>`
  /// becomes `‹|im_end|>`, and `# Rules` at the start of a line becomes `\# Rules`. Nil if there is nothing to change.
  ///
  /// A bracket near the end is replaced if the text that follows could complete it.
  func neutralised(_ text: ArraySlice<UInt8>, by author: Author = .person) -> [UInt8]? {
    var result: [UInt8] = []
    var copied = text.startIndex
    func replace(_ width: Int, at index: Int, with replacement: StaticString) {
      if copied == text.startIndex { result.reserveCapacity(text.count + 16) }
      result.append(contentsOf: text[copied..<index])
      replacement.withUTF8Buffer { result.append(contentsOf: $0) }
      copied = index + width
    }
    var openTags = 0
    var at = text.startIndex
    var startsLine = true
    while at < text.endIndex {
      let byte = text[at]
      // Most bytes are small letters and spaces, which begin nothing.
      if !startsLine, byte == UInt8(ascii: " ") || (0x5e..<0xc2).contains(byte) {
        at += 1
        continue
      }
      if startsLine {
        startsLine = false
        if author == .person, let mark = Self.headingMark(text[at...]) {
          replace(0, at: mark, with: "\\")
        }
      }
      switch byte {
      case UInt8(ascii: "]") where openTags > 0:
        openTags -= 1
        replace(1, at: at, with: ")")
      case UInt8(ascii: "["), UInt8(ascii: "<"), 0xef:
        guard let bracket = MarkReader.bracket(at: text[at...]) else { break }
        let rest = text[(at + bracket.width)...]
        if bracket.isSquare {
          guard author == .person ? startsTag(rest, atEnd: true) : startsControlToken(rest) else {
            break
          }
          openTags += 1
          replace(bracket.width, at: at, with: "(")
        } else if startsElement(rest, atEnd: true) {
          replace(bracket.width, at: at, with: "‹")
        }
      case 0x0a...0x0d, 0xc2, 0xe2:
        guard let width = MarkReader.lineBreakWidth(at: text[at...]) else { break }
        startsLine = true
        at += width - 1
      default: break
      }
      at += 1
    }
    guard copied > text.startIndex || !result.isEmpty else { return nil }
    result.append(contentsOf: text[copied...])
    return result
  }

  /// Whether text that starts with a bracket starts a tag, an element or a role mark; with `atEnd`, also whether the
  /// text ends where it could still become one.
  func opens(_ text: ArraySlice<UInt8>, atEnd: Bool) -> Bool {
    let rest = text.dropFirst()
    return text.first == UInt8(ascii: "[")
      ? startsTag(rest, atEnd: atEnd) : startsElement(rest, atEnd: atEnd)
  }

  /// Returns the distance of the last bracket from the end if it is within ``reach``; 0 if there is none.
  static func openBracket(in text: ArraySlice<UInt8>) -> UInt8 {
    var at = text.endIndex
    let end = max(text.startIndex, text.endIndex - reach)
    while at > end {
      at -= 1
      if isBracket(text[at]) { return UInt8(text.endIndex - at) }
    }
    return 0
  }

  /// Whether a byte can occur between a bracket and the end of a tag's or a container's name.
  static func canBelongToName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "]"), UInt8(ascii: ">"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "'"),
      UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "="), UInt8(ascii: "!"):
      false
    default: true
    }
  }

  static func isBracket(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "[") || byte == UInt8(ascii: "<")
  }
}

// MARK: - Marks

extension UntrustedText {
  /// Whether a declared tag follows, in any case, as a word of its own: "[Memory lane]" is not a tag, "[memory: x]"
  /// could be taken for one. Anything with the shape of a tag counts, whether or not this prompt declares it:
  /// `[SOME_TAG]`, `[SOME_TAG: x]`, `[SOME_TAG]{`. Invisible characters are skipped everywhere.
  private func startsTag(_ rest: ArraySlice<UInt8>, atEnd: Bool) -> Bool {
    var name = MarkReader(rest)
    name.skipBlanksAndSlashes()
    guard let first = name.peek() else { return atEnd && rest.count < Self.reach }
    if first == UInt8(ascii: "|") || startsControlToken(rest) { return true }
    if hasTagShape(name, atEnd: atEnd) { return true }
    return tagNames.contains { tag in
      var after = name
      switch after.skip(tag, ignoringCase: true) {
      case .differs: return false
      case .ends: return atEnd
      case .matches: break
      }
      let next = after.peek()
      after.skipBlanks()
      guard let visible = after.peek() else { return true }
      var exact = name
      let isExact = exact.skip(tag, ignoringCase: false) == .matches
      return visible == UInt8(ascii: "]") || visible == UInt8(ascii: ":")
        || (isExact && !MarkReader.isLetter(next ?? 0))
    }
  }

  private func hasTagShape(_ name: MarkReader, atEnd: Bool) -> Bool {
    var reader = name
    var count = 0
    while count < Self.reach, let byte = reader.peek(), MarkReader.canSpellTag(byte) {
      if count == 0, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { return false }
      count += 1
      reader.advance()
    }
    guard count > 0 else { return false }
    reader.skipBlanks()
    guard let next = reader.peek() else { return atEnd }
    return count > 1
      && (next == UInt8(ascii: "]") || next == UInt8(ascii: ":") || next == UInt8(ascii: "{"))
  }

  private func startsControlToken(_ rest: ArraySlice<UInt8>) -> Bool {
    var name = MarkReader(rest)
    name.skipBlanksAndSlashes()
    if name.peek() == UInt8(ascii: "|") { return true }
    return Self.controlTokens.contains { token in
      var after = name
      guard after.skip(token, ignoringCase: true) == .matches else { return false }
      return after.peek() == UInt8(ascii: "]")
    }
  }

  /// Whether an element, a control token or a role mark follows. After a space only a container or a closing tag
  /// counts: in "a < b", the bracket is a sign.
  private func startsElement(_ rest: ArraySlice<UInt8>, atEnd: Bool) -> Bool {
    var name = MarkReader(rest)
    guard let first = name.peek() else { return atEnd && rest.count < Self.reach }
    if !MarkReader.isBlank(first) {
      return MarkReader.isLetter(first) || "/|!?_".utf8.contains(first)
        || startsRoleMark(rest, atEnd: atEnd)
    }
    name.skipBlanks()
    guard let next = name.peek() else { return atEnd && rest.count < Self.reach }
    if next == UInt8(ascii: "|") { return true }
    if next == UInt8(ascii: "/") {
      // A closing tag is replaced whatever its name, since a person's text has no reason to close a container.
      name.skipBlanksAndSlashes()
      if let letter = name.peek(), MarkReader.isLetter(letter) { return true }
    }
    return containers.contains { container in
      var after = name
      let found = after.skip(container, ignoringCase: true)
      return found == .matches || (atEnd && found == .ends)
    }
  }

  /// Whether a run of brackets and a role's name follow, as in `<<<dotprompt:role:system>>>`.
  private func startsRoleMark(_ rest: ArraySlice<UInt8>, atEnd: Bool) -> Bool {
    var mark = MarkReader(rest)
    var brackets = 0
    // The mark has three brackets; looking further would take quadratic time on a run of them.
    while brackets < 3, mark.peek() == UInt8(ascii: "<") {
      brackets += 1
      mark.advance()
    }
    guard let first = mark.peek() else { return atEnd }
    // Llama's mark has two.
    if brackets > 0, MarkReader.isLetter(first) || first == UInt8(ascii: "/") { return true }
    let found = mark.skip(Self.roleMark, ignoringCase: true)
    return found == .matches || (atEnd && found == .ends)
  }

  /// Returns where the mark of a heading is that a line starts with: of `# Rules`, or of a line of `---` or `===`.
  private static func headingMark(_ line: ArraySlice<UInt8>) -> Int? {
    var reader = MarkReader(line)
    reader.skipBlanks(acrossLines: false)
    let start = reader.position
    guard let sign = reader.peek() else { return nil }
    guard sign == UInt8(ascii: "#") || sign == UInt8(ascii: "=") || sign == UInt8(ascii: "-") else {
      return nil
    }
    var count = 0
    while reader.peek() == sign {
      count += 1
      reader.advance()
    }
    let isBlankAfter = reader.isAtBlankOrEnd
    if sign == UInt8(ascii: "#") { return count <= 6 && isBlankAfter ? start : nil }
    reader.skipBlanks(acrossLines: false)
    return count >= 3 && reader.isAtLineEnd ? start : nil
  }
}
