/// Finds the parts of a text that are in quotation marks of any language, or written as code.
enum QuotedRanges {
  /// Returns the parts, each with its marks, in order.
  ///
  /// A mark that is never closed quotes nothing if it could be something else, such as an apostrophe or the sign of an inch;
  /// one that can only open quotes the rest of its paragraph.
  static func all(in text: [Unicode.Scalar]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    /// For each mark that is not closed, the end of the paragraph in which none of its kind is.
    var unclosed: [Unicode.Scalar: Int] = [:]
    var position = 0
    while position < text.count {
      guard let closers = closers(ofMarkAt: position, in: text),
        position >= unclosed[text[position]] ?? 0
      else {
        position += 1
        continue
      }
      switch end(ofPartAt: position, closedBy: closers, in: text) {
      case .closed(let end):
        ranges.append(position..<end)
        position = end
      case .unclosed(let end):
        unclosed[text[position]] = end
        position += 1
      }
    }
    return ranges
  }

  /// Returns the marks that close what one at a position opens; `nil` if it opens nothing.
  private static func closers(
    ofMarkAt position: Int, in text: [Unicode.Scalar]
  ) -> [Unicode.Scalar]? {
    let scalar = text[position]
    switch scalar {
    case "„": return ["“", "”", "\""]
    case "“": return ["”"]
    case "«": return ["»"]
    case "»": return opens(position, in: text) ? ["«"] : nil
    case "‹": return ["›"]
    case "›": return opens(position, in: text) ? ["‹"] : nil
    case "「": return ["」"]
    case "『": return ["』"]
    case "\"", "＂": return [scalar]
    case "`": return opens(position, in: text) ? ["`"] : nil
    // Swedish and Finnish open and close with the same mark.
    case "”": return opens(position, in: text) ? ["”"] : nil
    case "‚": return opens(position, in: text) ? ["‘", "’"] : nil
    case "‘": return opens(position, in: text) ? ["’"] : nil
    case "'": return opens(position, in: text) ? [scalar] : nil
    default: return nil
    }
  }

  /// Whether a mark can be an opening one by what is around it.
  private static func opens(_ position: Int, in text: [Unicode.Scalar]) -> Bool {
    let before = position > 0 ? text[position - 1] : " "
    let after = position + 1 < text.count ? text[position + 1] : " "
    return !before.isPartOfWord && !after.properties.isWhitespace
      && (before.properties.isWhitespace || SentenceEnds.isOpener(before) || before == ":")
  }

  /// Where a part ends, or where it was searched for in vain.
  private enum End {
    case closed(Int)
    case unclosed(Int)
  }

  private static func end(
    ofPartAt start: Int, closedBy closers: [Unicode.Scalar], in text: [Unicode.Scalar]
  ) -> End {
    if closers.contains("'") || closers.contains("’") {
      // It ends at the next mark of its kind, so that nothing is read twice.
      return end(ofSinglePartAt: start, closedBy: closers, in: text).map { .closed($0) }
        ?? .unclosed(start)
    }
    var position = start + 1
    while position < text.count {
      if closers.contains(text[position]) { return .closed(position + 1) }
      if text[position] == "\n", position + 1 < text.count, text[position + 1] == "\n" { break }
      position += 1
    }
    let isCertain = "„“«「『".unicodeScalars.contains(text[start])
    return isCertain ? .closed(position) : .unclosed(position)
  }

  /// Returns the end of a part whose closing mark can also be an apostrophe, as in `the boys' room`.
  ///
  /// It is on the same line. A mark after punctuation closes for certain; a straight one elsewhere may be anything.
  private static func end(
    ofSinglePartAt start: Int, closedBy closers: [Unicode.Scalar], in text: [Unicode.Scalar]
  ) -> Int? {
    var first: Int?
    var position = start + 1
    while position < text.count, !text[position].isLineBreak {
      if text[position] == text[start], opens(position, in: text) { break }
      if closers.contains(text[position]), closes(position, in: text) {
        let before = text[position - 1]
        if SentenceEnds.isMark(before) || ",;:–—".unicodeScalars.contains(before) {
          return position + 1
        }
        first = first ?? position + 1
      }
      position += 1
    }
    return text[start] == "'" ? nil : first
  }

  /// Whether a mark that may be an apostrophe closes a quotation: not within a word, and not after whitespace.
  private static func closes(_ position: Int, in text: [Unicode.Scalar]) -> Bool {
    let after = position + 1 < text.count ? text[position + 1] : " "
    return !text[position - 1].properties.isWhitespace && !after.isPartOfWord
  }
}

extension Unicode.Scalar {
  fileprivate var isPartOfWord: Bool { isAlphabetic || properties.numericType != nil }
}
