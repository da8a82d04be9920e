import SafetyRules
import Phrases
import TextAnalysis

/// Finds what the rules' phrases say in a field, where nothing around them takes it back.
struct PersonaPhrases: Sendable {
  typealias Phrase = PersonaRuleBook.Phrase
  typealias Owner = PersonaRuleBook.Owner

  /// A phrase that counts.
  struct Found: Hashable {
    var rule: PersonaRule
    var verdict: PersonaVerdict
    /// In bytes of the text.
    var range: Range<Int>
  }

  /// How many words may stand between a negation and what it takes back.
  private static let negationReach = 3
  private static let negationReachBehind = 2
  /// The same where a list begins with the negation.
  private static let negationReachInList = 14
  /// The signs behind which a new thought begins; in a list commas do not.
  private static let breaks = ",:()"
  private static let breaksInList = ":()"

  var vocabulary: PhraseVocabulary
  var finder: PhraseFinder
  var owners: [Owner]

  /// All phrases that count in a text.
  func found(
    in text: String, of field: PersonaField, name: PersonaNameWords
  ) -> Set<Found> {
    let tokens = vocabulary.tokens(of: text)
    let bytes = Array(text.utf8)
    var found = found(in: tokens, bytes, field)
    if let named = name.replaced(in: tokens, bytes) {
      found.formUnion(self.found(in: named, bytes, field))
    }
    return found
  }

  private func found(
    in tokens: [PhraseToken], _ bytes: [UInt8], _ field: PersonaField
  ) -> Set<Found> {
    let surroundings = Surroundings(finder.matches(in: tokens), owners)
    var found: Set<Found> = []
    for (phrase, place) in surroundings.phrases {
      guard phrase.fields.isEmpty || phrase.fields.contains(field),
        phrase.isCertain || !surroundings.isExcepted(phrase.rule, place, tokens),
        !isNegated(place, by: surroundings, tokens, bytes)
      else { continue }
      let start = tokens[place.lowerBound].range.lowerBound
      let range = start..<tokens[place.upperBound].range.upperBound
      found.insert(Found(rule: phrase.rule, verdict: phrase.verdict, range: range))
    }
    return found
  }

  private func isNegated(
    _ place: ClosedRange<Int>, by surroundings: Surroundings, _ tokens: [PhraseToken],
    _ bytes: [UInt8]
  ) -> Bool {
    let isBefore = surroundings.negations.contains { negation in
      let (left, right) = (negation.upperBound, place.lowerBound)
      guard left < right, !surroundings.hasContrast(between: left, right) else { return false }
      return isNear(left, right, Self.negationReach, Self.breaks, tokens, bytes)
        || surroundings.hasAlternative(after: left, near: place.upperBound, tokens)
          && isNear(left, right, Self.negationReachInList, Self.breaksInList, tokens, bytes)
    }
    return isBefore
      || surroundings.negationsBehind.contains { negation in
        let (left, right) = (place.upperBound, negation.lowerBound)
        return left < right
          && isNear(left, right, Self.negationReachBehind, Self.breaks, tokens, bytes)
      }
  }

  /// Whether two words stand in one sentence with few words and no sign of a new thought between them.
  private func isNear(
    _ left: Int, _ right: Int, _ reach: Int, _ signs: String, _ tokens: [PhraseToken],
    _ bytes: [UInt8]
  ) -> Bool {
    // Fillers are not counted, yet nobody puts that many of them between two words.
    guard tokens[left].sentence == tokens[right].sentence, right - left <= 3 * (reach + 2) else {
      return false
    }
    let between = tokens[(left + 1)..<right]
    guard between.count(where: { !$0.isFiller }) <= reach else { return false }
    return zip(tokens[left..<right], tokens[(left + 1)...right]).allSatisfy { word, next in
      let (end, start) = (word.range.upperBound, next.range.lowerBound)
      return start <= end || !Self.isBreak(bytes[end..<start], signs)
    }
  }

  /// Whether one of the signs or a dash stands between two words; quotation marks may.
  private static func isBreak(_ bytes: ArraySlice<UInt8>, _ signs: String) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.contains { signs.contains($0) || $0 == "–" || $0 == "—" } || text.contains(" - ")
  }

  /// What stands around phrases, by kind.
  private struct Surroundings {
    var phrases: [(phrase: Phrase, place: ClosedRange<Int>)] = []
    var exceptions: [PersonaRule: [ClosedRange<Int>]] = [:]
    var negations: [ClosedRange<Int>] = []
    var negationsBehind: [ClosedRange<Int>] = []
    var doubleNegations: [ClosedRange<Int>] = []
    var contrasts: [Int] = []
    var alternatives: [Int] = []

    init(_ matches: [PhraseFinder.Match], _ owners: [Owner]) {
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

    /// Whether a list that begins at a word names a choice, not far behind another word.
    func hasAlternative(after left: Int, near right: Int, _ tokens: [PhraseToken]) -> Bool {
      alternatives.contains {
        $0 > left && $0 < right + 10 && tokens[$0].sentence == tokens[left].sentence
      }
    }

    func isExcepted(
      _ rule: PersonaRule, _ place: ClosedRange<Int>, _ tokens: [PhraseToken]
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

/// The words of a persona's name, so that "cannot live without Marlow" is "… without coachname".
struct PersonaNameWords {
  private let words: Set<String>

  init(_ name: String, _ vocabulary: PhraseVocabulary) {
    words = Set(vocabulary.tokens(of: name).map(\.written).filter { $0.utf8.count > 2 })
  }

  /// The words of a text with the name's in place of it; nil when it is not in the text.
  ///
  /// Only words with a capital are the name: "Willow" is, and the willow by the river is not. Several words of the
  /// name that follow on each other are one.
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
      if let last = replaced.last, last.text == PersonaRuleBook.nameWord, token.isAttached {
        replaced[replaced.count - 1].range = last.range.lowerBound..<token.range.upperBound
      } else {
        var name = token
        (name.text, name.isFiller) = (PersonaRuleBook.nameWord, false)
        replaced.append(name)
      }
    }
    return isFound ? replaced : nil
  }
}
