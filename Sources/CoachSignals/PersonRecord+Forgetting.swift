import CoachModel
import SourceFiles

extension PersonRecord {
  /// Forgets a conversation: its messages, summaries, evidence, events, what was learned from it alone, and what was observed
  /// in it. Only the number of its sessions remains. It does not come back, even if another device closes its session
  /// later.
  public mutating func forget(conversation id: String) {
    forgotten.insert(digest(ofConversation: id))
    forgetTraces()
  }

  /// Forgets single messages, with everything that quotes them.
  ///
  /// Notes on their sessions may be about them, and are removed, too.
  public mutating func forget(messages ids: Set<String>) {
    let touched = Set(
      memory.sessions.filter { $0.messages.contains { ids.contains($0.id) } }.map(\.id)
        + open.filter { $0.messages.contains { ids.contains($0.id) } }.map(\.id))
    memory.remove(messages: ids)
    for place in open.indices {
      open[place].messages.removeAll { ids.contains($0.id) }
      if touched.contains(open[place].id) { open[place].discovery = nil }
    }
    open.removeAll(where: \.messages.isEmpty)
    sessions.removeNotes(of: touched)
    profile.forget(messages: ids)
    patterns.forget(sessions: touched)
    signals.forget { signal in
      signal.signal.hasWords && signal.session.map { touched.contains($0) } ?? false
    }
    events.removeAll { ids.contains($0.message) }
  }

  /// Removes all that comes from forgotten conversations.
  mutating func forgetTraces() {
    let ids = Set(
      (sessions.records.map(\.conversation) + memory.sessions.map(\.conversation)
        + open.map(\.conversation) + events.map(\.conversation)
        + profile.items.flatMap { $0.evidence.map(\.conversation) }).filter { isForgotten($0) })
    for id in ids { forgetTraces(of: id) }
  }

  private mutating func forgetTraces(of conversation: String) {
    let gone = Set(
      sessions.records.filter { $0.conversation == conversation }.map(\.id)
        + memory.sessions.filter { $0.conversation == conversation }.map(\.id)
        + open.filter { $0.conversation == conversation }.map(\.id))
    patterns.forget(sessions: gone)
    signals.forget { $0.session.map { gone.contains($0) } ?? false }
    sessions.forget(conversation: conversation)
    memory.remove(conversation: conversation)
    open.removeAll { $0.conversation == conversation }
    events.removeAll { $0.conversation == conversation }
    profile.forget(conversation: conversation)
  }

  /// Returns the record with the changes of another copy of it, from another device or an older state.
  ///
  /// Nothing is lost or doubled, and what was removed in either stays removed. Name, language and settings are those of this
  /// copy.
  public func merged(with other: PersonRecord) -> PersonRecord {
    var merged = self
    merged.forgotten = forgotten.union(other.forgotten)
    merged.profile = profile.merged(with: other.profile)
    merged.sessions = sessions.merged(with: other.sessions)
    merged.signals = signals.merged(with: other.signals)
    merged.style = style.merged(with: other.style)
    merged.patterns = patterns.merged(
      with: other.patterns, language: language, salt: merged.profile.salt)
    merged.offers = offers.merged(with: other.offers)
    merged.reflections = reflections.merged(with: other.reflections)
    merged.nudges = nudges.merged(with: other.nudges)
    merged.memory = memory.merged(with: other.memory)
    let events = Dictionary((events + other.events).map { ($0.id, $0) }) { known, _ in known }
    merged.events = events.values.sorted { ($0.day, $0.id) < ($1.day, $1.id) }
    for session in other.open {
      merged.note(
        session.messages, signals: session.signals, discovery: session.discovery,
        in: session.conversation, kind: session.kind)
    }
    let sessions = merged.sessions
    merged.open.removeAll { sessions.contains($0.id, messages: $0.answerCount) }
    merged.open.sort { $0.id < $1.id }
    merged.completeSignals()
    merged.forgetTraces()
    return merged
  }
}

extension LearningSignal {
  /// Whether the signal contains words of the conversation.
  fileprivate var hasWords: Bool {
    switch self {
    case .patternSurfaced, .patternEngaged, .memoryRecalled: true
    case .discoveryCompleted, .domainUsed, .insightConfirmed, .insightDismissed,
      .sessionCompleted, .reflectionAccepted, .reflectionDeclined:
      false
    }
  }
}
