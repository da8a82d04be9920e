public import CoachModel

extension PersonRecord {
  // MARK: While a session goes on

  /// Returns the session of a conversation that goes on; `nil` if there is none.
  public func session(in conversation: String) -> Session? {
    place(ofConversation: conversation).map { open[$0] }
  }

  /// Returns the names of the tags that the coach has shown in the session of a conversation that goes on.
  ///
  /// - Parameter count: The number of the last messages that count, for a caller that knows where the session starts: the
  ///   record may still have an earlier one that nobody has closed. `nil` for all of them.
  package func shownTags(in conversation: String, last count: Int? = nil) -> Set<String> {
    let messages = session(in: conversation)?.messages ?? []
    return Set(messages.suffix(count ?? messages.count).flatMap(\.tags))
  }

  /// Copies of a record may have left several; the newest one goes on.
  private func place(ofConversation id: String) -> Int? {
    open.indices.filter { open[$0].conversation == id }.max {
      (open[$0].times.last, open[$0].id) < (open[$1].times.last, open[$1].id)
    }
  }

  /// Adds messages and signals to the session of a conversation, which begins with them if there is none.
  ///
  /// Messages that it has already, by their ids, are not added again.
  public mutating func note(
    _ messages: [SessionMessage], signals: [DatedSignal] = [], discovery: DiscoveryProfile? = nil,
    in conversation: String, kind: ConversationKind
  ) {
    let messages = messages.filter { !isForgotten(message: $0.id) }
    guard !messages.isEmpty, !isForgotten(conversation: conversation) else { return }
    if let place = place(ofConversation: conversation) {
      let known = Set(open[place].messages.map(\.id))
      open[place].messages += messages.filter { !known.contains($0.id) }
      let observed = Set(open[place].signals.map(\.id))
      open[place].signals += signals.filter { !observed.contains($0.id) }
      open[place].discovery = discovery ?? open[place].discovery
      return
    }
    open.append(
      Session(
        conversation: conversation, kind: kind, language: language, messages: messages,
        signals: signals, discovery: discovery))
  }

  /// Returns the sessions that are over although nobody said so, with the reasons. A discovery that is complete is over.
  public func overdue(
    at now: Double, zone: TimeZoneRules, policy: SessionPolicy = SessionPolicy()
  ) -> [(session: Session, end: SessionEnd)] {
    open.compactMap { session in
      let end =
        session.isCompletedDiscovery
        ? .completed : policy.end(lastMessageAt: session.times.last, now: now, zone: zone)
      return end.map { (session, $0) }
    }
  }

  // MARK: The end of a session

  /// Returns what the end of a session brings, as far as no model is needed; `nil` if the person wrote nothing in it, or it
  /// was closed already.
  ///
  /// A pure function: summary, title, open question, themes and drafts of a model are added to its result.
  public func closing(_ session: Session, end: SessionEnd, zone: TimeZoneRules) -> SessionOutcome? {
    let session = withoutForgotten(session)
    let answers = session.messages.filter { $0.role == .user }
    guard !answers.isEmpty, !isForgotten(conversation: session.conversation),
      !sessions.contains(session.id, messages: answers.count)
    else { return nil }
    let (first, last) = session.times
    let day = zone.day(at: first)
    let ordinary = session.ordinaryMessages
    let figures = Self.figures(of: session)
    let record = SessionRecord(
      id: session.id, conversation: session.conversation, kind: session.kind, day: day,
      endedAt: last, end: end, figures: figures, domains: Self.domains(of: session),
      style: StyleEvidence(Self.exchanges(of: ordinary), language: session.language))
    let number = sessions.count + (sessions.record(session.id) == nil ? 1 : 0)
    let remembered = RememberedSession(
      id: session.id, conversation: session.conversation, day: day, domain: figures.domain,
      language: session.language,
      messages: ordinary.map { RememberedMessage(id: $0.id, role: $0.role, text: $0.text) })
    var due: [SessionOutcome.Refresh] = []
    if patterns.isDue(sessions: number) { due.append(.patterns) }
    if style.isDue(sessions: number) { due.append(.style) }
    return SessionOutcome(
      session: record, number: number, signals: Self.signals(of: session) + [record.completion],
      drafts: Self.drafts(of: session, from: remembered), remembered: remembered,
      events: ordinary.filter { $0.role == .user }.flatMap { message in
        UpcomingEvent.all(
          in: message.text, language: session.language, on: zone.day(at: message.time),
          conversation: session.conversation, message: message.id)
      }, due: due)
  }

  /// What a discovery found. If part of it was a crisis, only what the person said in another message supports counts.
  private static func drafts(of session: Session, from remembered: RememberedSession)
    -> [ProfileDraft]
  {
    let drafts =
      session.discovery?.drafts(
        from: remembered.messages, conversation: session.conversation, session: session.id,
        language: session.language) ?? []
    guard session.messages.contains(where: \.isSensitive) else { return drafts }
    return drafts.filter { draft in
      draft.category == .domain || draft.evidence.contains { $0.quote != nil }
    }
  }

  private static func exchanges(of messages: [SessionMessage]) -> [StyleEvidence.Exchange] {
    zip(messages, messages.dropFirst()).compactMap { reply, answer in
      guard reply.role == .assistant, answer.role == .user else { return nil }
      return StyleEvidence.Exchange(
        reply: reply.text, answer: answer.text, domain: reply.domain)
    }
  }

  private static func figures(of session: Session) -> SessionFigures {
    let answers = session.messages.filter { $0.role == .user }
    let count = Double(answers.count)
    let (first, last) = session.times
    return SessionFigures(
      messages: answers.count,
      averageLength: answers.reduce(0) { $0 + AnswerDepth.words(in: $1.text) } / count,
      duration: max(0, last - first),
      depth: answers.reduce(0) { $0 + AnswerDepth.depth(of: $1.text) } / count,
      domain: domains(of: session).max { ($0.value, $1.key) < ($1.value, $0.key) }?.key)
  }

  private static func domains(of session: Session) -> [String: Int] {
    session.messages.reduce(into: [:]) { domains, message in
      if let domain = message.domain { domains[domain, default: 0] += 1 }
    }
  }

  /// Returns the signals of the turns, with the patterns that the person went on with.
  private static func signals(of session: Session) -> [DatedSignal] {
    var signals = session.signals
    for index in signals.indices { signals[index].session = session.id }
    for signal in session.signals {
      guard case .patternSurfaced(let text) = signal.signal else { continue }
      let after = session.messages.count { $0.role == .user && $0.time > signal.time }
      guard after >= 2 else { continue }
      signals.append(
        DatedSignal(
          id: "\(signal.id)/engaged", time: signal.time, session: session.id,
          signal: .patternEngaged(text, messages: after)))
    }
    return signals
  }

  /// Takes over what the end of a session brings, and returns whether that changed anything.
  ///
  /// An outcome of a session that was closed with as many messages, or whose conversation was forgotten in the meantime,
  /// changes nothing. One with more messages replaces the earlier one.
  @discardableResult
  public mutating func apply(_ outcome: SessionOutcome, on day: CalendarDay) -> Bool {
    let outcome = withoutForgotten(outcome)
    let session = outcome.session
    guard !isForgotten(conversation: session.conversation), sessions.add(session) else {
      open.removeAll { sessions.contains($0.id, messages: $0.answerCount) }
      return false
    }
    signals.append(outcome.signals)
    completeSignals()
    forgetDismissedWords()
    open.removeAll { $0.id == session.id && $0.answerCount <= session.figures.messages }
    earlierQuestion = nil
    let known = Set(events.map(\.id))
    events += outcome.events.filter { !known.contains($0.id) }
    events.removeAll { day.number - $0.day.number > Self.keptEventDays }
    guard !declinesMemory else { return true }
    memory.add(outcome.remembered)
    let new = profile.propose(outcome.drafts, language: language, on: day)
    if saidYesBefore {
      for item in new where item.source == .discovery {
        confirm(item.id, at: session.endedAt, on: day)
      }
    }
    return true
  }

  /// Whether the person said "Yes, remember me" before their first session was over, of which it is to be remembered.
  private var saidYesBefore: Bool {
    offers.isAccepted(.remember) && offers.entry(.remember)?.sessions == 0
  }

  /// Makes the signals of completed sessions those of the records: an earlier outcome, or one of another device, may have
  /// had fewer messages.
  mutating func completeSignals() {
    let figures = Dictionary(sessions.records.map { ($0.id, $0.figures) }) { first, _ in first }
    signals.forget { known in
      guard case .sessionCompleted(let seen) = known.signal, let session = known.session else {
        return false
      }
      return figures[session].map { $0 != seen } ?? false
    }
    signals.append(sessions.records.map(\.completion))
  }

  /// Removes a session that goes on and has nothing to count: the person wrote nothing, or it was closed elsewhere.
  public mutating func discard(_ session: Session) {
    open.removeAll { $0.id == session.id && $0.answerCount <= session.answerCount }
  }

  /// The number of days after which an event is over for good.
  private static let keptEventDays = 7
}

extension Session {
  /// The number of the person's messages.
  var answerCount: Int { messages.count { $0.role == .user } }
}
