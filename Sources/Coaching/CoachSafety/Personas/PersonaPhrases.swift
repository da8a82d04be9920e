import SafetyRules
import TextAnalysis

/// Finds the phrases of the rules in a field, unless the words around them negate them.
struct PersonaPhrases: Sendable {
  typealias Phrase = PersonaRuleBook.Phrase
  typealias Owner = PersonaRuleBook.Owner

  /// A phrase that counts.
  struct Found: Hashable {
    var rule: PersonaRule
    var verdict: PersonaVerdict
    /// The range in the text, in UTF-8 bytes.
    var range: Range<Int>
  }

  /// The maximum number of words, without fillers, between a negation and what it negates.
  private static let negationReach = 3
  private static let negationReachBehind = 2
  /// The same in a list that begins with the negation.
  private static let negationReachInList = 14
  /// The signs that begin a new thought; in a list commas do not.
  private static let breaks = ",:()"
  private static let breaksInList = ":()"

  let book: PersonaRuleBook

  /// Returns all phrases that count in a text.
  func found(
    in text: String, of field: PersonaField, name: PersonaNameWords
  ) -> Set<Found> {
    let tokens = name.vocabulary.tokens(of: text)
    let bytes = Array(text.utf8)
    var found = found(in: tokens, bytes: bytes, field: field)
    if let named = name.replaced(in: tokens, bytes) {
      found.formUnion(self.found(in: named, bytes: bytes, field: field))
    }
    return found
  }

  private func found(
    in tokens: [PhraseToken], bytes: [UInt8], field: PersonaField
  ) -> Set<Found> {
    let surroundings = Surroundings(book.finder.matches(in: tokens), owners: book.owners)
    var found: Set<Found> = []
    for (phrase, index) in surroundings.phrases {
      guard phrase.fields.isEmpty || phrase.fields.contains(field),
        phrase.isCertain || !surroundings.isExcepted(phrase.rule, at: index, in: tokens),
        !isNegated(index, by: surroundings, in: tokens, bytes: bytes)
      else { continue }
      found.insert(
        Found(
          rule: phrase.rule, verdict: phrase.verdict, range: tokens.bytes(of: Range(index))))
    }
    return found
  }

  private func isNegated(
    _ place: ClosedRange<Int>, by surroundings: Surroundings, in tokens: [PhraseToken],
    bytes: [UInt8]
  ) -> Bool {
    let isBefore = surroundings.negations.contains { negation in
      let (left, right) = (negation.upperBound, place.lowerBound)
      guard left < right, !surroundings.hasContrast(between: left, right) else { return false }
      return isNear(
        left, right, reach: Self.negationReach, breaks: Self.breaks, in: tokens, bytes: bytes)
        || surroundings.hasAlternative(after: left, near: place.upperBound, in: tokens)
          && isNear(
            left, right, reach: Self.negationReachInList, breaks: Self.breaksInList, in: tokens,
            bytes: bytes)
    }
    return isBefore
      || surroundings.negationsBehind.contains { negation in
        let (left, right) = (place.upperBound, negation.lowerBound)
        return left < right
          && isNear(
            left, right, reach: Self.negationReachBehind, breaks: Self.breaks, in: tokens,
            bytes: bytes)
      }
  }

  /// Returns whether two words are in one sentence with few words and no sign of a new thought between them.
  private func isNear(
    _ left: Int, _ right: Int, reach: Int, breaks: String, in tokens: [PhraseToken],
    bytes: [UInt8]
  ) -> Bool {
    // Fillers are not counted, but related words never have this many of them in between.
    guard tokens[left].sentence == tokens[right].sentence, right - left <= 3 * (reach + 2) else {
      return false
    }
    let between = tokens[(left + 1)..<right]
    guard between.count(where: { !$0.isFiller }) <= reach else { return false }
    return zip(tokens[left..<right], tokens[(left + 1)...right]).allSatisfy { word, next in
      let (end, start) = (word.range.upperBound, next.range.lowerBound)
      return start <= end || !Self.isBreak(bytes[end..<start], signs: breaks)
    }
  }

  /// Returns whether one of the signs or a dash separates two words; quotation marks do not.
  private static func isBreak(_ bytes: ArraySlice<UInt8>, signs: String) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.contains { signs.contains($0) || $0 == "–" || $0 == "—" } || text.contains(" - ")
  }

  /// The phrases of a text and the words that affect them, by kind.
  private struct Surroundings {
    var phrases: [(phrase: Phrase, place: ClosedRange<Int>)] = []
    var exceptions: [PersonaRule: [ClosedRange<Int>]] = [:]
    var negations: [ClosedRange<Int>] = []
    var negationsBehind: [ClosedRange<Int>] = []
    var doubleNegations: [ClosedRange<Int>] = []
    var contrasts: [Int] = []
    var alternatives: [Int] = []

    init(_ matches: [PhraseFinder.Match], owners: [Owner]) {
      for match in matches {
        switch owners[match.rule] {
        case .phrase(let phrase): phrases.append((phrase, match.tokens))
        case .exception(let rule): exceptions[rule, default: []].append(match.tokens)
        case .negation: negations.append(match.tokens)
        case .doubleNegation: doubleNegations.append(match.tokens)
        case .negationBehind: negationsBehind.append(match.tokens)
        case .contrast: contrasts.append(match.tokens.lowerBound)
        case .alternative: alternatives.append(match.tokens.lowerBound)
        }
      }
      let double = doubleNegations
      negations.removeAll { negation in double.contains { $0.overlaps(negation) } }
    }

    func hasContrast(between left: Int, _ right: Int) -> Bool {
      contrasts.contains { $0 > left && $0 < right }
    }

    /// Returns whether a list that begins at a word contains an alternative, not far behind another word.
    func hasAlternative(after left: Int, near right: Int, in tokens: [PhraseToken]) -> Bool {
      alternatives.contains {
        $0 > left && $0 < right + 10 && tokens[$0].sentence == tokens[left].sentence
      }
    }

    func isExcepted(
      _ rule: PersonaRule, at place: ClosedRange<Int>, in tokens: [PhraseToken]
    ) -> Bool {
      exceptions[rule, default: []].contains { exception in
        guard tokens[exception.lowerBound].sentence == tokens[place.lowerBound].sentence else {
          return false
        }
        return exception.overlaps(place)
          || !hasContrast(
            between: min(exception.upperBound, place.upperBound),
            max(exception.lowerBound, place.lowerBound))
      }
    }
  }
}

/// The words of a persona's name, so that "cannot live without Marlow" is matched as "… without coachname".
struct PersonaNameWords {
  /// A vocabulary that knows the words of the name, too.
  let vocabulary: PhraseVocabulary
  private let words: Set<Int32>
  /// The word that stands for the name in phrases.
  private let placeholder: Int32

  init(_ name: String, vocabulary: PhraseVocabulary) {
    var vocabulary = vocabulary
    vocabulary.learn(name)
    let written = vocabulary.tokens(of: name).map(\.written)
    words = Set(written.filter { vocabulary.word($0).utf8.count > 2 })
    placeholder = vocabulary.number(of: PersonaRuleBook.nameWord)
    self.vocabulary = vocabulary
  }

  /// Returns the words of a text with the name replaced, or `nil` if the name does not occur.
  ///
  /// Only capitalised words are the name: "Willow" is, and the willow by the river is not. Consecutive words of the
  /// name become one word.
  func replaced(in tokens: [PhraseToken], _ bytes: [UInt8]) -> [PhraseToken]? {
    var replaced: [PhraseToken] = []
    var isFound = false
    for token in tokens {
      let isCapital =
        (0x41...0x5A).contains(bytes[token.range.lowerBound])
        || bytes[token.range.lowerBound] > 0x7F
      guard isCapital, words.contains(token.written) else {
        replaced.append(token)
        continue
      }
      isFound = true
      if let last = replaced.last, last.word == placeholder, token.isAttached {
        replaced[replaced.count - 1].range = last.range.lowerBound..<token.range.upperBound
      } else {
        var name = token
        (name.word, name.isFiller) = (placeholder, false)
        replaced.append(name)
      }
    }
    return isFound ? replaced : nil
  }
}
