import CoachModel

/// Neutralises markup in untrusted text that could be taken for a part of the prompt or the reply.
///
/// It covers reply tags, all closing tags such as `</person>` and the opening tags of the template's containers, and
/// dotprompt's role marks, which other runtimes would obey. This contains prompt injection; it cannot make a model
/// immune to what the text says.
struct UntrustedText: Sendable {
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

  /// Returns the text with inactive brackets: `[TAG: x]` becomes `(TAG: x)`, `</name>` becomes `‹/name>`,
  /// `<<<dotprompt:` becomes `‹‹‹dotprompt:`. Nil if the text contains no bracket.
  ///
  /// A bracket near the end is replaced if the text that follows could complete it.
  func neutralised(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard let first = text.firstIndex(where: Self.isBracket) else { return nil }
    var result = Array(text[..<first])
    result.reserveCapacity(text.count + 8)
    var openTags = 0
    for at in first..<text.endIndex {
      let byte = text[at]
      switch byte {
      case UInt8(ascii: "[") where opens(text[at...], atEnd: true):
        openTags += 1
        result.append(UInt8(ascii: "("))
      case UInt8(ascii: "]") where openTags > 0:
        openTags -= 1
        result.append(UInt8(ascii: ")"))
      case UInt8(ascii: "<") where opens(text[at...], atEnd: true):
        result.append(contentsOf: "‹".utf8)
      default: result.append(byte)
      }
    }
    return result
  }

  /// Whether text that starts with a bracket starts a tag, a container or a role mark; with `atEnd`, also whether the
  /// text ends where it could still become one.
  func opens(_ text: ArraySlice<UInt8>, atEnd: Bool) -> Bool {
    let rest = text.dropFirst()
    return text.first == UInt8(ascii: "[")
      ? startsTag(rest, atEnd: atEnd)
      : startsContainer(rest, atEnd: atEnd) || startsRoleMark(rest, atEnd: atEnd)
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

  /// Whether a declared tag follows, in any case, as a word of its own: "[Memory lane]" is not a tag, "[memory: x]"
  /// could be taken for one. Anything with the shape of a tag counts, whether or not this prompt declares it:
  /// `[SOME_TAG]`, `[SOME_TAG: x]`, `[SOME_TAG]{`.
  private func startsTag(_ rest: ArraySlice<UInt8>, atEnd: Bool) -> Bool {
    let name = Self.skippingBlanksAndSlashes(rest)
    if atEnd, name.isEmpty, rest.count < Self.reach { return true }
    if hasTagShape(name, atEnd: atEnd) { return true }
    return tagNames.contains { tag in
      guard name.startsIgnoringCase(tag) else { return atEnd && name.isBeginning(of: tag) }
      let after = name.dropFirst(tag.count)
      guard let next = after.withoutLeadingBlanks.first else { return true }
      let isExact = name.starts(with: tag)
      return next == UInt8(ascii: "]") || next == UInt8(ascii: ":")
        || (isExact && !Self.isLetter(after.first ?? 0))
    }
  }

  private func hasTagShape(_ name: ArraySlice<UInt8>, atEnd: Bool) -> Bool {
    let isNameByte: (UInt8) -> Bool = { byte in
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "_")
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    let word = name.prefix(Self.reach).prefix(while: isNameByte)
    guard let first = word.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
      return false
    }
    let after = name.dropFirst(word.count).withoutLeadingBlanks
    guard let next = after.first else { return atEnd }
    return word.count > 1
      && (next == UInt8(ascii: "]") || next == UInt8(ascii: ":") || next == UInt8(ascii: "{"))
  }

  private func startsContainer(_ rest: ArraySlice<UInt8>, atEnd: Bool) -> Bool {
    let name = Self.skippingBlanksAndSlashes(rest)
    if atEnd, name.isEmpty, rest.count < Self.reach { return true }
    // A closing tag is replaced whatever its name, since a person's text has no reason to close a container.
    if rest.withoutLeadingBlanks.first == UInt8(ascii: "/"),
      name.first.map(Self.isLetter) ?? false
    {
      return true
    }
    return containers.contains {
      name.startsIgnoringCase($0) || (atEnd && name.isBeginning(of: $0))
    }
  }

  private func startsRoleMark(_ rest: ArraySlice<UInt8>, atEnd: Bool) -> Bool {
    // The mark has three brackets; looking further would take quadratic time on a run of them.
    let mark = rest.prefix(16).drop { $0 == UInt8(ascii: "<") }
    return mark.startsIgnoringCase(Self.roleMark)
      || (atEnd && mark.endIndex == rest.endIndex && mark.isBeginning(of: Self.roleMark))
  }

  private static func skippingBlanksAndSlashes(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes.withoutLeadingBlanks
    while rest.first == UInt8(ascii: "/") { rest = rest.dropFirst().withoutLeadingBlanks }
    return rest
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte >= 0x80
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without leading whitespace, including Unicode spaces and invisible characters, which a model skips
  /// like a space.
  fileprivate var withoutLeadingBlanks: ArraySlice<UInt8> {
    var rest = self
    while let first = rest.first {
      if first.isASCIIBlank {
        rest = rest.dropFirst()
      } else if first >= 0x80, let width = rest.blankWidth {
        rest = rest.dropFirst(width)
      } else {
        break
      }
    }
    return rest
  }

  /// The width in bytes of a leading non-ASCII space or invisible character; nil if there is none.
  private var blankWidth: Int? {
    let bytes = prefix(3).map { $0 }
    guard bytes.count >= 2 else { return nil }
    if bytes[0] == 0xc2, bytes[1] == 0xa0 { return 2 }
    guard bytes.count == 3 else { return nil }
    return switch (bytes[0], bytes[1], bytes[2]) {
    case (0xe2, 0x80, 0x80...0x8f), (0xe2, 0x80, 0xa8...0xaf), (0xe2, 0x81, 0x9f...0xa4),
      (0xe1, 0x9a, 0x80), (0xe3, 0x80, 0x80), (0xef, 0xbb, 0xbf):
      3
    default: nil
    }
  }

  /// Whether the bytes start with a word, ignoring ASCII case.
  fileprivate func startsIgnoringCase(_ word: [UInt8]) -> Bool {
    count >= word.count && agrees(with: word)
  }

  /// Whether the bytes are a proper prefix of a word, ignoring ASCII case.
  fileprivate func isBeginning(of word: [UInt8]) -> Bool {
    count < word.count && agrees(with: word)
  }

  private func agrees(with word: [UInt8]) -> Bool {
    func lower(_ byte: UInt8) -> UInt8 {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
    return zip(self, word).allSatisfy { lower($0) == lower($1) }
  }
}
