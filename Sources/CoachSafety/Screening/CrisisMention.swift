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
  /// Where it stands, in bytes of UTF-8.
  var range: Range<Int>
}

extension ScreeningLexicon {
  /// A cue where it stands.
  private struct CuePlace {
    var cue: Int
    var tokens: ClosedRange<Int>
  }

  /// All mentions of a message.
  func mentions(in text: String) -> [CrisisMention] {
    let tokens = vocabulary.tokens(of: text)
    let matches = finder.matches(in: tokens)
    var places: [(phrase: ConceptPhrase, members: [ClosedRange<Int>])] = []
    var cues: [CuePlace] = []
    for match in matches {
      switch owners[match.rule] {
      case .concept(let phrase): places.append((phrase, [match.tokens]))
      case .cue(let cue): cues.append(CuePlace(cue: cue, tokens: match.tokens))
      case .exception, .member: break
      }
    }
    for found in combinations(among: matches, in: tokens) {
      places.append((combinations[found.combination].phrase, found.members))
    }
    guard !places.isEmpty else { return [] }
    for match in matches {
      guard case .exception(let cue) = owners[match.rule] else { continue }
      cues.removeAll { $0.cue == cue && $0.tokens.overlaps(match.tokens) }
    }
    return places.map { place in
      weighed(place.phrase, at: place.members, cues: cues, in: tokens)
    }
  }

  /// A mention after the cues that reach it.
  private func weighed(
    _ phrase: ConceptPhrase, at members: [ClosedRange<Int>], cues: [CuePlace],
    in tokens: [PhraseToken]
  ) -> CrisisMention {
    let place = FoundCombination(combination: 0, members: members).span
    let concept = concepts[phrase.concept]
    var factors: [CueEffect: Double] = [:]
    for found in cues where reaches(found, place, members, in: tokens) {
      let cue = self.cues[found.cue]
      guard !concept.immunities.contains(cue.effect) else { continue }
      factors[cue.effect] = min(factors[cue.effect] ?? 1, cue.factor)
    }
    if factors[.stillPresent] != nil { factors[.past] = nil }
    if factors[.askingForAFriend] != nil { factors[.otherPerson] = nil }
    var mention = CrisisMention(
      concept: phrase.concept, severity: phrase.severity, subject: concept.subject,
      strength: phrase.strength, cues: CueEffect.allCases.filter { factors[$0] != nil },
      range: tokens[place.lowerBound].range.lowerBound..<tokens[place.upperBound].range.upperBound)
    if factors[.otherPerson] != nil { mention.subject = .someoneElse }
    if factors[.askingForAFriend] != nil { mention.subject = .writer }
    for factor in factors.values { mention.strength *= factor }
    return mention
  }

  /// Whether a cue says something about a mention.
  private func reaches(
    _ found: CuePlace, _ place: ClosedRange<Int>, _ members: [ClosedRange<Int>],
    in tokens: [PhraseToken]
  ) -> Bool {
    let cue = cues[found.cue]
    guard !members.contains(where: { $0.overlaps(found.tokens) }) else { return false }
    // Between words that come together, a cue is about them.
    if found.tokens.overlaps(place) { return true }
    let isBefore = found.tokens.upperBound < place.lowerBound
    switch cue.direction {
    case .before where !isBefore, .after where isBefore: return false
    default: break
    }
    if case .message = cue.reach { return true }
    guard tokens[found.tokens.lowerBound].sentence == tokens[place.lowerBound].sentence else {
      return false
    }
    let between =
      isBefore
      ? tokens[(found.tokens.upperBound + 1)..<place.lowerBound]
      : tokens[(place.upperBound + 1)..<found.tokens.lowerBound]
    if between.contains(where: { cue.stops.contains($0.text) || cue.stops.contains($0.written) }) {
      return false
    }
    guard case .words(let reach) = cue.reach else { return true }
    // A comma begins another thought: "I'm not fine, I want to die".
    let joints =
      isBefore
      ? tokens[(found.tokens.upperBound + 1)...place.lowerBound]
      : tokens[(place.upperBound + 1)...found.tokens.lowerBound]
    return joints.allSatisfy(\.isAttached) && between.count { !$0.isFiller } <= reach
  }
}
