/// The script of a letter, as far as letters of different scripts look alike.
enum LetterScript: Hashable {
  case latin, greek, cyrillic, armenian, hebrew, arabic, cherokee, other

  /// Creates the script of a letter; `nil` for other characters, and for letters of words that mix scripts.
  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF:
      self = .latin
    case 0x250...0x2AF, 0x1D00...0x1D7F, 0xA720...0xA7FF: self = .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: self = .cyrillic
    case 0x530...0x58F: self = .armenian
    case 0x590...0x5FF: self = .hebrew
    case 0x600...0x6FF, 0x750...0x77F: self = .arabic
    case 0x13A0...0x13FF, 0xAB70...0xABBF: self = .cherokee
    // Chinese, Japanese and Korean words may contain Latin letters.
    case 0x3000...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
      return nil
    default:
      guard scalar.value > 0x52F, scalar.properties.isAlphabetic else { return nil }
      self = .other
    }
  }
}

/// Letters that look different from what they mean: letters of other scripts that resemble Latin ones, and symbols in
/// the shape of letters.
enum LetterShape {
  /// Returns the letter or digit that a character resembles, or `nil` if it resembles none.
  static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    lookalikes[scalar] ?? styled(scalar)
  }

  /// Returns the letter or digit that a symbol stands for: `𝐚`, `ａ`, `ⓐ`, `🅰`; `nil` for anything else.
  static func styled(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let value = scalar.value
    switch value {
    // The mathematical alphabets of 26 capitals and 26 small letters are consecutive.
    case 0x1D400...0x1D6A3:
      let place = (value - 0x1D400) % 52
      return letter(place % 26)
    case 0x1D7CE...0x1D7FF: return Unicode.Scalar(0x30 + (value - 0x1D7CE) % 10)
    case 0xFF21...0xFF3A: return letter(value - 0xFF21)
    case 0xFF41...0xFF5A: return letter(value - 0xFF41)
    case 0x249C...0x24B5: return letter(value - 0x249C)
    case 0x24B6...0x24E9: return letter((value - 0x24B6) % 26)
    case 0x1F110...0x1F129: return letter(value - 0x1F110)
    case 0x1F130...0x1F149: return letter(value - 0x1F130)
    case 0x1F150...0x1F169: return letter(value - 0x1F150)
    case 0x1F170...0x1F189: return letter(value - 0x1F170)
    default: return smallCapitals[scalar]
    }
  }

  private static func letter(_ number: UInt32) -> Unicode.Scalar? {
    Unicode.Scalar(0x61 + number)
  }

  private static func table(_ from: String, _ to: String) -> [Unicode.Scalar: Unicode.Scalar] {
    Dictionary(zip(from.unicodeScalars, to.unicodeScalars)) { first, _ in first }
  }

  private static let smallCapitals = table(
    "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢℎℓℯℊℴ", "abcdefghijklmnoprstuvwyzhlego")

  /// Cyrillic, Greek and Armenian letters, with the Latin letter that each resembles.
  private static let lookalikes = table(
    "аеорсухіјѕһԁԛԝвкмнтАВЕКМНОРСТУХІЈЅ" + "οανιρτυκεχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "օոսցհ",
    "aeopcyxijshdqwbkmhtabekmhopctyxijs" + "oaviptukexabezhikmnoptyx" + "onugh")
}
