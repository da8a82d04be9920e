/// Locates quotations in a text.
///
/// Quotations change what does not matter: whitespace and line ends, the form of quotation marks and dashes, upper
/// and lower case, quotation marks around the whole. A quotation may leave something out if it marks the place with
/// an ellipsis. Everything else has to occur word for word, and a part of few letters as whole words.
package enum QuotedPassage {
  /// The minimum number of letters and digits to look for; fewer occur in every text by chance.
  private static let minimumLetters = 4

  /// Returns the position of a quotation in a text, in UTF-8 bytes, or `nil` if it does not occur.
  ///
  /// A quotation of few letters has to be the whole text.
  package static func range(of quote: String, in text: String) -> Range<Int>? {
    ranges(of: quote, in: text).first
  }

  /// Returns all positions of a quotation that do not overlap.
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
    while let place = haystack.index(of: parts, from: position) {
      let start = haystack.origins[place.lowerBound].lowerBound
      found.append(start..<haystack.origins[place.upperBound - 1].upperBound)
      position = place.upperBound
    }
    return found
  }

  /// Returns the parts of a quotation between ellipses.
  private static func parts(of quote: String) -> [[Unicode.Scalar]] {
    let folded = Folded(quote.replacing("...", with: "…").replacing("[…]", with: "…"))
    return folded.scalars.split(separator: "…").map { part in
      Folded.trimmed(Array(part))
    }.filter { !$0.isEmpty }
  }

  /// A text in the form in which quotations are compared.
  private struct Folded {
    var scalars: [Unicode.Scalar] = []
    /// By character, the range of UTF-8 bytes that it stands for.
    var origins: [Range<Int>] = []

    init(_ text: String) {
      var offset = 0
      for scalar in text.unicodeScalars {
        let index = offset..<(offset + UTF8.width(scalar))
        offset = index.upperBound
        guard let plain = Self.plain(scalar) else { continue }
        if plain == " ", scalars.last == " " { continue }
        scalars.append(plain)
        origins.append(index)
      }
    }

    var trimmed: [Unicode.Scalar] { Self.trimmed(scalars) }

    /// Returns characters without whitespace and quotation marks at the ends.
    static func trimmed(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
      let isEdge = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\"" || scalar == "'" }
      let start = scalars.firstIndex { !isEdge($0) } ?? scalars.endIndex
      let end = scalars.lastIndex { !isEdge($0) }.map { $0 + 1 } ?? start
      return Array(scalars[start..<end])
    }

    /// Returns the range of parts that follow each other, with or without other text between them.
    func index(of parts: [[Unicode.Scalar]], from start: Int) -> Range<Int>? {
      var first: Int?
      var position = start
      for part in parts {
        guard let index = index(of: part, from: position) else { return nil }
        first = first ?? index
        position = index + part.count
      }
      return first.map { $0..<position }
    }

    private func index(of part: [Unicode.Scalar], from start: Int) -> Int? {
      guard start <= scalars.count - part.count else { return nil }
      // Letters out of other words occur in every text; a long part may have been cut within a word.
      let isShort = part.count < 12
      return (start...(scalars.count - part.count)).first { index in
        scalars[index] == part[0] && scalars[index..<(index + part.count)].elementsEqual(part)
          && (!isShort || isBetweenWords(index..<(index + part.count)))
      }
    }

    /// Whether a range begins and ends where words do. Scripts without spaces have no such places.
    private func isBetweenWords(_ range: Range<Int>) -> Bool {
      func isLetter(_ index: Int) -> Bool {
        guard scalars.indices.contains(index) else { return false }
        let scalar = scalars[index]
        return scalar.value < 0x0E00
          && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      }
      let (first, last) = (range.lowerBound, range.upperBound - 1)
      return !(isLetter(first - 1) && isLetter(first)) && !(isLetter(last) && isLetter(last + 1))
    }

    /// Returns a character in the form in which it is compared, or `nil` if it is invisible.
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
        if scalar.isInvisible { return nil }
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        return lower.count == 1 ? lower.first : scalar
      }
    }
  }
}
