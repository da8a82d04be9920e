/// A passage in quotation marks.
struct ReplyQuotation: Sendable, Hashable {
  /// A quotation that continues past the end of a stretch.
  struct Open: Sendable, Hashable {
    /// The marks that can close it.
    var ends: [Unicode.Scalar]
    /// Whether it was announced as somebody else's words.
    var isAnnounced: Bool
  }

  /// The range of its words, in UTF-8 bytes of the plain text.
  var range: Range<Int>
  /// The marks that can close it.
  var ends: [Unicode.Scalar]
  /// Whether it was announced as somebody else's words.
  var isAnnounced: Bool
  /// Whether its closing mark was read.
  var isClosed: Bool

  /// Returns all quotations of a text from an offset on, the first of which may have started before it.
  ///
  /// Covers straight, typographic, German and Spanish marks. A single mark counts only at the edge of a word, since
  /// inside a word it is an apostrophe.
  static func quotations(
    in text: String, from first: Int, after open: Open?
  ) -> [ReplyQuotation] {
    var found: [ReplyQuotation] = []
    var current = open.map {
      ReplyQuotation(
        range: first..<first, ends: $0.ends, isAnnounced: $0.isAnnounced, isClosed: false)
    }
    var offset = 0
    let scalars = Array(text.unicodeScalars)
    for (position, scalar) in scalars.enumerated() {
      let start = offset
      offset += UTF8.width(scalar)
      guard start >= first else { continue }
      let previous = position > 0 ? scalars[position - 1] : " "
      let next = position + 1 < scalars.count ? scalars[position + 1] : " "
      if var quotation = current {
        quotation.range = quotation.range.lowerBound..<start
        let isInWord = scalar == "'" || scalar == "’" ? next.properties.isAlphabetic : false
        quotation.isClosed = quotation.ends.contains(scalar) && !isInWord
        if quotation.isClosed { found.append(quotation) }
        current = quotation.isClosed ? nil : quotation
      } else if let ends = ends(of: scalar, after: previous, before: next) {
        current = ReplyQuotation(
          range: offset..<offset, ends: ends, isAnnounced: false, isClosed: false)
      }
    }
    if var quotation = current {
      quotation.range = quotation.range.lowerBound..<max(quotation.range.lowerBound, offset)
      found.append(quotation)
    }
    return found
  }

  /// Returns the marks that close what a mark opens, or `nil` if it opens nothing.
  private static func ends(
    of mark: Unicode.Scalar, after previous: Unicode.Scalar, before next: Unicode.Scalar
  ) -> [Unicode.Scalar]? {
    switch mark {
    case "\"": return ["\"", "”"]
    case "“": return ["”", "\""]
    case "„": return ["“", "”", "\""]
    case "«": return ["»"]
    case "»": return ["«"]
    case "'", "‘", "‚":
      let isEdge = previous.properties.isWhitespace || "(:—–".unicodeScalars.contains(previous)
      guard isEdge, !next.properties.isWhitespace else { return nil }
      return mark == "‚" ? ["‘", "’"] : ["'", "’"]
    default: return nil
    }
  }
}
