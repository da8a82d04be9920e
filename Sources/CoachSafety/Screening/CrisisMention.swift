import SafetyRules
import Phrases

/// A concept that a message mentions, and what the words around it leave of it.
struct CrisisMention: Sendable {
  /// The number of its concept.
  var concept: Int
  /// How near the danger is.
  var severity: CrisisSeverity
  /// Whom it is about.
  var subject: CrisisSubject
  /// What it adds after all cues.
  var strength: Double
  /// The cues that were heard.
  var cues: [CueEffect]
  /// The sentence in which it stands.
  var sentence: Int
  /// Where it stands, in bytes of UTF-8.
  var range: Range<Int>
  /// The words on which it rests, in bytes of UTF-8: of a combination not those between.
  var words: [Range<Int>]

  /// Whether it rests, for the most part, on the same words as another mention.
  func sharesWords(with other: CrisisMention) -> Bool {
    var shared = 0
    for own in words {
      for others in other.words where own.overlaps(others) {
        shared += own.clamped(to: others).count
      }
    }
    let length = { (words: [Range<Int>]) in words.reduce(0) { $0 + $1.count } }
    return shared * 2 >= min(length(words), length(other.words))
  }
}

extension ScreeningLexicon {
  /// All mentions of a message.
  func mentions(in text: String) -> [CrisisMention] {
    let tokens = vocabulary.tokens(of: text)
    let (matches, refused) = finder.read(tokens)
    var places: [(phrase: ConceptPhrase, members: [ClosedRange<Int>])] = []
    for match in matches {
      guard case .concept(let phrase) = owner(ofRule: match.rule) else { continue }
      places.append((phrase, [match.tokens]))
    }
    let idioms = Dictionary(
      grouping: refused.filter { if case .concept = owner(ofRule: $0.rule) { true } else { false } }
    ) { tokens[$0.tokens.lowerBound].sentence }
    for found in combinations(among: matches, in: tokens) {
      let near = idioms[tokens[found.members[0].lowerBound].sentence] ?? []
      guard !near.contains(where: { found.rests(on: $0.tokens) }) else { continue }
      places.append((combinations[found.combination].phrase, found.members))
    }
    guard !places.isEmpty else { return [] }
    let reach = CueReach(cuePlaces(among: matches), of: cues, in: tokens)
    return places.map { place in
      weighed(place.phrase, at: place.members, reach, in: tokens)
    }
  }

  /// The cues of a message that no exception covers.
  private func cuePlaces(among matches: [PhraseFinder.Match]) -> [CueReach.Place] {
    var covered: [Int: Set<Int>] = [:]
    for match in matches {
      guard case .exception(let cue) = owner(ofRule: match.rule) else { continue }
      covered[cue, default: []].formUnion(match.tokens)
    }
    return matches.compactMap { match in
      guard case .cue(let cue) = owner(ofRule: match.rule),
        covered[cue]?.isDisjoint(with: match.tokens) ?? true
      else { return nil }
      return CueReach.Place(cue: cue, tokens: match.tokens)
    }
  }

  /// A mention after the cues that reach it.
  private func weighed(
    _ phrase: ConceptPhrase, at members: [ClosedRange<Int>], _ reach: CueReach,
    in tokens: [PhraseToken]
  ) -> CrisisMention {
    let place = members.extent
    let concept = concepts[phrase.concept]
    var factors: [CueEffect: Double] = [:]
    for number in reach.cues(about: members, from: place) {
      let cue = cues[number]
      guard !concept.immunities.contains(cue.effect) else { continue }
      factors[cue.effect] = min(factors[cue.effect] ?? 1, cue.factor)
    }
    if factors[.stillPresent] != nil { factors[.past] = nil }
    if factors[.askingForAFriend] != nil { factors[.otherPerson] = nil }
    var mention = CrisisMention(
      concept: phrase.concept, severity: phrase.severity, subject: concept.subject,
      strength: phrase.strength, cues: CueEffect.allCases.filter { factors[$0] != nil },
      sentence: tokens[place.lowerBound].sentence, range: bytes(of: place, in: tokens),
      words: members.map { bytes(of: $0, in: tokens) })
    if factors[.otherPerson] != nil { mention.subject = .someoneElse }
    if factors[.askingForAFriend] != nil { mention.subject = .writer }
    for cue in mention.cues { mention.strength *= factors[cue] ?? 1 }
    return mention
  }

  private func bytes(of place: ClosedRange<Int>, in tokens: [PhraseToken]) -> Range<Int> {
    tokens[place.lowerBound].range.lowerBound..<tokens[place.upperBound].range.upperBound
  }
}
