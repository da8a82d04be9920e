public import CoachModel

extension PersonRecord {
  /// Creates the record of a person of whom another system knew something.
  ///
  /// What it knew counts as confirmed. Its memories can be found like messages, and its style counts as chosen.
  public init(_ person: Person, salt: String, on today: CalendarDay) {
    self.init(id: person.id, language: person.language, salt: salt)
    name = person.name
    region = person.region
    jurisdiction = person.jurisdiction
    ageGroup = person.ageGroup
    sessions = SessionLog(earlier: person.sessions)
    earlierQuestion = person.openQuestion
    style.choose(person.style)
    let items =
      person.profile.values.map { (ProfileCategory.values, $0) }
      + person.profile.goals.map { (.goals, $0) }
      + person.profile.situation.map { (.situation, $0) }
      + person.profile.other.sorted { $0.key < $1.key }.flatMap { name, items in
        ProfileCategory(rawValue: name).map { category in items.map { (category, $0) } } ?? []
      }
    for (category, item) in items {
      take(item.text, category, source: item.source, on: CalendarDay(item.date) ?? today)
    }
    for draft in person.discovery?.drafts(
      from: [], conversation: Self.importedID, session: Self.importedID, language: language) ?? []
    where draft.category != .values || person.profile.values.isEmpty {
      take(draft.text, draft.category, source: .discovery, on: today)
    }
    remember(person.memories, on: today)
    let themes = person.patterns.themes.map { PatternTheme($0, sessions: []) }
    if !themes.isEmpty {
      replacePatterns(
        themes, growth: person.patterns.growth, styleNotes: person.patterns.styleNotes)
    }
    if !profile.items.isEmpty || !person.memories.isEmpty {
      offers.record(.remember, .accepted, sessions: person.sessions, on: today)
    }
  }

  /// The id of the conversation and session from which imported memories and fields come.
  private static let importedID = "imported"

  private mutating func take(
    _ text: String, _ category: ProfileCategory, source: ContextProfile.Item.Source,
    on day: CalendarDay
  ) {
    guard source != .told else {
      profile.add(text, category: category, language: language, on: day)
      return
    }
    let new = profile.propose(
      [
        ProfileDraft(
          category: category, text: text, source: source, confidence: 1, evidence: [])
      ], language: language, on: day)
    for item in new { profile.confirm(item.id, on: day) }
  }

  private mutating func remember(_ memories: [Memory], on today: CalendarDay) {
    var sessions: [RememberedSession] = []
    for (number, known) in memories.enumerated() {
      let session = known.session ?? "\(Self.importedID)/\(number)"
      let place =
        sessions.firstIndex { $0.id == session }
        ?? {
          sessions.append(
            RememberedSession(
              id: session, conversation: session, day: CalendarDay(known.date) ?? today,
              domain: known.domain, language: language, messages: []))
          return sessions.endIndex - 1
        }()
      sessions[place].messages.append(
        RememberedMessage(
          id: known.message ?? "\(session)/\(sessions[place].messages.count)", role: .user,
          text: known.text))
    }
    for session in sessions { memory.add(session) }
  }
}
