/// UTF-8 text that was decoded as Windows-1252: `cafÃ©` for `café`.
enum Mojibake {
  /// Returns the first such run of characters and what it was; `meaning` is `nil` for U+FFFD, whose original is lost.
  static func first(in text: String) -> (text: String, meaning: String?)? {
    let scalars = Array(text.unicodeScalars)
    for (at, scalar) in scalars.enumerated() {
      if scalar == "\u{fffd}" { return ("\u{fffd}", nil) }
      guard let lead = byte(scalar), let count = length(lead), at + count <= scalars.count else {
        continue
      }
      let bytes = scalars[at..<(at + count)].compactMap(byte)
      let followers = bytes.dropFirst()
      guard bytes.count == count, followers.allSatisfy({ $0 & 0b1100_0000 == 0b1000_0000 }),
        let meaning = String(validating: bytes, as: UTF8.self)
      else { continue }
      var run = String.UnicodeScalarView()
      run.append(contentsOf: scalars[at..<(at + count)])
      return (String(run), meaning)
    }
    return nil
  }

  /// Returns the length in bytes of a character that begins with this byte, or `nil` if none does.
  private static func length(_ lead: UInt8) -> Int? {
    switch lead {
    case 0xc2...0xdf: 2
    case 0xe0...0xef: 3
    case 0xf0...0xf4: 4
    default: nil
    }
  }

  /// Returns the byte of a character in Windows-1252, or `nil` if it has none.
  private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    switch scalar.value {
    case 0x80...0xff: UInt8(scalar.value)
    default: special[scalar]
    }
  }

  /// The characters of Windows-1252 from 0x80 to 0x9F.
  private static let special: [Unicode.Scalar: UInt8] = [
    "€": 0x80, "‚": 0x82, "ƒ": 0x83, "„": 0x84, "…": 0x85, "†": 0x86, "‡": 0x87, "ˆ": 0x88,
    "‰": 0x89, "Š": 0x8a, "‹": 0x8b, "Œ": 0x8c, "Ž": 0x8e, "‘": 0x91, "’": 0x92, "“": 0x93,
    "”": 0x94, "•": 0x95, "–": 0x96, "—": 0x97, "˜": 0x98, "™": 0x99, "š": 0x9a, "›": 0x9b,
    "œ": 0x9c, "ž": 0x9e, "Ÿ": 0x9f,
  ]
}
