/// What came back over several conversations.
public struct PatternSummary: Sendable, Hashable {
  /// A theme that came up at least three times.
  public struct Theme: Sendable, Hashable {
    /// The theme in words.
    public var text: String
    /// In how many conversations it came up; at least 3.
    public var count: Int
    /// The domains in which it came up.
    public var domains: [String]
    /// The day on which it last did, as `2026-03-31`.
    public var lastSeen: String

    /// Creates a theme.
    public init(text: String, count: Int, domains: [String], lastSeen: String) {
      self.text = text
      self.count = count
      self.domains = domains
      self.lastSeen = lastSeen
    }
  }

  /// Themes fewer conversations than this are a coincidence.
  public static let minimumOccurrences = 3
  /// Before so many sessions no pattern is spoken of.
  public static let minimumSessions = 5

  /// The themes.
  public var themes: [Theme]
  /// Signs of growth, a sentence each.
  public var growth: [String]

  /// Creates a summary.
  public init(themes: [Theme] = [], growth: [String] = []) {
    self.themes = themes
    self.growth = growth
  }

  /// The themes by frequency, and the more recent first among equals.
  public var ranked: [Theme] {
    themes.sorted { ($0.count, $0.lastSeen) > ($1.count, $1.lastSeen) }
  }
}
