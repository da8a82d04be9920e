import TestKit

/// A way to break a domain file.
enum DomainMutation: String, CaseIterable {
  // These break any file.
  case doubledKey, misspeltKey, lostPart, otherType, emptyText, noValue, badNumber, wrongID
  case unknownKey, secondDocument, invalidByte, invisibleSign, fewExamples, unknownAlias, customTag
  // These may leave one that is valid and says something else.
  case lostLine, movedLine, cut, tab, quote, bracket

  static let breaking: [DomainMutation] = [
    .doubledKey, .misspeltKey, .lostPart, .otherType, .emptyText, .noValue, .badNumber, .wrongID,
    .unknownKey, .secondDocument, .invalidByte, .invisibleSign, .fewExamples, .unknownAlias,
    .customTag,
  ]

  private static let textKeys = [
    "name", "description", "tone", "methodology", "personality", "prompt_section",
  ]
  private static let parts = textKeys + ["id", "routing", "guardrails", "style", "starters"]
  /// Keys as they stand in a file, with what is before them.
  private static let keys =
    parts.map { "\n\($0):" } + ["keywords", "hints", "examples", "negatives"].map { "\n  \($0):" }
    + ["brief_detailed:", "action_reflective:"]

  /// The file after the mutation.
  func applied(to bytes: [UInt8], _ numbers: inout SplitMix) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    switch self {
    case .invalidByte, .invisibleSign:
      // At the beginning of a line no character of several bytes is cut.
      var broken = bytes
      let signs: [UInt8] = self == .invalidByte ? [0xff, 0xfe, 0xc0] : [1, 7, 0x7f]
      let sign = numbers.pick(signs)
      broken.insert(sign, at: Self.lineStart(bytes, &numbers))
      return broken
    case .cut: return Array(bytes.prefix(1 + numbers.below(bytes.count - 1)))
    default: return Array(edited(text, &numbers).utf8)
    }
  }

  private func edited(_ text: String, _ numbers: inout SplitMix) -> String {
    switch self {
    case .doubledKey: return text + "\n\(numbers.pick(Self.parts)): again\n"
    case .misspeltKey:
      let key = numbers.pick(Self.keys)
      let misspelt = "\(key.dropLast(2))x:"
      return String("\n\(text)".replacing(key, with: misspelt, maxReplacements: 1).dropFirst())
    case .lostPart: return Self.withoutPart(numbers.pick(Self.parts), text)
    case .otherType:
      let (key, value) = numbers.pick(
        Self.textKeys.map { ($0, numbers.pick(["[a, b]", "{a: b}", "7", "false"])) }
          + ["routing", "guardrails", "style", "starters"].map { ($0, "a text") })
      return Self.withoutPart(key, text) + "\n\(key): \(value)\n"
    case .emptyText:
      let key = numbers.pick(Self.textKeys)
      return Self.withoutPart(key, text) + "\n\(key): '  '\n"
    case .noValue:
      let key = numbers.pick(Self.parts)
      return Self.withoutPart(key, text) + "\n\(key): \(numbers.pick(["", "null", "~"]))\n"
    case .badNumber:
      let value = numbers.pick(["7", "-1.5", "many", ".nan", "'0'", "[0]", "1e9", "--1"])
      return Self.withoutPart("style", text)
        + "\nstyle: {direct_exploratory: 0, brief_detailed: \(value), action_reflective: 0, "
        + "challenging_supportive: 0}\n"
    case .wrongID:
      return Self.withoutPart("id", text) + "\nid: \(numbers.pick(["x", "Id", "none"]))\n"
    case .unknownKey: return text + "\n\(numbers.pick(["colour", "Name", "style_"])): red\n"
    case .secondDocument: return text + "\n---\nid: second\n"
    case .fewExamples:
      return text.replacing("  examples:\n", with: "  examples: [one, two]\n  spare:\n")
    case .unknownAlias: return Self.withoutPart("tone", text) + "\ntone: *nowhere\n"
    case .customTag: return Self.withoutPart("tone", text) + "\ntone: !secret x\n"
    default: return lineEdited(text, &numbers)
    }
  }

  private func lineEdited(_ text: String, _ numbers: inout SplitMix) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let number = numbers.below(lines.count)
    let line = lines[number]
    switch self {
    case .lostLine: lines.remove(at: number)
    case .movedLine: lines[number] = line.hasPrefix(" ") ? String(line.dropFirst()) : " \(line)"
    case .tab: lines[number] = "\t\(line)"
    case .quote, .bracket:
      let sign = self == .quote ? numbers.pick(["\"", "'"]) : numbers.pick(["[", "{", "]", "}"])
      // Where a value begins, or else where the line does.
      let starts = [": ", "- "].compactMap { line.firstRange(of: $0)?.upperBound }
      let start = starts.min() ?? line.startIndex
      lines[number] = "\(line[..<start])\(sign)\(line[start...])"
    default: break
    }
    return lines.joined(separator: "\n")
  }

  /// A file without one of its parts: the line of its key and all that is indented below it.
  static func withoutPart(_ key: String, _ text: String) -> String {
    var isInside = false
    let kept = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      if let first = line.first, first != " " { isInside = line.hasPrefix("\(key):") }
      return !isInside
    }
    return kept.joined(separator: "\n")
  }

  private static func lineStart(_ bytes: [UInt8], _ numbers: inout SplitMix) -> Int {
    let starts = bytes.indices.filter { $0 == 0 || bytes[$0 - 1] == UInt8(ascii: "\n") }
    return numbers.pick(Array(starts))
  }
}
