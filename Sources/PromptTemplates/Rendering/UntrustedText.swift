import Conversations

/// Makes inert what a person's text could use to pass for something else.
///
/// Three things: the reply tags of the prompt's contract, the closers of the containers that the
/// template wraps such text in, and dotprompt's role marks (which other runtimes would obey).
/// This contains; it cannot make a model immune to what the words say.
struct UntrustedText: Sendable {
  private let tagNames: [[UInt8]]
  private let containers: [[UInt8]]

  /// Protects the given tags and containers (named without angle brackets).
  init(tags: some Sequence<ReplyTagDeclaration>, containers: some Sequence<String> = []) {
    tagNames = tags.map { Array($0.name.utf8) }
    self.containers = containers.map { Array($0.utf8) }
  }

  /// The same words with brackets that no longer act: `[TAG: x]` becomes `(TAG: x)`, `</name>`
  /// becomes `‹/name>`, `<<<dotprompt:` becomes `‹‹‹dotprompt:`.
  func neutralised(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "<") }) else {
      return text
    }
    var result: [UInt8] = []
    var openTags = 0
    for (at, byte) in bytes.enumerated() {
      let rest = bytes[(at + 1)...]
      switch byte {
      case UInt8(ascii: "[") where startsTag(rest):
        openTags += 1
        result.append(UInt8(ascii: "("))
      case UInt8(ascii: "]") where openTags > 0:
        openTags -= 1
        result.append(UInt8(ascii: ")"))
      case UInt8(ascii: "<") where startsContainer(rest) || startsRoleMark(bytes[at...]):
        result.append(contentsOf: "‹".utf8)
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether a declared tag follows, in whatever case, as a word of its own: "[Memory lane]" is no
  /// tag, "[memory: x]" could be taken for one.
  private func startsTag(_ rest: ArraySlice<UInt8>) -> Bool {
    let name = Self.skippingBlanksAndSlashes(rest)
    return tagNames.contains { tag in
      guard name.startsIgnoringCase(tag) else { return false }
      let after = name.dropFirst(tag.count)
      guard let next = after.drop(while: Self.isBlank).first else { return true }
      let isExact = name.starts(with: tag)
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains((after.first ?? 0) | 0x20)
      return next == UInt8(ascii: "]") || next == UInt8(ascii: ":") || (isExact && !isLetter)
    }
  }

  private func startsContainer(_ rest: ArraySlice<UInt8>) -> Bool {
    let name = Self.skippingBlanksAndSlashes(rest)
    return containers.contains { name.startsIgnoringCase($0) }
  }

  private static func skippingBlanksAndSlashes(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes.drop { isBlank($0) || $0 == UInt8(ascii: "/") }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0d).contains(byte)
  }

  private func startsRoleMark(_ rest: ArraySlice<UInt8>) -> Bool {
    // The mark has three; looking further would make a run of them cost its square.
    let mark = rest.prefix(16).drop { $0 == UInt8(ascii: "<") }
    return mark.startsIgnoringCase(Array("dotprompt:".utf8))
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes start with ASCII letters, whatever their case.
  fileprivate func startsIgnoringCase(_ word: [UInt8]) -> Bool {
    func lower(_ byte: UInt8) -> UInt8 {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
    return count >= word.count && zip(self, word).allSatisfy { lower($0) == lower($1) }
  }
}
