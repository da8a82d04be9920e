import SafetyRules
import TextAnalysis

/// Finds words in letters that look like others.
enum WordShapes {
  /// Returns words of mixed scripts, and words in symbols that have the shape of letters.
  static func found(in text: FieldText) -> [FieldText.Found] {
    var found: [FieldText.Found] = []
    for word in words(in: text.scalars) {
      let scalars = text.scalars[word]
      let letters = scalars.compactMap { Letter($0) }
      if Set(letters.map(\.script)).count > 1 {
        let strange = letters.filter { $0.script != .latin }
        let names = strange.prefix(4).map(\.scalar.codePoint).joined(separator: " ")
        found.append(FieldText.Found(check: .mixedScripts, range: word, detail: names))
      }
      let styled = scalars.compactMap { LetterShape.styled($0) }
      if styled.count > 2 {
        let plain = String(String.UnicodeScalarView(styled))
        found.append(FieldText.Found(check: .styledLetters, range: word, detail: plain))
      }
    }
    return found
  }

  /// A letter that shows whether its word mixes scripts.
  private struct Letter {
    let scalar: Unicode.Scalar
    /// The script; `nil` for one whose letters do not resemble those of another.
    let script: Script?

    /// Returns `nil` for marks, and for letters that belong in words of other scripts.
    init?(_ scalar: Unicode.Scalar) {
      self.scalar = scalar
      switch scalar.value {
      // Chinese, Japanese and Korean words may contain Latin letters.
      case 0x3000...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
        return nil
      default: break
      }
      switch Script(scalar) {
      case let script? where Self.resembling.contains(script): self.script = script
      default:
        // Before the Armenian letters these are modifiers and signs, as in "µm".
        guard scalar.value > 0x52F, scalar.properties.isAlphabetic,
          scalar.properties.generalCategory != .nonspacingMark
        else { return nil }
        script = nil
      }
    }

    private static let resembling: Set<Script> = [
      .latin, .greek, .cyrillic, .armenian, .hebrew, .arabic, .cherokee,
    ]
  }

  /// Returns runs of letters, marks and invisible characters; anything else separates words: `π-day` is two.
  private static func words(in scalars: [Unicode.Scalar]) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start: Int?
    for (position, scalar) in scalars.enumerated() {
      let isPart =
        scalar.properties.isAlphabetic || scalar.isInvisible || LetterShape.styled(scalar) != nil
        || scalar.properties.generalCategory == .nonspacingMark
      if isPart {
        start = start ?? position
      } else if let wordStart = start {
        words.append(wordStart..<position)
        start = nil
      }
    }
    if let start { words.append(start..<scalars.count) }
    return words
  }
}
