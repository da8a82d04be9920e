import SafetyRules
import TextAnalysis

/// A mention of a concept in a message, weighted by the words around it.
struct CrisisMention: Sendable {
  /// The index of its concept in the lexicon.
  var concept: Int
  var severity: CrisisSeverity
  var subject: CrisisSubject
  /// Its weight after all cues.
  var strength: Double
  /// The cues that apply to it.
  var cues: [CueEffect]
  /// The index of its sentence.
  var sentence: Int
  /// Its range in the message, in UTF-8 bytes.
  var range: Range<Int>

  /// Returns whether the two mentions share at least half the bytes of the shorter one.
  func sharesWords(with other: CrisisMention) -> Bool {
    range.clamped(to: other.range).count * 2 >= min(range.count, other.range.count)
      && range.overlaps(other.range)
  }
}

extension ScreeningLexicon {
  /// Returns all mentions of concepts in a message.
  ///
  /// - Parameter isRead: Whether a sentence is read, given as its range in UTF-8 bytes.
  func mentions(
    in text: String, whereSentence isRead: ((Range<Int>) -> Bool)? = nil
  ) -> [CrisisMention] {
    var tokens = finder.vocabulary.tokens(of: text)
    if let isRead {
      tokens = tokens.sentences.filter { isRead(tokens.bytes(of: $0)) }.flatMap { tokens[$0] }
    }
    let matches = finder.matches(in: tokens)
    let places = matches.compactMap { match -> (phrase: ConceptPhrase, tokens: ClosedRange<Int>)? in
      guard case .concept(let phrase) = owners[match.rule] else { return nil }
      return (phrase, match.tokens)
    }
    guard !places.isEmpty else { return [] }
    let reach = CueReach(cuePlaces(among: matches), of: cues, in: tokens)
    return places.map { weighed($0.phrase, at: $0.tokens, by: reach, in: tokens) }
  }

  /// Returns the cues of a message that no exception covers.
  private func cuePlaces(among matches: [PhraseFinder.Match]) -> [CueReach.Place] {
    var covered: [Int: Set<Int>] = [:]
    for match in matches {
      guard case .exception(let cue) = owners[match.rule] else { continue }
      covered[cue, default: []].formUnion(match.tokens)
    }
    return matches.compactMap { match in
      guard case .cue(let cue) = owners[match.rule],
        covered[cue]?.isDisjoint(with: match.tokens) ?? true
      else { return nil }
      return CueReach.Place(cue: cue, tokens: match.tokens)
    }
  }

  /// Returns a mention weighted by the cues that reach it.
  private func weighed(
    _ phrase: ConceptPhrase, at place: ClosedRange<Int>, by reach: CueReach,
    in tokens: [PhraseToken]
  ) -> CrisisMention {
    let concept = concepts[phrase.concept]
    var factors: [CueEffect: Double] = [:]
    for number in reach.cues(about: place) {
      let cue = cues[number]
      guard !concept.immunities.contains(cue.effect) else { continue }
      factors[cue.effect] = min(factors[cue.effect] ?? 1, cue.factor)
    }
    if factors[.stillPresent] != nil { factors[.past] = nil }
    if factors[.askingForAFriend] != nil { factors[.otherPerson] = nil }
    var mention = CrisisMention(
      concept: phrase.concept, severity: phrase.severity, subject: concept.subject,
      strength: phrase.strength, cues: CueEffect.allCases.filter { factors[$0] != nil },
      sentence: tokens[place.lowerBound].sentence, range: tokens.bytes(of: Range(place)))
    if factors[.otherPerson] != nil { mention.subject = .someoneElse }
    if factors[.askingForAFriend] != nil { mention.subject = .writer }
    for cue in mention.cues { mention.strength *= factors[cue] ?? 1 }
    return mention
  }
}
