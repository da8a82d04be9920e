/// Escapes text for XML 1.0, which allows only three control characters, and for HTML.
enum XMLText {
  /// Escapes text between tags.
  static func content(_ text: String) -> String { escaped(text, isAttribute: false) }

  /// Escapes an attribute value, including line breaks and tabs, which would otherwise become spaces.
  @Sendable static func attribute(_ text: String) -> String { escaped(text, isAttribute: true) }

  private static func escaped(_ text: String, isAttribute: Bool) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"" where isAttribute: result += "&quot;"
      case "\n" where isAttribute: result += "&#10;"
      case "\t" where isAttribute: result += "&#9;"
      case "\r": result += "&#13;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      default:
        let isAllowed = scalar.value >= 0x20 && scalar.value != 0xfffe && scalar.value != 0xffff
        result.unicodeScalars.append(isAllowed ? scalar : "\u{fffd}")
      }
    }
    return result
  }
}
