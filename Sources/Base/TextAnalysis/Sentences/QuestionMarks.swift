/// Finds the marks of questions that a text asks itself.
enum QuestionMarks {
  /// Returns the position of each question's mark; of marks in a row, of the first question mark.
  static func positions(in text: [Unicode.Scalar]) -> [Int] {
    var candidates: [Int] = []
    var follows = false
    var isArmenianQuestion = false
    // By scalars: every coach message passes through here, and characters cost ten times as much.
    for (position, scalar) in text.enumerated() {
      if scalar == armenianMark {
        // It stands within the word that is asked about, so a question can have several.
        if !isArmenianQuestion { candidates.append(position) }
        isArmenianQuestion = true
      } else if isQuestionMark(scalar)
        || scalar == ";" && SentenceEnds.isGreekQuestionMark(position, in: text[...])
      {
        if !follows { candidates.append(position) }
        follows = true
      } else if follows, !SentenceEnds.isMark(scalar), !scalar.isInvisible {
        follows = false
      }
      if isArmenianQuestion, scalar.isLineBreak || scalar == ":" || SentenceEnds.isWideMark(scalar)
      {
        isArmenianQuestion = false
      }
    }
    candidates.removeAll { isQuery($0, in: text) }
    guard !candidates.isEmpty else { return [] }
    let quoted = RangeList(QuotedRanges.all(in: text))
    let open = candidates.filter { quoted.range(containing: $0) == nil }
    let isTight = open.contains { position in
      text[(position + 1)...].first?.properties.isWhitespace == false
    }
    guard isTight else { return open }
    let addresses = SentenceEnds.addresses(in: text[...])
    // An address can be followed by the mark of the question that it stands in.
    return open.filter { !addresses.isInside($0) }
  }

  /// Whether a mark begins the parameters of an address without a scheme: `page?id=5`.
  private static func isQuery(_ position: Int, in text: [Unicode.Scalar]) -> Bool {
    let name = text[(position + 1)...].prefix {
      $0.isBasicLetter || $0.isBasicDigit || $0 == "_" || $0 == "-"
    }
    return text[position] == "?" && !name.isEmpty && text[name.endIndex...].first == "="
  }

  private static let armenianMark: Unicode.Scalar = "\u{55E}"

  private static func isQuestionMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "?", "？", "﹖", "؟", "\u{37E}", "⁇", "⁈", "⁉", "‽", "⸮", "፧": true
    default: false
    }
  }
}
