import CoachDomains
public import CoachModel
import CoachSafety
public import CoachSignals
import Documents
import LanguageModels
import PromptTemplates

extension ChatService {
  /// Ends a session of a person: computes what it brings, applies it to the record, and computes again what is due.
  ///
  /// Returns `nil` if there is nothing to count: the person wrote nothing, or the session was closed before; then it no
  /// longer goes on. It may be called again after a crash, and by several devices.
  ///
  /// ```swift
  /// for (session, end) in record.overdue(at: now, zone: zone) {
  ///   await service.close(session, end: end, in: &record, on: today, zone: zone)
  ///   try store(record)
  /// }
  /// ```
  @discardableResult
  public func close(
    _ session: Session, end: SessionEnd, in record: inout PersonRecord, on today: CalendarDay,
    zone: TimeZoneRules
  ) async -> SessionClosing? {
    guard var closing = await closing(session, end: end, of: record, zone: zone) else {
      record.discard(session)
      return nil
    }
    record.apply(closing.outcome, on: today)
    await embedMemory(of: &record, into: &closing)
    for refresh in closing.outcome.due {
      switch refresh {
      case .style: record.refreshStyle()
      case .patterns:
        let patterns = await patterns(of: record)
        closing.calls += patterns.calls
        closing.problems += patterns.problems
        closing.causes += patterns.causes
        record.replacePatterns(
          patterns.themes, growth: patterns.growth, styleNotes: patterns.styleNotes)
      }
    }
    return closing
  }

  /// Returns what the end of a session brings, without changing the record; `nil` if there is nothing to count.
  ///
  /// The task model writes notes and a title and suggests what to remember, of what does not belong to a crisis. A suggestion
  /// counts only if its quotation stands in a message of the person.
  public func closing(
    _ session: Session, end: SessionEnd, of record: PersonRecord, zone: TimeZoneRules
  ) async -> SessionClosing? {
    let session = record.withoutForgotten(screened(session))
    guard let outcome = record.closing(session, end: end, zone: zone) else { return nil }
    var closing = SessionClosing(outcome: outcome)
    let tasks = SessionTasks(service: self, session: session, record: record)
    guard configuration.closesWithTasks, tasks.hasEnoughWords else { return closing }
    // One after the other: nobody waits, and a small provider may allow one call at a time.
    await closing.add(tasks.notes())
    await closing.add(tasks.title())
    await closing.add(tasks.suggestions())
    return closing
  }

  /// Marks the messages that belong to a crisis, by the screen, with the coach's answers to them.
  private func screened(_ session: Session) -> Session {
    var session = session
    var history: [Message] = []
    for index in session.messages.indices {
      let message = session.messages[index]
      if message.role == .user, screen.examine(message.text, history: history).assessment != nil {
        session.messages[index].isSensitive = true
      } else if message.role == .assistant, index > 0, session.messages[index - 1].isSensitive {
        session.messages[index].isSensitive = true
      }
      history.append(Message(message.role, message.text))
    }
    return session
  }

  /// Embeds the messages that have no vector yet, if the service has an embedding model.
  private func embedMemory(of record: inout PersonRecord, into closing: inout SessionClosing) async
  {
    guard let model = embeddings?.model else { return }
    // The server's name for its model comes with the first vectors.
    let name = record.memory.vectorModel ?? ""
    let texts = record.memory.textsWithoutVector(of: name)
    guard !texts.isEmpty else { return }
    do throws(ModelError) {
      let found = try await model.embeddings(of: texts)
      let vectors = zip(texts, found.vectors).map { ($0, $1.map { Float($0) }) }
      record.setMemoryVectors(
        Dictionary(vectors) { first, _ in first }, of: found.model ?? model.identity.model)
    } catch {
      closing.problems.append("the memory was not embedded: \(error.message)")
      closing.causes.append("embeddings: model \(error.code.rawValue)")
    }
  }
}

extension SessionClosing {
  fileprivate mutating func add(_ part: SessionTasks.Part) {
    calls += part.calls
    problems += part.problems
    causes += part.causes
    outcome.session.summary = part.summary ?? outcome.session.summary
    outcome.session.title = part.title ?? outcome.session.title
    outcome.session.openQuestion = part.openQuestion ?? outcome.session.openQuestion
    if !part.themes.isEmpty { outcome.session.themes = part.themes }
    if !part.progress.isEmpty { outcome.session.progress = part.progress }
    outcome.drafts += part.drafts
  }
}
