/// Where a quotation stands in a text.
///
/// Whoever quotes changes what does not matter: blanks and line ends, the shape of quotation marks and dashes, a
/// capital at the beginning, quotation marks around the whole. A quotation may leave something out where it says so
/// with three points. Everything else has to be there, word for word.
package enum QuotedPassage {
  /// The fewest letters and digits that can be looked for; fewer stand in every text by chance.
  private static let minimumLetters = 4

  /// The place of a quotation in a text, in bytes of its UTF-8; nil when it does not stand there.
  ///
  /// A quotation of few letters has to be the whole text.
  package static func range(of quote: String, in text: String) -> Range<Int>? {
    ranges(of: quote, in: text).first
  }

  /// All places of a quotation that do not overlap.
  package static func ranges(of quote: String, in text: String) -> [Range<Int>] {
    let haystack = Folded(text)
    let parts = Self.parts(of: quote)
    let letters = parts.joined().count {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    guard letters > 0 else { return [] }
    if letters < minimumLetters {
      let isWhole = parts.count == 1 && parts[0] == Folded(text).trimmed
      return isWhole ? [0..<text.utf8.count] : []
    }
    var found: [Range<Int>] = []
    var position = 0
    while let place = haystack.place(of: parts, from: position) {
      let start = haystack.origins[place.lowerBound].lowerBound
      found.append(start..<haystack.origins[place.upperBound - 1].upperBound)
      position = place.upperBound
    }
    return found
  }

  /// What stands between the points where something is left out.
  private static func parts(of quote: String) -> [[Unicode.Scalar]] {
    let folded = Folded(quote.replacing("...", with: "…").replacing("[…]", with: "…"))
    return folded.scalars.split(separator: "…").map { part in
      Folded.trimmed(Array(part))
    }.filter { !$0.isEmpty }
  }

  /// A text in the form in which quotations are compared.
  private struct Folded {
    var scalars: [Unicode.Scalar] = []
    /// By character, the bytes that it stands for.
    var origins: [Range<Int>] = []

    init(_ text: String) {
      var offset = 0
      for scalar in text.unicodeScalars {
        let place = offset..<(offset + UTF8.width(scalar))
        offset = place.upperBound
        guard let plain = Self.plain(scalar) else { continue }
        if plain == " ", scalars.last == " " { continue }
        scalars.append(plain)
        origins.append(place)
      }
    }

    var trimmed: [Unicode.Scalar] { Self.trimmed(scalars) }

    /// Without blanks and quotation marks at the ends.
    static func trimmed(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
      let isEdge = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\"" || scalar == "'" }
      let start = scalars.firstIndex { !isEdge($0) } ?? scalars.endIndex
      let end = scalars.lastIndex { !isEdge($0) }.map { $0 + 1 } ?? start
      return Array(scalars[start..<end])
    }

    /// Where parts follow on each other; the first from a position on, the others not far behind.
    func place(of parts: [[Unicode.Scalar]], from start: Int) -> Range<Int>? {
      var first: Int?
      var position = start
      for part in parts {
        guard let place = place(of: part, from: position) else { return nil }
        first = first ?? place
        position = place + part.count
      }
      return first.map { $0..<position }
    }

    private func place(of part: [Unicode.Scalar], from start: Int) -> Int? {
      guard start <= scalars.count - part.count else { return nil }
      return (start...(scalars.count - part.count)).first { place in
        scalars[place] == part[0] && scalars[place..<(place + part.count)].elementsEqual(part)
      }
    }

    /// A character as it is compared; nil for one that is not seen.
    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
      switch scalar {
      case "A"..."Z": return Unicode.Scalar(UInt8(scalar.value) | 0x20)
      case "“", "”", "„", "«", "»": return "\""
      case "’", "‘", "‚", "`": return "'"
      case "–", "—", "‑": return "-"
      // A prompt makes brackets inert in this way, and a model quotes what it was shown.
      case "‹", "<": return "<"
      case "[", "(": return "("
      case "]", ")": return ")"
      default:
        if scalar.properties.isWhitespace { return " " }
        if scalar.hasNoWidth { return nil }
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        return lower.count == 1 ? lower.first : scalar
      }
    }
  }
}
