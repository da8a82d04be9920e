public import CoachModel

extension PersonRecord {
  // MARK: The profile

  /// Adds what the person says or writes about themselves, and returns the item's id; `nil` for a text of whitespace, which
  /// changes nothing. It counts at once.
  @discardableResult
  public mutating func add(_ text: String, category: ProfileCategory, on day: CalendarDay)
    -> String?
  {
    guard !text.allSatisfy(\.isWhitespace) else { return nil }
    return profile.add(text, category: category, language: language, on: day)
  }

  /// Confirms a proposal, at a time in seconds since 1970. Returns whether there was one with this id.
  @discardableResult
  public mutating func confirm(_ id: String, at now: Double, on day: CalendarDay) -> Bool {
    guard let category = profile.confirm(id, on: day) else { return false }
    signals.append([
      DatedSignal(id: "\(id)/confirmed", time: now, signal: .insightConfirmed(category))
    ])
    return true
  }

  /// Confirms all proposals from the discovery conversation, as "Yes, remember me" does.
  public mutating func confirmDiscovery(at now: Double, on day: CalendarDay) {
    for item in profile.proposals where item.source == .discovery {
      confirm(item.id, at: now, on: day)
    }
  }

  /// Replaces the text of an item by the person's own. Returns whether there is such an item; a text of whitespace changes
  /// nothing.
  @discardableResult
  public mutating func edit(_ id: String, text: String, on day: CalendarDay) -> Bool {
    guard !text.allSatisfy(\.isWhitespace) else { return false }
    return profile.edit(id, text: text, language: language, on: day)
  }

  /// Dismisses a proposal, or deletes what was in the profile or is shown as learned, by the id that ``learned(on:)`` gives
  /// it. It does not come back. Returns whether there was anything with this id.
  @discardableResult
  public mutating func remove(_ id: String, at now: Double, on day: CalendarDay) -> Bool {
    guard let item = profile.item(id) else { return removeInsight(id, at: now, on: day) }
    guard let category = profile.remove(id, language: language, on: day) else { return false }
    if !item.isOwn {
      signals.append([
        DatedSignal(id: "\(id)/dismissed", time: now, signal: .insightDismissed(category))
      ])
    }
    return true
  }

  // MARK: Patterns and style

  /// Dismisses a theme, a sign of growth or a note on style. It does not come back. Returns whether there was one with this text.
  @discardableResult
  public mutating func dismissPattern(_ text: String, at now: Double, on day: CalendarDay) -> Bool {
    let salt = profile.salt
    let category: ProfileCategory =
      patterns.summary.styleNotes.contains(text) ? .communication : .themes
    guard patterns.dismiss(text, language: language, salt: salt, on: day) else { return false }
    forgetDismissedWords()
    let id = WordingDigest.digest(text, salt: salt)
    signals.append([
      DatedSignal(id: "\(id)/dismissed", time: now, signal: .insightDismissed(category))
    ])
    return true
  }

  /// Sets the style that the person chose, for a domain or in general, which overrides what is inferred; `nil` goes back to
  /// what is inferred. In its domain, a choice for a domain overrides the general one.
  public mutating func choose(_ style: StylePreference?, in domain: String? = nil) {
    self.style.choose(style, in: domain)
  }

  /// Infers the style again from all sessions.
  public mutating func refreshStyle() {
    style.infer(from: evidence, sessions: sessions.count)
  }

  /// How the person answered in all sessions.
  var evidence: StyleEvidence {
    sessions.records.reduce(into: StyleEvidence()) { $0 += $1.style }
  }

  /// What the person wrote in all sessions, for finding patterns.
  public var sessionNotes: [NotedSession] {
    memory.sessionsByDay.map { session in
      NotedSession(
        session: session.id, day: session.day, domain: session.domain,
        messages: session.messages.filter { $0.role == .user }.map(\.text))
    }
  }

  /// Sets the vectors of messages by their texts; see ``MemoryIndex/setVectors(_:of:)``.
  public mutating func setMemoryVectors(_ vectors: [String: [Float]], of model: String) {
    memory.setVectors(vectors, of: model)
  }

  /// Finds patterns again without a model; see ``localPatterns()``.
  public mutating func refreshPatterns() {
    let found = localPatterns()
    replacePatterns(found.themes, growth: found.growth, styleNotes: [])
  }

  /// Returns the patterns that are found without a model: the person's own sentences stand for their themes.
  public func localPatterns() -> (themes: [PatternTheme], growth: [String]) {
    let found = PatternFinder(
      sessionNotes.suffix(Self.patternSessions).map { $0 }, language: language
    ).candidates()
    let days = memory.sessions.map(\.day).sorted()
    let themes = found.map { candidate in
      PatternTheme(
        PatternSummary.Theme(
          text: candidate.text, count: candidate.sessions.count, domains: candidate.domains,
          lastSeen: candidate.days.last?.description ?? ""), sessions: candidate.sessions)
    }
    let isOver = { (theme: PatternTheme) in
      guard let last = CalendarDay(theme.theme.lastSeen) else { return false }
      return PatternGrowth.isOver(lastSeen: last, sessionDays: days)
    }
    let current = themes.filter { theme in
      !isOver(theme)
        && !patterns.isDismissed(theme.theme.text, language: language, salt: profile.salt)
    }
    return (
      Array(current.prefix(Self.maximumThemes)),
      themes.filter(isOver).map { PatternGrowth.text($0.theme) }
    )
  }

  /// The number of themes that are found without a model.
  private static let maximumThemes = 5
  /// The number of sessions in which patterns are looked for; what kept coming back before is no longer current.
  private static let patternSessions = 100

  /// Replaces the patterns, without those that the person dismissed.
  public mutating func replacePatterns(
    _ themes: [PatternTheme], growth: [String], styleNotes: [String]
  ) {
    patterns.replace(
      with: themes, growth: growth, styleNotes: styleNotes, sessions: sessions.count,
      language: language, salt: profile.salt)
  }

  // MARK: Nudges

  /// Records that the person opened the nudge of a day, or the last one, at a time in seconds since 1970. Returns whether
  /// there was one. Reporting it again changes nothing.
  @discardableResult
  public mutating func openNudge(sentOn day: CalendarDay? = nil, at now: Double) -> Bool {
    guard let opened = nudges.open(sentOn: day, at: now) else { return false }
    signals.append([
      DatedSignal(id: "nudge/\(opened.day)/opened", time: now, signal: .nudgeOpened(opened.kind))
    ])
    return true
  }

  // MARK: Reflections

  /// Records the answer to an offered look back.
  public mutating func answerReflection(
    _ kind: ReflectionKind, isAccepted: Bool, at now: Double, on day: CalendarDay
  ) {
    if kind == .monthly { reflections.record(isAccepted: isAccepted, on: day) }
    signals.append([
      DatedSignal(
        id: "\(kind.rawValue)/\(day)/\(isAccepted ? "accepted" : "declined")", time: now,
        signal: isAccepted ? .reflectionAccepted(kind) : .reflectionDeclined(kind))
    ])
  }
}
