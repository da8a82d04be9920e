/// A writing system, as far as it is distinguished here.
package enum Script: Hashable {
  case latin, greek, cyrillic, armenian, hebrew, arabic, devanagari, bengali, tamil, telugu
  case cherokee, georgian, hangul, han, kana, thai, lao, khmer, burmese

  /// Creates the script of a letter; `nil` for marks, digits, and scripts that are not distinguished here.
  package init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x41...0x5a, 0x61...0x7a, 0xaa, 0xba, 0xc0...0xd6, 0xd8...0xf6, 0xf8...0x2af,
      0x1d00...0x1d7f, 0x1e00...0x1eff, 0xa720...0xa7ff:
      self = .latin
    case 0x370...0x3ff, 0x1f00...0x1fff: self = .greek
    case 0x400...0x52f, 0x1c80...0x1c8f, 0xa640...0xa69f: self = .cyrillic
    case 0x531...0x58a: self = .armenian
    case 0x5d0...0x5f2: self = .hebrew
    case 0x620...0x64a, 0x66e...0x6d3, 0x6d5, 0x6e5...0x6e6, 0x6ee...0x6ef, 0x6fa...0x6ff,
      0x750...0x77f, 0x870...0x887, 0x889...0x88e, 0x8a0...0x8c9, 0xfb50...0xfbb1,
      0xfbd3...0xfd3d, 0xfd50...0xfdc7, 0xfdf0...0xfdfb, 0xfe70...0xfefc:
      self = .arabic
    case 0x900...0x963: self = .devanagari
    case 0x980...0x9e3: self = .bengali
    case 0xb80...0xbd7: self = .tamil
    case 0xc00...0xc63: self = .telugu
    case 0xe01...0xe4e: self = .thai
    case 0xe81...0xecd: self = .lao
    case 0x1000...0x103f, 0x1050...0x109f: self = .burmese
    case 0x10a0...0x10ff: self = .georgian
    case 0x13a0...0x13ff, 0xab70...0xabbf: self = .cherokee
    case 0x1100...0x11ff, 0x3130...0x318f, 0xac00...0xd7a3: self = .hangul
    case 0x1780...0x17d3: self = .khmer
    case 0x3041...0x309f, 0x30a1...0x30fa, 0x30fc...0x30ff, 0x31f0...0x31ff, 0xff66...0xff9f:
      self = .kana
    case 0x3005, 0x3007, 0x3400...0x4dbf, 0x4e00...0x9fff, 0xf900...0xfaff, 0x20000...0x323af:
      self = .han
    default: return nil
    }
  }

  /// The average number of characters in a word of a script without spaces between words; `nil` for other scripts.
  package var charactersAWord: Int? {
    switch self {
    case .han, .kana: 2
    case .thai, .lao, .khmer, .burmese: 4
    default: nil
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is a digit, or a letter of a script with spaces between words.
  package var isInSpacedWord: Bool {
    guard properties.isAlphabetic || properties.numericType == .decimal else { return false }
    return value < 0x80 || Script(self)?.charactersAWord == nil
  }
}
