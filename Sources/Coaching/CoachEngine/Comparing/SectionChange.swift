import PromptTemplates

/// What has changed in a section in one situation, without the lines around it.
struct SectionChange {
  private let section: String?
  private let lines: [TextDifference.Line]
  /// The number of the message that is to be written; nil where there is none.
  private let number: String?

  init(_ section: PromptComparison.Section?, in situation: ComparedSituation) {
    self.section = section?.name
    lines = (section?.difference.lines ?? []).filter { line in
      if case .same = line { false } else { true }
    }
    if case .message(let number) = situation.moment {
      self.number = String(number)
    } else {
      number = nil
    }
  }

  /// Whether both are the same change, although each writes the number of its own message.
  func isSame(as other: SectionChange) -> Bool {
    guard section == other.section, lines.count == other.lines.count else { return false }
    return zip(lines, other.lines).allSatisfy { one, another in
      one == another || isSame(one, as: another, in: other)
    }
  }

  private func isSame(
    _ one: TextDifference.Line, as another: TextDifference.Line, in other: SectionChange
  ) -> Bool {
    guard number != nil, other.number != nil else { return false }
    switch (one, another) {
    case (.removed(let text), .removed(let its)), (.added(let text), .added(let its)):
      return isSame(text, as: its, in: other)
    case (.changed(let words), .changed(let its)) where words.count == its.count:
      return zip(words, its).allSatisfy { pair in
        switch pair {
        case (.same(let text), .same(let its)), (.removed(let text), .removed(let its)),
          (.added(let text), .added(let its)):
          isSame(text, as: its, in: other)
        default: false
        }
      }
    default: return false
    }
  }

  private func isSame(_ text: String, as its: String, in other: SectionChange) -> Bool {
    let (tokens, others) = (Self.tokens(of: text), Self.tokens(of: its))
    guard tokens.count == others.count else { return false }
    return zip(tokens, others).allSatisfy { token, another in
      token == another || (token == number ?? "" && another == other.number ?? "")
    }
  }

  /// Splits a text into numbers and what is between them.
  private static func tokens(of text: String) -> [Substring] {
    var tokens: [Substring] = []
    var rest = text[...]
    while let first = rest.first {
      let token = rest.prefix { $0.isWholeNumber == first.isWholeNumber }
      tokens.append(token)
      rest = rest.dropFirst(token.count)
    }
    return tokens
  }
}
