/// Themes that recurred over several conversations, signs of growth, and notes on how to talk with the person.
public struct PatternSummary: Sendable, Hashable {
  /// A theme that came up in at least ``minimumOccurrences`` conversations.
  public struct Theme: Sendable, Hashable {
    /// A description of the theme.
    public var text: String
    /// The number of conversations in which it came up; at least 3.
    public var count: Int
    /// The ids of the domains in which it came up.
    public var domains: [String]
    /// The day on which it last came up, in the form `2026-03-31`.
    public var lastSeen: String

    /// Creates a theme with its frequency and the domains in which it came up.
    public init(text: String, count: Int, domains: [String], lastSeen: String) {
      self.text = text
      self.count = count
      self.domains = domains
      self.lastSeen = lastSeen
    }
  }

  /// The minimum number of conversations for a theme; fewer are treated as coincidence.
  public static let minimumOccurrences = 3
  /// The number of completed sessions from which patterns are given to the coach.
  public static let minimumSessions = 5

  /// The recurring themes, in any order; see ``ranked``.
  public var themes: [Theme]
  /// Signs of growth, one sentence each.
  public var growth: [String]
  /// What made the person talk freely or withdraw, as instructions to the coach.
  public var styleNotes: [String]

  /// Creates a summary, empty by default.
  public init(themes: [Theme] = [], growth: [String] = [], styleNotes: [String] = []) {
    self.themes = themes
    self.growth = growth
    self.styleNotes = styleNotes
  }

  /// The themes sorted by descending frequency; of equally frequent ones, the most recent comes first.
  public var ranked: [Theme] {
    themes.sorted { ($0.count, $0.lastSeen) > ($1.count, $1.lastSeen) }
  }
}
