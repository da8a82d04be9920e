import CoachModel

extension PersonRecord {
  /// Returns the record with the changes of another copy of it, from another device or an older state.
  ///
  /// Nothing is lost or doubled, and what was removed or forgotten in either stays away. Name, language and settings are
  /// those of this copy. The record of another person, or one that was made anew, with another salt, changes nothing.
  public func merged(with other: PersonRecord) -> PersonRecord {
    guard id == other.id, profile.salt == other.profile.salt else { return self }
    let copies = MergedCopies(
      first: self, second: other, forgotten: forgotten.union(other.forgotten))
    var merged = self
    for part in Self.parts { part.merge(&merged, copies) }
    merged.completeSignals()
    merged.removeForgotten()
    if !copies.uninformed.isEmpty {
      merged.forgetWords()
      merged.style.correct(by: merged.evidence)
    }
    merged.forgetDismissedWords()
    return merged
  }

  /// Takes over the open sessions of another copy, except for those that were closed.
  mutating func mergeOpen(_ others: [Session]) {
    for session in others {
      if let index = open.firstIndex(where: { $0.id == session.id }) {
        open[index] = open[index].merged(with: session)
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
