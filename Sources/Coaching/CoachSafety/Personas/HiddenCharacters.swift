import SafetyRules
import TextAnalysis

/// Finds invisible characters that affect how a text is read or displayed.
enum HiddenCharacters {
  static func found(in text: FieldText) -> [FieldText.Found] {
    var found: [FieldText.Found] = []
    var position = 0
    while position < text.scalars.count {
      let scalar = text.scalars[position]
      if let check = kind(of: scalar, at: position, in: text) {
        // Adjacent characters of one kind are one finding.
        var end = position + 1
        while end < text.scalars.count, kind(of: text.scalars[end], at: end, in: text) == check {
          end += 1
        }
        found.append(finding(check, at: position..<end, in: text))
        position = end
      } else {
        position += 1
      }
    }
    return found + heaps(in: text)
  }

  private static func finding(
    _ check: PersonaCheck, at range: Range<Int>, in text: FieldText
  ) -> FieldText.Found {
    let scalars = text.scalars[range]
    let names = scalars.prefix(4).map(\.codePoint).joined(separator: " ")
    let isGrave =
      switch check {
      // Overrides display a text backwards; embeddings and isolates are in common use.
      case .directionMarks: scalars.contains { $0 == "\u{202D}" || $0 == "\u{202E}" }
      // A text in invisible characters is meant for a machine.
      case .invisibleCharacters: range.count > 3 || scalars.contains(where: \.isTagCharacter)
      default: false
      }
    let word = text.word(around: range.lowerBound)
    return FieldText.Found(
      check: check, range: word.lowerBound..<max(word.upperBound, range.upperBound),
      isGrave: isGrave, detail: range.count > 4 ? names + " …" : names)
  }

  private static func kind(
    of scalar: Unicode.Scalar, at position: Int, in text: FieldText
  ) -> PersonaCheck? {
    switch scalar.value {
    case 0x0A, 0x0D, 0x09: return text.field == .name ? .controlCharacters : nil
    case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: return .controlCharacters
    case 0x202A...0x202E, 0x2066...0x2069: return .directionMarks
    case 0xE000...0xF8FF, 0xF0000...0x10FFFD, 0xFFFD: return .unreadableCharacters
    // Tag characters after a black flag form the flag of England, Scotland or Wales.
    case 0xE0000...0xE007F: return isFlag(before: position, in: text) ? nil : .invisibleCharacters
    case 0xE0100...0xE01EF: return .invisibleCharacters
    // Persian and the scripts of India need joiners, Arabic needs marks, and emoji need both; words in Latin letters do
    // not.
    case 0x61C, 0x200C...0x200F, 0xFE00...0xFE0F:
      return text.unseen(around: position) > 3 || isBetweenLatin(position, in: text)
        ? .invisibleCharacters : nil
    default:
      return scalar.isInvisible && isInside(position, in: text) ? .invisibleCharacters : nil
    }
  }

  /// Returns whether letters or digits stand on both sides, other invisible characters ignored; several invisible
  /// characters in a row count anywhere.
  private static func isInside(_ position: Int, in text: FieldText) -> Bool {
    guard let before = text.neighbour(of: position, -1), let after = text.neighbour(of: position, 1)
    else { return text.unseen(around: position) > 1 }
    let isWord = { (scalar: Unicode.Scalar) in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    return isWord(before) && isWord(after) || text.unseen(around: position) > 1
  }

  private static func isBetweenLatin(_ position: Int, in text: FieldText) -> Bool {
    guard let before = text.neighbour(of: position, -1), let after = text.neighbour(of: position, 1)
    else { return false }
    let scripts: Set<Script?> = [Script(before), Script(after)]
    return scripts.isSubset(of: [.latin, .cyrillic, .greek])
  }

  private static func isFlag(before position: Int, in text: FieldText) -> Bool {
    var start = position
    while start > 0, position - start < 7, text.scalars[start - 1].isTagCharacter { start -= 1 }
    return start > 0 && text.scalars[start - 1].value == 0x1F3F4 && position - start < 7
  }

  /// Returns letters with four or more combining marks.
  private static func heaps(in text: FieldText) -> [FieldText.Found] {
    var found: [FieldText.Found] = []
    var marks = 0
    for (position, scalar) in text.scalars.enumerated() {
      let isMark =
        (0x300...0x36F).contains(scalar.value) || (0x1DC0...0x1DFF).contains(scalar.value)
      marks = isMark ? marks + 1 : 0
      guard marks == 4 else { continue }
      found.append(
        FieldText.Found(check: .unreadableCharacters, range: text.word(around: position)))
    }
    return found
  }
}

extension FieldText {
  /// How many invisible characters in a row are counted: with more, it makes no difference.
  private static let maximumRun = 8

  /// Returns the next visible character in one direction, with few invisible ones between.
  fileprivate func neighbour(of position: Int, _ step: Int) -> Unicode.Scalar? {
    var next = position + step
    while scalars.indices.contains(next), abs(next - position) <= Self.maximumRun {
      if !scalars[next].isInvisible { return scalars[next] }
      next += step
    }
    return nil
  }

  /// Returns the number of consecutive invisible characters around a position, up to a limit on each side.
  fileprivate func unseen(around position: Int) -> Int {
    let before = scalars[..<position].suffix(Self.maximumRun).reversed().prefix { $0.isInvisible }
    return before.count
      + scalars[position...].prefix(Self.maximumRun).prefix { $0.isInvisible }.count
  }
}

extension Unicode.Scalar {
  fileprivate var isTagCharacter: Bool { (0xE0000...0xE007F).contains(value) }
}
