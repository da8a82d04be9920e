public import CoachModel
import Documents

/// The patterns of a person, with what they were made from.
public struct PatternMemory: Sendable, Hashable {
  /// The number of sessions after which patterns are looked for again.
  public static let interval = 3

  /// The patterns that the coach may bring up.
  public private(set) var summary: PatternSummary
  /// The number of sessions when they were made; `nil` if they never were.
  public private(set) var madeAt: Int?
  /// The ids of the sessions that show a theme of the summary, by the theme's text.
  public private(set) var sessions: [String: [String]]
  /// What remains of patterns that the person dismissed.
  public private(set) var tombstones: [Tombstone]

  /// Creates a memory without patterns.
  public init() {
    self.init(summary: PatternSummary(), madeAt: nil, sessions: [:], tombstones: [])
  }

  init(
    summary: PatternSummary, madeAt: Int?, sessions: [String: [String]], tombstones: [Tombstone]
  ) {
    self.summary = summary
    self.madeAt = madeAt
    self.sessions = sessions
    self.tombstones = tombstones
  }

  /// Returns whether patterns should be looked for after a number of sessions: from five on, and again every three.
  public func isDue(sessions: Int) -> Bool {
    guard sessions >= PatternSummary.minimumSessions else { return false }
    return madeAt.map { sessions - $0 >= Self.interval } ?? true
  }

  /// Replaces the patterns by newer ones, without those that the person dismissed.
  mutating func replace(
    with themes: [PatternTheme], growth: [String], styleNotes: [String], sessions count: Int,
    language: String, salt: String
  ) {
    let kept = themes.filter { !isDismissed($0.theme.text, language: language, salt: salt) }
    summary = PatternSummary(
      themes: PatternSummary(themes: kept.map(\.theme)).ranked,
      growth: growth.filter { !isDismissed($0, language: language, salt: salt) },
      styleNotes: styleNotes.filter { !isDismissed($0, language: language, salt: salt) })
    sessions = kept.reduce(into: [:]) { $0[$1.theme.text] = $1.sessions }
    madeAt = count
  }

  /// Returns whether the person dismissed a pattern, in these or other words.
  func isDismissed(_ text: String, language: String, salt: String) -> Bool {
    let wording = WordingDigest(text, language: language, salt: salt)
    return tombstones.contains { $0.wordings.contains { $0.isSame(as: wording) } }
  }

  /// Removes a theme, a sign of growth or a note on style for good. Returns whether there was one with this text.
  @discardableResult
  mutating func dismiss(_ text: String, language: String, salt: String, on day: CalendarDay) -> Bool
  {
    let isTheme = summary.themes.contains { $0.text == text }
    guard isTheme || summary.growth.contains(text) || summary.styleNotes.contains(text) else {
      return false
    }
    let wording = WordingDigest(text, language: language, salt: salt)
    tombstones.append(
      Tombstone(
        id: wording.whole, reason: .dismissed, day: day, wordings: [wording], sources: []))
    removeDismissed(language: language, salt: salt)
    return true
  }

  private mutating func removeDismissed(language: String, salt: String) {
    let themes = summary.themes.filter { !isDismissed($0.text, language: language, salt: salt) }
    let growth = summary.growth.filter { !isDismissed($0, language: language, salt: salt) }
    let notes = summary.styleNotes.filter { !isDismissed($0, language: language, salt: salt) }
    (summary.themes, summary.growth, summary.styleNotes) = (themes, growth, notes)
    let texts = Set(themes.map(\.text))
    sessions = sessions.filter { texts.contains($0.key) }
  }

  /// Removes the patterns that rest on some sessions, and everything that cannot be traced to its sessions.
  mutating func forget(sessions ids: Set<String>) {
    guard !ids.isEmpty else { return }
    summary.themes.removeAll { theme in
      sessions[theme.text].map { !ids.isDisjoint(with: $0) } ?? true
    }
    sessions = sessions.filter { ids.isDisjoint(with: $0.value) }
    summary.growth = []
    summary.styleNotes = []
    // They are looked for again among what is left.
    madeAt = nil
  }

  /// Only what remains of dismissed patterns.
  var withoutThemes: PatternMemory {
    PatternMemory(summary: PatternSummary(), madeAt: nil, sessions: [:], tombstones: tombstones)
  }

  /// Returns the patterns with the changes of another copy: the later ones, and all that was dismissed in either.
  func merged(with other: PatternMemory, language: String, salt: String) -> PatternMemory {
    var merged = (madeAt ?? -1) >= (other.madeAt ?? -1) ? self : other
    let stones = Dictionary((tombstones + other.tombstones).map { ($0.id, $0) }) {
      $0.merged(with: $1)
    }
    merged.tombstones = stones.values.sorted { ($0.day, $0.id) < ($1.day, $1.id) }
    merged.removeDismissed(language: language, salt: salt)
    return merged
  }
}

/// A theme with the sessions that show it.
public struct PatternTheme: Sendable, Hashable {
  /// The theme.
  public var theme: PatternSummary.Theme
  /// The ids of the sessions.
  public var sessions: [String]

  /// Creates a theme.
  public init(_ theme: PatternSummary.Theme, sessions: [String]) {
    self.theme = theme
    self.sessions = sessions
  }
}

extension PatternMemory {
  static let members = JSONObjectForm<PatternMemory>(
    "a person's patterns",
    .list("themes", \.summary.themes, PatternSummary.Theme.members.form),
    .list("growth", \.summary.growth, .filledText),
    .list("style_notes", \.summary.styleNotes, .filledText),
    .optional("made_at", \.madeAt, .integer()),
    .optional("sessions", \.sessions, .map(.list(.text)), default: [:]),
    .list("removed", \.tombstones, Tombstone.members.form)
  ) {
    PatternMemory(
      summary: PatternSummary(
        themes: $0[\.summary.themes], growth: $0[\.summary.growth],
        styleNotes: $0[\.summary.styleNotes]), madeAt: $0.madeAt, sessions: $0.sessions,
      tombstones: $0.tombstones)
  }
}
