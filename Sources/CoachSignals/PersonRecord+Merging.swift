import CoachModel

extension PersonRecord {
  /// Returns the record with the changes of another copy of it, from another device or an older state.
  ///
  /// Nothing is lost or doubled, and what was removed or forgotten in either stays away. Name, language and settings are
  /// those of this copy. The record of another person, or one that was made anew, with another salt, changes nothing.
  public func merged(with other: PersonRecord) -> PersonRecord {
    guard id == other.id, profile.salt == other.profile.salt else { return self }
    var merged = self
    merged.forgotten = forgotten.union(other.forgotten)
    // A copy that does not know what was forgotten has patterns and words that may be about it.
    let known = [self, other].filter { $0.forgotten == merged.forgotten }.map(\.patterns)
    let unknown = [self, other].filter { $0.forgotten != merged.forgotten }
    merged.profile = profile.merged(with: other.profile, language: language)
    merged.sessions = sessions.merged(with: other.sessions)
    merged.signals = signals.merged(with: other.signals)
    merged.style = style.merged(with: other.style)
    merged.patterns = (known + unknown.map(\.patterns.withoutThemes)).reduce(PatternMemory()) {
      $0.merged(with: $1, language: language, salt: profile.salt)
    }
    merged.offers = offers.merged(with: other.offers)
    merged.reflections = reflections.merged(with: other.reflections)
    merged.nudges = nudges.merged(with: other.nudges)
    merged.crises = crises.merged(with: other.crises)
    merged.memory = memory.merged(with: other.memory)
    let events = Dictionary((events + other.events).map { ($0.id, $0) }) { known, _ in known }
    merged.events = events.values.sorted { ($0.day, $0.id) < ($1.day, $1.id) }
    merged.mergeOpen(other.open)
    merged.completeSignals()
    merged.removeForgotten()
    if !unknown.isEmpty {
      merged.forgetWords()
      merged.style.correct(by: merged.evidence)
    }
    merged.forgetDismissedWords()
    return merged
  }

  /// Takes over the open sessions of another copy, except for those that were closed.
  private mutating func mergeOpen(_ others: [Session]) {
    for session in others {
      if let place = open.firstIndex(where: { $0.id == session.id }) {
        open[place] = open[place].merged(with: session)
      } else if !isForgotten(conversation: session.conversation) {
        open.append(session)
      }
    }
    let sessions = sessions
    open.removeAll { sessions.contains($0.id, messages: $0.answerCount) }
    open.sort { $0.id < $1.id }
  }
}

extension Session {
  /// Returns the session with the messages and signals of another copy of it.
  func merged(with other: Session) -> Session {
    var merged = self
    let known = Set(messages.map(\.id))
    merged.messages += other.messages.filter { !known.contains($0.id) }
    let order = Dictionary(
      merged.messages.enumerated().map { ($0.element.id, $0.offset) }
    ) { first, _ in first }
    merged.messages.sort {
      ($0.time, order[$0.id] ?? 0) < ($1.time, order[$1.id] ?? 0)
    }
    let observed = Set(signals.map(\.id))
    merged.signals += other.signals.filter { !observed.contains($0.id) }
    merged.discovery = discovery ?? other.discovery
    return merged
  }
}
