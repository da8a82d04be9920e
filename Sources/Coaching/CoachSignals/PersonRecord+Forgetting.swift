import CoachModel
import Documents
import SourceFiles

extension PersonRecord {
  /// Forgets a conversation: its messages, summaries, evidence, events, what was learned from it alone, and what was observed
  /// in it. Only the number of its sessions remains. It does not come back, even if another device closes its session
  /// later.
  public mutating func forget(conversation id: String) {
    forgotten.conversations.insert(digest(ofConversation: id))
    forgetWords()
    removeForgotten()
  }

  /// Forgets single messages, with everything that quotes them. They do not come back either.
  ///
  /// Notes on their sessions may be about them, and are removed, too.
  public mutating func forget(messages ids: Set<String>) {
    forgotten.messages.formUnion(ids.map { digest(ofMessage: $0) })
    let kept = memory.sessions.map { ($0.id, $0.messages.map(\.id)) }
    var touched = Set(kept.filter { !ids.isDisjoint(with: $0.1) }.map(\.0))
    let known = Set(kept.flatMap(\.1) + open.flatMap { $0.messages.map(\.id) })
    if !ids.isSubset(of: known) {
      // They were not remembered, so they may be of any session that was not.
      touched.formUnion(Set(sessions.records.map(\.id)).subtracting(kept.map(\.0)))
    }
    forgotten.notes.formUnion(touched.map { digest(ofSession: $0) })
    patterns.forget(sessions: touched)
    forgetWords()
    removeForgotten()
  }

  /// Forgets all conversations at once, and keeps what the person owns.
  ///
  /// What is forgotten is what ``forget(conversation:)`` forgets of each: messages, notes, evidence, progress, events,
  /// patterns, the inferred style, proposals, and all words of observations. It does not come back from another copy of
  /// the record. What stays is what the person entered, edited or confirmed, also where it rested on conversations, then
  /// without its evidence; what they chose, dismissed and answered; the number of sessions; and the days of danger, which
  /// are deleted by ``CrisisLog/delete(on:)``. Conversations begin anew, with ids of their own. Forgetting again changes
  /// nothing.
  public mutating func forgetHistory() {
    let before = self
    let conversations = Set(origins.map(\.conversation))
    forgotten.conversations.formUnion(conversations.map { digest(ofConversation: $0) })
    forgetWords()
    profile.forgetEvidence()
    patterns = patterns.withoutThemes
    earlierQuestion = nil
    removeForgotten()
    style.correct(by: evidence)
    guard forgotten.histories == 0 || self != before else { return }
    let digests = conversations.map { digest(ofConversation: $0) }.sorted()
    forgotten.clearings.insert(
      WordingDigest.digest(
        (["\(forgotten.histories)"] + digests).joined(separator: "/"),
        salt: "history/\(profile.salt)"))
    forgotten.histories = min(forgotten.histories + 1, JSONForm<Int>.largestCount)
  }

  // MARK: What is forgotten

  private func digest(ofConversation id: String) -> String {
    WordingDigest.digest(id, salt: "conversation/\(profile.salt)")
  }

  private func digest(ofMessage id: String) -> String {
    WordingDigest.digest(id, salt: "message/\(profile.salt)")
  }

  private func digest(ofSession id: String) -> String {
    WordingDigest.digest(id, salt: "session/\(profile.salt)")
  }

  func isForgotten(conversation id: String) -> Bool {
    !forgotten.conversations.isEmpty && forgotten.conversations.contains(digest(ofConversation: id))
  }

  func isForgotten(message id: String) -> Bool {
    !forgotten.messages.isEmpty && forgotten.messages.contains(digest(ofMessage: id))
  }

  private func mayNotBeNoted(session id: String) -> Bool {
    !forgotten.notes.isEmpty && forgotten.notes.contains(digest(ofSession: id))
  }

  // MARK: Removing

  /// Removes everything that comes from what is forgotten.
  mutating func removeForgotten() {
    let traces = forgottenTraces
    for part in Self.parts {
      if case .removing(_, let remove) = part.forgetting { remove(&self, traces) }
    }
  }

  /// Where everything comes from that can be forgotten.
  private var origins: [RecordOrigin] {
    Self.parts.flatMap { part -> [RecordOrigin] in
      if case .removing(let origins, _) = part.forgetting { origins(self) } else { [] }
    }
  }

  private var forgottenTraces: ForgottenTraces {
    let origins = origins
    let conversations = Set(origins.map(\.conversation)).filter { isForgotten(conversation: $0) }
    let messages = Set(origins.compactMap(\.message)).filter { isForgotten(message: $0) }
    let unnoted = Set(sessions.records.map(\.id)).filter { mayNotBeNoted(session: $0) }
    let isAnyLeft = !conversations.isEmpty || !messages.isEmpty
    return ForgottenTraces(
      conversations: conversations, messages: messages, unnoted: unnoted,
      // A copy may have observations of sessions of which it has nothing else.
      gone: sessionIDs(of: conversations)
        .union(Set(signals.signals.compactMap(\.session)).filter { sessions.isForgotten($0) }),
      changed: isAnyLeft
        ? sessionIDs(of: conversations, messages: messages).union(unnoted) : [])
  }

  /// The ids of sessions of some conversations, or with some messages.
  private func sessionIDs(of conversations: Set<String>, messages: Set<String> = []) -> Set<String>
  {
    Set(
      sessions.records.filter { conversations.contains($0.conversation) }.map(\.id)
        + memory.sessions.filter { session in
          conversations.contains(session.conversation)
            || session.messages.contains { messages.contains($0.id) }
        }.map(\.id)
        + open.filter { session in
          conversations.contains(session.conversation)
            || session.messages.contains { messages.contains($0.id) }
        }.map(\.id))
  }

  /// Removes the words of all observations: the coach may have quoted in any session what was said in another.
  mutating func forgetWords() {
    forgetWords { _ in true }
  }

  /// Removes the words of the patterns that the person dismissed.
  mutating func forgetDismissedWords() {
    guard !patterns.tombstones.isEmpty else { return }
    let (patterns, language, salt) = (patterns, language, profile.salt)
    forgetWords { patterns.isDismissed($0, language: language, salt: salt) }
  }

  private mutating func forgetWords(where isForgotten: (String) -> Bool) {
    signals.forgetWords(where: isForgotten)
    for index in open.indices { open[index].signals.forgetWords(where: isForgotten) }
  }

  // MARK: Sessions that end later

  /// Returns a session without the messages that were forgotten.
  package func withoutForgotten(_ session: Session) -> Session {
    var session = session
    let count = session.messages.count
    session.messages.removeAll { isForgotten(message: $0.id) }
    if session.messages.count < count { session.discovery = nil }
    return session
  }

  /// Returns an outcome without what was forgotten since it was computed.
  func withoutForgotten(_ outcome: SessionOutcome) -> SessionOutcome {
    var outcome = outcome
    let isTouched = outcome.remembered.messages.contains { isForgotten(message: $0.id) }
    guard isTouched || mayNotBeNoted(session: outcome.session.id) else { return outcome }
    outcome.session.removeNotes()
    outcome.signals = outcome.signals.map(\.withoutWords)
    outcome.remembered.messages.removeAll { isForgotten(message: $0.id) }
    outcome.events.removeAll { isForgotten(message: $0.message) }
    outcome.drafts.removeAll { draft in
      draft.evidence.allSatisfy { $0.message.map { isForgotten(message: $0) } ?? true }
    }
    return outcome
  }
}
