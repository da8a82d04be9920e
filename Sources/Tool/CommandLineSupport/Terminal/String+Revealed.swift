package import Documents
import TextAnalysis

extension Unicode.Scalar {
  /// Whether the character controls a terminal: control characters, and those that change the text direction.
  var steersTerminals: Bool {
    switch value {
    case ..<0x20, 0x7f...0x9f, 0x202a...0x202e, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether a reader cannot see the character or sees no more than a box; line feed and tab do not count.
  fileprivate var isUnseen: Bool {
    guard value >= 0x7f else { return value < 0x20 && value != 0x0a && value != 0x09 }
    switch value {
    case 0x2028, 0x2029, 0xfdd0...0xfdef, 0x13430...0x13455: return true
    default:
      return steersTerminals || isInvisible || value & 0xfffe == 0xfffe
        || properties.generalCategory == .privateUse
    }
  }
}

extension String {
  /// The text with every invisible character named, as `<U+00AD>`: for prompts and findings, which must show exactly
  /// what is there.
  ///
  /// The characters that join an emoji stay as they are.
  package var revealed: String {
    guard unicodeScalars.contains(where: \.isUnseen) else { return self }
    var result = ""
    var followsEmoji = false
    for scalar in unicodeScalars {
      let joins = scalar.value == 0x200d || scalar.value == 0xfe0f
      if !scalar.isUnseen || (joins && followsEmoji) {
        result.unicodeScalars.append(scalar)
        followsEmoji =
          joins || scalar.properties.isEmojiModifier
          || (scalar.properties.isEmoji && !scalar.isASCII)
      } else {
        result += "<\(scalar.codePoint)>"
        followsEmoji = false
      }
    }
    return result
  }
}

extension JSONValue {
  /// The JSON text, with every character that is invisible or controls a terminal as an escape.
  package func printed(_ style: JSONValue.Style = .compact) -> String {
    let text = text(style)
    guard text.unicodeScalars.contains(where: \.isUnseen) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      // Those that JSON allows outside of texts are never among these.
      guard scalar.isUnseen else {
        result.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result
  }
}
