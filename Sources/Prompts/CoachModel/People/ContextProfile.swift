/// What is known about a person, each item with its source and date.
public struct ContextProfile: Sendable, Hashable {
  /// What matters to the person.
  public var values: [Item]
  /// What the person wants to achieve.
  public var goals: [Item]
  /// The circumstances that the person lives in.
  public var situation: [Item]
  /// What belongs to a product's own categories, by their names, such as `training_history`.
  public var other: [String: [Item]]

  /// A single known fact.
  public struct Item: Sendable, Hashable {
    /// How an item was learned.
    public enum Source: String, Sendable, Hashable, CaseIterable {
      /// The person said it when asked, or wrote it into their profile.
      case told
      /// It was extracted from the discovery conversation.
      case discovery
      /// It was extracted from a later conversation and confirmed by the person.
      case conversation
    }

    /// The fact, in the person's words where possible.
    public var text: String
    /// How the item was learned.
    public var source: Source
    /// The day on which it was learned, in the form `2026-03-31`.
    public var date: String

    /// Creates an item with its origin and the day on which it was learned.
    public init(text: String, source: Source, date: String) {
      self.text = text
      self.source = source
      self.date = date
    }
  }

  /// Creates a profile, empty by default.
  public init(
    values: [Item] = [], goals: [Item] = [], situation: [Item] = [], other: [String: [Item]] = [:]
  ) {
    self.values = values
    self.goals = goals
    self.situation = situation
    self.other = other
  }

  /// Whether the profile has no items.
  public var isEmpty: Bool {
    values.isEmpty && goals.isEmpty && situation.isEmpty && other.allSatisfy(\.value.isEmpty)
  }
}
