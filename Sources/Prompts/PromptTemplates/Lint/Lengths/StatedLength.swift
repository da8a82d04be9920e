import Documents
import SourceFiles

/// A length that a sentence of a prompt sets for the whole reply.
struct StatedLength {
  var length: ReplyLength
  var location: FileLocation
  var line: LintLine
  /// The number of the sentence on its line.
  var sentence: Int
  var conditions: BranchConditions
  /// The messages that it is for, if the sentence, its heading or its branch names some.
  var occasion: MessageOccasion
  /// The messages that it is not for.
  var otherOccasions: MessageOccasion
  /// Whether the sentence says when it applies: `If they write a few words, write 20 to 40 words.`
  var hasCondition: Bool
  /// Whether the sentence says that it replaces another length: `Write 20 to 40 words instead.`
  var replacesOthers: Bool

  /// Whether both can apply to one message, as far as the names of messages say.
  func sharesOccasion(with other: StatedLength) -> Bool {
    func excludes(_ one: StatedLength, _ two: StatedLength) -> Bool {
      guard !one.occasion.isEmpty else { return false }
      return two.otherOccasions.isSuperset(of: one.occasion)
        || (!two.occasion.isEmpty && two.occasion.isDisjoint(with: one.occasion))
    }
    return !excludes(self, other) && !excludes(other, self)
  }

  /// Whether this applies wherever the other one does, and elsewhere, too.
  func isMoreGeneral(than other: StatedLength) -> Bool {
    guard conditions.isImplied(by: other.conditions), occasion.isSubset(of: other.occasion),
      !hasCondition || other.hasCondition
    else { return false }
    return conditions != other.conditions || occasion != other.occasion
      || hasCondition != other.hasCondition
  }

  func isInSameSentence(as other: StatedLength) -> Bool {
    line.location == other.line.location && sentence == other.sentence
  }

  /// Returns the lengths that a line sets for the whole reply. A length of a part (`one sentence on …`, a field, a step
  /// of a numbered list) is none of these, and neither is one that only an example shows.
  static func all(in line: LintLine) -> [StatedLength] {
    let tokens = LineTokens(line.text)
    guard !tokens.isField, !line.text.hasPrefix("{"), !(line.position.heading?.namesPart ?? false)
    else { return [] }
    let heading = line.position.heading.map {
      MessageOccasion.named(by: LineTokens($0.text).sentences.joined().map(\.text))
    }
    return tokens.sentences.enumerated().flatMap { number, sentence -> [StatedLength] in
      let reader = SentenceReader(
        tokens: sentence, isNumbered: tokens.isNumbered && number == 0, isFirst: number == 0)
      let words = sentence.filter(\.isWord).map(\.text)
      let named = MessageOccasion.named(by: words)
      return reader.lengths().map { found in
        let piece = line.piece(at: found.start)
        let conditions = piece?.conditions ?? line.conditions
        let offset = (piece?.offset ?? 0) + found.start - (piece?.start ?? 0)
        return StatedLength(
          length: found.length, location: line.file.location(at: offset), line: line,
          sentence: number, conditions: conditions,
          occasion: named.only.union(heading?.only ?? []).union(conditions.occasion),
          otherOccasions: named.without.union(heading?.without ?? []),
          hasCondition: reader.hasCondition,
          replacesOthers: words.contains("instead") || words.contains("regardless"))
      }
    }
  }
}

extension LintPosition.Heading {
  /// What a part of a reply is called.
  private static let parts: Set<String> = [
    "title", "subtitle", "subject", "headline", "heading", "caption", "name", "label", "tagline",
    "preview", "summary",
  ]

  /// Whether the text under the heading is about a part of the reply: `## Title`.
  fileprivate var namesPart: Bool {
    let words = LineTokens(text).sentences.joined().map(\.text).filter {
      !["the", "a", "your", "#"].contains($0)
    }
    return words.count <= 2 && words.last.map(Self.parts.contains) ?? false
  }
}

extension BranchConditions {
  /// The messages that the engine's inputs name: `opening`, `final_message`, `message_number`.
  fileprivate var occasion: MessageOccasion {
    var occasion: MessageOccasion = []
    if contains(.isTrue, of: "opening") || contains(.equals(1), of: "message_number") {
      occasion.insert(.first)
    }
    if contains(.isTrue, of: "final_message") { occasion.insert(.last) }
    return occasion
  }
}

/// Finds the lengths in a sentence that are said of the whole reply.
private struct SentenceReader {
  let tokens: [LineTokens.Token]
  /// Whether the sentence begins an item of a numbered list.
  let isNumbered: Bool
  /// Whether it is the first sentence of its line.
  let isFirst: Bool

  struct Found {
    var length: ReplyLength
    var start: Int
    /// The number of the token after it.
    var end: Int
  }

  private static let conditional: Set<String> = ["if", "when", "whenever", "unless"]
  /// Words that state a condition at the start of a clause, and something else inside it.
  private static let conditionalStarts: Set<String> = ["once", "where", "while", "for", "with"]
  /// What a reply is called.
  private static let wholes: Set<String> = [
    "message", "messages", "reply", "replies", "answer", "answers", "response", "responses",
  ]
  private static let labels = wholes.union(["length", "size", "format", "output", "text"])
  /// Words before an imperative that leave it one.
  private static let openers: Set<String> = [
    "then", "and", "please", "always", "you", "must", "should", "now", "or",
  ]

  /// Whether the sentence says when it applies.
  var hasCondition: Bool {
    tokens.contains { Self.conditional.contains($0.text) && !$0.isQuoted }
      || tokens.first.map { Self.conditionalStarts.contains($0.text) } ?? false
  }

  func lengths() -> [Found] {
    var found: [Found] = []
    var at = 0
    while at < tokens.count {
      guard !tokens[at].isQuoted, begins(at, after: found.last),
        let phrase = LengthPhrase(tokens, at: at), isWhole(phrase, at: at),
        let length = length(of: phrase, at: at)
      else {
        at += 1
        continue
      }
      found.append(Found(length: length, start: tokens[at].start, end: phrase.end))
      at = phrase.end
    }
    return found
  }

  /// Returns the length that a phrase sets after its verb; nil if the verb forbids it and leaves none.
  private func length(of phrase: LengthPhrase, at start: Int) -> ReplyLength? {
    var length = phrase.length
    if tokens[..<start].contains(where: { $0.text == "limit" }) { length.lower = nil }
    guard isForbidden(start - 1) else { return length }
    switch (length.lower, length.upper) {
    case (let lower?, nil): return ReplyLength(lower: nil, upper: lower - 1, unit: length.unit)
    case (nil, let upper?): return ReplyLength(lower: upper + 1, upper: nil, unit: length.unit)
    default: return nil
    }
  }

  private func word(_ index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].text : ""
  }

  /// Whether what begins at a token can be said of the whole reply.
  private func begins(_ at: Int, after last: Found?) -> Bool {
    guard at > 0 else { return !isNumbered }
    let before = tokens[at - 1]
    guard before.isWord else {
      switch before.text {
      case ":": return last?.end == at - 1 || !(endsLabel(at - 1) || namesParts(before: at - 1))
      case ",", ";": return last?.end == at - 1 || isShortCommand(before: at - 1)
      default: return false
      }
    }
    switch before.text {
    case "write", "use": return isImperative(at - 1) || isForbidden(at - 1)
    case "in", "with":
      if at == 1 { return !isNumbered && word(at - 1) == "in" }
      if ["reply", "respond", "answer", "write"].contains(word(at - 2)) {
        return isImperative(at - 2)
      }
      return word(at - 1) == "in" && [",", ":"].contains(word(at - 2))
        && tokens[..<(at - 2)].contains { Self.wholes.contains($0.text) }
    case "to", "at", "within": return isKept(before: at - 1)
    case "keep", "stay", "remain": return isImperative(at - 1)
    case "is", "are", "be", "has", "have":
      return !isOfOthers(before: at) && (Self.wholes.contains(word(at - 2)) || isModal(at))
    default: return isKept(before: at)
    }
  }

  /// Whether `should be` or `must have` ends before a token, said of a reply.
  private func isModal(_ at: Int) -> Bool {
    ["should", "must", "may"].contains(word(at - 2)) && Self.wholes.contains(word(at - 3))
  }

  /// Whether `keep it` or `keep your reply` ends before a token.
  private func isKept(before at: Int) -> Bool {
    if ["keep", "stay", "remain"].contains(word(at - 1)) { return isImperative(at - 1) }
    guard
      ["it", "this", "them", "yourself"].contains(word(at - 1))
        || Self.wholes.contains(word(at - 1)), !isOfOthers(before: at)
    else { return false }
    return (2...3).contains {
      ["keep", "limit"].contains(word(at - $0)) && isImperative(at - $0)
    }
  }

  /// Whether a verb is said to the model, and not forbidden or told of someone.
  private func isImperative(_ at: Int) -> Bool {
    at == 0 || !tokens[at - 1].isWord || Self.openers.contains(word(at - 1))
  }

  /// Whether a verb is forbidden to the model: `never write`, `do not write`.
  private func isForbidden(_ at: Int) -> Bool {
    guard ["write", "use"].contains(word(at)) else { return false }
    let isNegated = word(at - 1) == "not" && word(at - 2) == "do"
    let start = isNegated ? at - 2 : at - 1
    return (isNegated || ["never", "don't"].contains(word(at - 1))) && isImperative(start)
  }

  /// Whether the clause before a token is about messages that people write.
  private func isOfOthers(before at: Int) -> Bool {
    tokens[..<at].reversed().prefix { $0.isWord }.contains {
      ["their", "his", "her", "people", "person", "user", "users", "they"].contains(
        $0.text.split(separator: "'").first.map(String.init))
    }
  }

  /// Whether the words before a colon are about parts of the reply: `Keep each sentence short:`.
  private func namesParts(before colon: Int) -> Bool {
    let words = tokens[..<colon].map(\.text)
    return !words.contains { Self.wholes.contains($0) }
      && words.contains { ["each", "every"].contains($0) || ReplyLength.Unit(word: $0) != nil }
  }

  /// Whether the clause before a comma is a command such as `write less`.
  private func isShortCommand(before comma: Int) -> Bool {
    (2...3).contains { word(comma - $0) == "write" && isImperative(comma - $0) }
      && ["less", "more", "briefly", "shorter", "longer"].contains(word(comma - 1))
  }

  /// Whether a colon ends a label of one to three words at the start of the line, such as `Title:`; a label that names
  /// the reply or its length is none.
  private func endsLabel(_ colon: Int) -> Bool {
    let words = tokens[..<colon]
    return isFirst && words.count <= 3 && words.allSatisfy(\.isWord)
      && !words.contains { Self.labels.contains($0.text) }
  }

  /// Whether a phrase is complete and what follows does not make it the length of a part.
  private func isWhole(_ phrase: LengthPhrase, at start: Int) -> Bool {
    let next = word(phrase.end)
    if phrase.length.isCount { return phrase.length.lower == nil && start == 0 }
    guard phrase.hasUnit else {
      let isRange = phrase.length.lower != nil && phrase.length.lower != phrase.length.upper
      return isRange && word(start - 1) == "write" && [",", ".", ":", ";", "and"].contains(next)
        && tokens[..<start].contains { $0.text == "words" }
    }
    guard phrase.end < tokens.count else { return true }
    let after = word(phrase.end + 1)
    switch next {
    case ",": return !["that", "which", "each"].contains(after)
    case ".", ":", ";", ")", "!", "?", "—": return true
    case "in": return after == "all" || after == "total" || after == "this"
    case "of": return ["plain", "prose", "running", "text"].contains(after)
    case "a", "per", "each": return Self.wholes.contains(after)
    case "for": return (1...2).contains { Self.wholes.contains(word(phrase.end + $0)) }
    default: return Self.additions.contains(next)
    }
  }

  /// Words after a length that leave it the length of the whole.
  private static let additions: Set<String> = [
    "altogether", "overall", "total", "instead", "long", "then", "and", "or", "if", "when",
    "unless", "not", "without", "beside", "besides", "excluding", "including", "plus", "even",
    "regardless",
  ]
}
