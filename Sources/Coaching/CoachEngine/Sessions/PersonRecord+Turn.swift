public import CoachModel
import CoachSafety
public import CoachSignals
import SafetyRules

extension PersonRecord {
  /// Takes over what a turn brought: the messages and signals of the session that goes on, and the answer to an offered
  /// look back.
  ///
  /// `now` is the time of the turn in seconds since 1970. Taking the same outcome again changes nothing.
  ///
  /// ```swift
  /// service.onOutcome = { request, outcome in
  ///   await store.update(request.person.id) { $0.record.take(outcome, of: request, at: now, on: today) }
  /// }
  /// ```
  public mutating func take(
    _ outcome: TurnOutcome, of request: TurnRequest, at now: Double, on today: CalendarDay
  ) {
    note(outcome, of: request, on: today)
    guard let reply = outcome.message else { return }
    // Of a session that is over, nothing begins another one.
    guard outcome.updates.signals.isEmpty || !signals.contains("\(reply.id)/0") else { return }
    // Nor does an outcome without signals.
    let isOver = sessions.records.contains {
      $0.conversation == request.conversation.id && $0.endedAt >= now
    }
    guard !isOver else { return }
    let isKnown =
      session(in: request.conversation.id)?.messages.contains { $0.id == reply.id } ?? false
    // What is said after a discovery does not belong to it, also if nobody closed it.
    if !isKnown { closeCompletedDiscoveries(on: today) }
    var messages: [SessionMessage] = []
    if let text = request.message {
      messages.append(
        SessionMessage(
          id: "\(reply.id)/person", role: .user, text: text, time: now,
          isSensitive: outcome.isSensitive))
    }
    messages.append(
      SessionMessage(
        id: reply.id, role: .assistant, text: reply.text, time: now,
        domain: outcome.route == .discovery ? nil : outcome.updates.domain,
        isSensitive: outcome.isSensitive, tags: reply.stored.tags))
    let signals = outcome.updates.signals.enumerated().map { place, signal in
      DatedSignal(id: "\(reply.id)/\(place)", time: now, signal: signal)
    }
    note(
      messages, signals: signals, discovery: outcome.discovery?.profile,
      in: request.conversation.id,
      kind: outcome.route.kind ?? request.conversation.kind ?? .coaching)
    if let isAccepted = outcome.isReflectionAccepted {
      reflections.record(isAccepted: isAccepted, on: today)
    }
  }

  /// Remembers that a turn signalled danger, or that the coach has asked since how things are.
  private mutating func note(
    _ outcome: TurnOutcome, of request: TurnRequest, on today: CalendarDay
  ) {
    if outcome.isSensitive {
      let categories = outcome.safety?.categories ?? outcome.concern?.categories ?? []
      crises.note(categories.map(\.rawValue), on: today)
    } else if outcome.message != nil, request.isOpening || crises.last.map({ $0 < today }) ?? false
    {
      crises.takeUp()
    }
  }
}
