/// What is known about a person, each item with where it comes from and since when.
public struct ContextProfile: Sendable, Hashable {
  /// What matters to them.
  public var values: [Item]
  /// What they want.
  public var goals: [Item]
  /// How they live.
  public var situation: [Item]

  /// A single thing that is known.
  public struct Item: Sendable, Hashable {
    /// How it came to be known.
    public enum Source: String, Sendable, Hashable, CaseIterable {
      /// The person said it when asked, or wrote it into their profile.
      case told
      /// It was drawn from the discovery conversation.
      case discovery
      /// It was drawn from a later conversation, and the person confirmed it.
      case conversation
    }

    /// The thing itself, in the person's words where possible.
    public var text: String
    /// How it came to be known.
    public var source: Source
    /// The day, as `2026-03-31`.
    public var date: String

    /// Creates an item.
    public init(text: String, source: Source, date: String) {
      self.text = text
      self.source = source
      self.date = date
    }
  }

  /// Creates a profile.
  public init(values: [Item] = [], goals: [Item] = [], situation: [Item] = []) {
    self.values = values
    self.goals = goals
    self.situation = situation
  }

  /// Whether nothing is known.
  public var isEmpty: Bool { values.isEmpty && goals.isEmpty && situation.isEmpty }
}
