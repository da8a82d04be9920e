package import CoachModel
package import PromptTemplates

/// The maximum number of tokens of what a request says about a person and of what was said before, by estimate.
///
/// The three parts have limits of their own instead of sharing one: what one part needs in a turn must not change the text
/// of another, which a provider keeps in its cache.
public struct ContextBudget: Sendable, Hashable {
  /// Profile, discovery, patterns and style, which are the same in all turns of a session. What matters least is left out
  /// first.
  public var profile = 1_500
  /// Memories of earlier sessions, which are chosen anew in every turn.
  public var memories = 500
  /// The earlier messages of the conversation. The oldest are dropped first.
  public var history = 12_000

  /// Creates the standard budget of 14,000 tokens.
  public init() {}
}

extension Person {
  /// Returns the person without what does not fit a number of tokens.
  ///
  /// Lists are shortened from their ends, in turn, the least important kind first: patterns, what discovery found, then the
  /// items of the profile.
  package func fitted(to maximum: Int, counter: some TokenCounter = TokenEstimator()) -> Person {
    var person = self
    var rest = statements.reduce(0) { $0 + counter.count($1) }
    while rest > maximum, let removed = person.removeLeastImportant() {
      rest -= counter.count(removed)
    }
    let goals = Set(person.profile.goals.map(\.text))
    person.goalProgress.removeAll { !goals.contains($0.goal) }
    return person
  }

  /// All texts of which a prompt can be made.
  private var statements: [String] {
    var texts = patterns.ranked.map(\.text) + patterns.growth + patterns.styleNotes
    texts += (profile.values + profile.goals + profile.situation).map(\.text)
    texts += profile.other.values.flatMap { $0.map(\.text) }
    if let discovery {
      texts += discovery.currentChallenges + discovery.keyThemes + discovery.strengthsIdentified
      texts += [discovery.emotionalBaseline, discovery.communicationStyle, discovery.vision]
    }
    return texts
  }

  private mutating func removeLeastImportant() -> String? {
    if let note = patterns.styleNotes.popLast() ?? patterns.growth.popLast() { return note }
    if let last = patterns.ranked.last {
      patterns.themes.removeAll { $0 == last }
      return last.text
    }
    if let found = discovery?.removeLast() { return found }
    // The longest list first, so that every kind keeps its most important items.
    let lists: [WritableKeyPath<Person, [ContextProfile.Item]>] = [
      \.profile.situation, \.profile.goals, \.profile.values,
    ]
    let longest = lists.max { self[keyPath: $0].count < self[keyPath: $1].count }
    let own = profile.other.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    if let own, own.value.count >= longest.map({ self[keyPath: $0].count }) ?? 0 {
      return profile.other[own.key]?.popLast()?.text
    }
    return longest.flatMap { self[keyPath: $0].popLast()?.text }
  }
}

extension DiscoveryProfile {
  /// Removes and returns the last text of a list, or a text of its own; `nil` if only the insight is left.
  fileprivate mutating func removeLast() -> String? {
    if let text = keyThemes.popLast() ?? currentChallenges.popLast()
      ?? strengthsIdentified.popLast()
    {
      return text
    }
    for field in [\DiscoveryProfile.communicationStyle, \.emotionalBaseline, \.vision]
    where !self[keyPath: field].isEmpty {
      defer { self[keyPath: field] = "" }
      return self[keyPath: field]
    }
    return nil
  }
}
