/// Letters that look different from what they mean: letters of other scripts that resemble Latin ones, and symbols in
/// the shape of letters.
package enum LetterShape {
  /// Returns the letter or digit that a character resembles, or `nil` if it resembles none.
  package static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard scalar.value >= 0x80 else { return nil }
    return lookalikes[scalar] ?? styled(scalar)
      ?? Confusables.plain[scalar.value].map { Unicode.Scalar($0) }
  }

  /// Returns the letter or digit that a symbol stands for: `𝐚`, `ａ`, `ⓐ`, `🅰`; `nil` for anything else.
  package static func styled(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
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
