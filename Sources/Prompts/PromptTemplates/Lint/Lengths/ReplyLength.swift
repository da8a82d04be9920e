/// The length that an instruction sets for a reply: a range in a unit, either end of which may be open.
struct ReplyLength: Hashable {
  enum Unit: String {
    case words, sentences, characters, paragraphs, lines, questions, options, items, messages

    init?(word: String) {
      if let unit = Unit(rawValue: word) ?? Unit(rawValue: word + "s") {
        self = unit
      } else {
        return nil
      }
    }
  }

  var lower: Int?
  var upper: Int?
  var unit: Unit

  /// Whether the instruction only says how many of something there may be, such as questions.
  var isCount: Bool {
    switch unit {
    case .words, .sentences, .characters, .paragraphs, .lines: false
    case .questions, .options, .items, .messages: true
    }
  }

  /// Whether no reply has both lengths.
  func excludes(_ other: ReplyLength) -> Bool {
    guard let (one, two) = comparable(with: other) else { return false }
    return (one.upper ?? .max) < (two.lower ?? 0) || (two.upper ?? .max) < (one.lower ?? 0)
  }

  /// Whether some replies of this length break the other length.
  func exceeds(_ other: ReplyLength) -> Bool {
    guard let (one, two) = comparable(with: other) else { return false }
    let isLonger = one.upper.map { $0 > two.upper ?? .max } ?? false
    let isShorter = one.lower.map { $0 < two.lower ?? 0 } ?? false
    return isLonger || isShorter || excludes(other)
  }

  /// Whether both set the same end in the same unit, to different numbers.
  func differs(from other: ReplyLength) -> Bool {
    guard unit == other.unit else { return false }
    let isOtherEnd = { (one: Int?, two: Int?) in one != nil && two != nil && one != two }
    return isOtherEnd(upper, other.upper) || isOtherEnd(lower, other.lower)
  }

  /// Returns both in one unit; nil if there is none.
  private func comparable(with other: ReplyLength) -> (ReplyLength, ReplyLength)? {
    if unit == other.unit { return (self, other) }
    guard let one = inWords, let two = other.inWords else { return nil }
    return (one, two)
  }

  /// The numbers of words of the shortest and the longest sentences that coaches write, and the numbers of characters
  /// of long and of short words with the space after them.
  private static let wordsPerSentence = (lower: 5, upper: 20)
  private static let charactersPerWord = (lower: 8, upper: 4)

  /// The length in words, generously; nil for a unit of which that cannot be said.
  private var inWords: ReplyLength? {
    switch unit {
    case .words: self
    case .sentences:
      ReplyLength(
        lower: lower.map { $0 * Self.wordsPerSentence.lower },
        upper: upper.map { $0 * Self.wordsPerSentence.upper }, unit: .words)
    case .characters:
      ReplyLength(
        lower: lower.map { $0 / Self.charactersPerWord.lower },
        upper: upper.map { $0 / Self.charactersPerWord.upper }, unit: .words)
    case .paragraphs, .lines, .questions, .options, .items, .messages: nil
    }
  }
}

extension ReplyLength: CustomStringConvertible {
  var description: String {
    let unit = (upper ?? lower) == 1 ? String(unit.rawValue.dropLast()) : unit.rawValue
    return switch (lower, upper) {
    case (let lower?, let upper?) where lower == upper: "\(upper) \(unit)"
    case (let lower?, let upper?): "\(lower) to \(upper) \(unit)"
    case (nil, let upper?): "at most \(upper) \(unit)"
    case (let lower?, nil): "at least \(lower) \(unit)"
    case (nil, nil): "any number of \(unit)"
    }
  }
}
