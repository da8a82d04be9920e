/// A tag with which a model marks reasoning inside its text, in one of the spellings that models were trained on.
enum ReasoningTag: Hashable {
  /// `<think>`, with any of ``names``, in any letter case, with spaces and attributes.
  case element(name: String)
  /// A pair of fixed texts, by its index in ``pairs``.
  case pair(Int)

  /// What stands at the start of some bytes.
  enum Match {
    case none
    /// The start of a tag whose rest may still arrive.
    case partial
    case opening(ReasoningTag, length: Int)
    case closing(ReasoningTag, length: Int)
    /// An element without content.
    case empty(length: Int)
  }

  /// The names of elements: those of DeepSeek, Qwen and most others, and their variants.
  private static let names: [[UInt8]] = [
    "think", "thinking", "thought", "thoughts", "reasoning", "seed:think", "antml:thinking",
  ].map { Array($0.utf8) }

  /// Fixed texts: Magistral, Kimi-VL, OpenThinker, Command A, gpt-oss without a parser, Gemma 4.
  private static let pairs: [(opening: [UInt8], closing: [UInt8])] = [
    ("[THINK]", "[/THINK]"), ("◁think▷", "◁/think▷"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"), ("<|START_THINKING|>", "<|END_THINKING|>"),
    ("<|channel|>analysis<|message|>", "<|channel|>final<|message|>"),
    ("<|channel>thought", "<channel|>"),
  ].map { (opening: Array($0.0.utf8), closing: Array($0.1.utf8)) }

  /// The most bytes between a name and the end of its tag.
  private static let maximumAttributes = 64

  /// Whether a tag can start with this byte.
  @inline(__always)
  static func canStart(with byte: UInt8) -> Bool { byte == 0x3c || byte == 0x5b || byte == 0xe2 }

  /// Returns the tag at the start of some bytes.
  static func match(_ bytes: ArraySlice<UInt8>) -> Match {
    var isPartial = false
    for (index, pair) in pairs.enumerated() {
      for (text, isOpening) in [(pair.opening, true), (pair.closing, false)] {
        switch compare(bytes, with: text) {
        case .orderedSame:
          return isOpening
            ? .opening(.pair(index), length: text.count)
            : .closing(.pair(index), length: text.count)
        case .isStart: isPartial = true
        case .differs: break
        }
      }
    }
    let element = bytes.first == UInt8(ascii: "<") ? matchElement(bytes) : .none
    if case .none = element, isPartial { return .partial }
    return element
  }

  private enum Comparison { case orderedSame, isStart, differs }

  /// Compares the start of some bytes with a text.
  private static func compare(_ bytes: ArraySlice<UInt8>, with text: [UInt8]) -> Comparison {
    var position = bytes.startIndex
    for byte in text {
      guard position < bytes.endIndex else { return .isStart }
      guard bytes[position] == byte else { return .differs }
      position += 1
    }
    return .orderedSame
  }

  private static func matchElement(_ bytes: ArraySlice<UInt8>) -> Match {
    var rest = bytes.dropFirst()
    rest = rest.drop { $0 == 0x20 }
    let isClosing = rest.first == UInt8(ascii: "/")
    if isClosing { rest = rest.dropFirst().drop { $0 == 0x20 } }
    let name = rest.prefix { $0.isNamePart }.map(\.lowercased)
    guard name.count < rest.count else {
      return names.contains { $0.starts(with: name) } ? .partial : .none
    }
    guard names.contains(name) else { return .none }
    rest = rest.dropFirst(name.count)
    // `<thought-bubble>` is another element.
    guard let next = rest.first, next.endsName else { return .none }
    let attributes = rest.prefix { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "<") }
    guard attributes.count <= maximumAttributes else { return .none }
    guard attributes.count < rest.count else { return .partial }
    guard rest[attributes.endIndex] == UInt8(ascii: ">") else { return .none }
    let length = attributes.endIndex + 1 - bytes.startIndex
    let tag = ReasoningTag.element(name: String(decoding: name, as: UTF8.self))
    if isClosing { return .closing(tag, length: length) }
    return attributes.last == UInt8(ascii: "/")
      ? .empty(length: length) : .opening(tag, length: length)
  }
}

extension UInt8 {
  fileprivate var lowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }

  fileprivate var endsName: Bool {
    [0x20, 0x09, 0x0a, 0x0d, UInt8(ascii: "/"), UInt8(ascii: ">")].contains(self)
  }

  fileprivate var isNamePart: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased) || self == UInt8(ascii: ":")
  }
}
