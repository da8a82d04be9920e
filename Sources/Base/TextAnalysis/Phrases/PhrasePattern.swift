/// A phrase with choices and gaps: `my (mum|dad) hits me`, `<family> hits me`, `I want .. to die`.
///
/// Choices stand in parentheses, and an empty one makes the words optional; a name between `<` and `>` refers to a
/// group of the files. Two periods stand for up to three words, `..6` for up to six. Nothing nests: a reader has to
/// see at a glance what a phrase matches.
package struct PhrasePattern: Sendable {
  /// A part of a phrase.
  enum Part: Sendable, Hashable {
    /// One of these texts; an empty one makes the part optional.
    case choices([String])
    /// Up to this many words, not counting fillers.
    case gap(Int)
  }

  /// The reason why a pattern is invalid.
  struct Problem: Error {
    var message: String
    var hint: String
  }

  /// The length of a gap that is written without a number.
  static let usualGap = 3
  /// The maximum length of a gap: words further apart have little to do with each other.
  static let maximumGap = 8

  private(set) var parts: [Part] = []

  init(_ text: String, groups: [String: [String]]) throws(Problem) {
    var rest = Substring(text)
    while let mark = rest.utf8.firstIndex(where: Self.isMark) {
      let opening = rest.unicodeScalars[mark]
      try appendWords(rest[..<mark])
      guard opening == "(" || opening == "<" else {
        throw Problem(
          message: "'\(opening)' has no opening bracket",
          hint: "choices are written (one|another), groups <name>")
      }
      rest = rest[rest.utf8.index(after: mark)...]
      let closing = UInt8(ascii: opening == "(" ? ")" : ">")
      guard let close = rest.utf8.firstIndex(of: closing) else {
        throw Problem(message: "'\(opening)' is not closed", hint: "close it in the same phrase")
      }
      let inner = rest[..<close]
      guard !inner.utf8.contains(where: { $0 != UInt8(ascii: "|") && Self.isMark($0) }) else {
        throw Problem(message: "choices are nested", hint: "write two phrases")
      }
      parts.append(
        .choices(opening == "(" ? Self.choices(inner) : try Self.group(inner, in: groups)))
      rest = rest[rest.utf8.index(after: close)...]
    }
    try appendWords(rest)
    let mayBeEmpty = { (part: Part) in
      if case .choices(let texts) = part {
        texts.contains { $0.utf8.allSatisfy { $0 == UInt8(ascii: " ") } }
      } else {
        false
      }
    }
    guard case .choices? = parts.drop(while: mayBeEmpty).first,
      case .choices? = parts.reversed().drop(while: mayBeEmpty).first
    else {
      throw Problem(
        message: "a phrase begins or ends with a gap", hint: "begin and end it with words")
    }
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: ")"), UInt8(ascii: ">"),
      UInt8(ascii: "|"):
      true
    default: false
    }
  }

  /// Appends literal words, and the gaps between them.
  private mutating func appendWords(_ text: Substring) throws(Problem) {
    var words: [Substring] = []
    for word in text.utf8.split(separator: UInt8(ascii: " ")).map(Substring.init) {
      guard word.utf8.starts(with: "..".utf8) else {
        words.append(word)
        continue
      }
      if !words.isEmpty { parts.append(.choices([words.joined(separator: " ")])) }
      words = []
      let number = word.dropFirst(2)
      guard let length = number.isEmpty ? Self.usualGap : Int(number),
        (1...Self.maximumGap).contains(length)
      else {
        throw Problem(
          message: "'\(word)' is not a gap", hint: "write .. or ..1 to ..\(Self.maximumGap)")
      }
      parts.append(.gap(length))
    }
    if !words.isEmpty { parts.append(.choices([words.joined(separator: " ")])) }
  }

  private static func choices(_ text: Substring) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  private static func group(
    _ name: Substring, in groups: [String: [String]]
  ) throws(Problem) -> [String] {
    guard let group = groups[String(name)] else {
      throw Problem(
        message: "there is no group '\(name)'",
        hint: "known: \(groups.keys.sorted().joined(separator: ", "))")
    }
    return group
  }
}
