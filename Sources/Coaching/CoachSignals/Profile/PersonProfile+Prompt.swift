public import CoachModel

extension PersonProfile {
  /// The values, goals and circumstances for a prompt, the most important first: what does not fit into a prompt is left
  /// out from the end.
  ///
  /// What the person said or changed themselves comes before what was inferred, and the recent before the old.
  var forPrompt: ContextProfile {
    func items(_ category: ProfileCategory) -> [ContextProfile.Item] {
      usable.filter { $0.category == category }.sorted { left, right in
        (left.isOwn ? 1 : 0, left.changed, left.id) > (right.isOwn ? 1 : 0, right.changed, right.id)
      }.map {
        ContextProfile.Item(text: $0.text, source: $0.source, date: $0.learned.description)
      }
    }
    return ContextProfile(
      values: items(.values), goals: items(.goals), situation: items(.situation),
      other: Dictionary(
        uniqueKeysWithValues: Set(usable.map(\.category)).subtracting(ProfileCategory.standard)
          .map { ($0.rawValue, items($0)) }))
  }

  /// The discovery fields that may be used; `nil` if there are none.
  public var discovery: DiscoveryProfile? {
    DiscoveryProfile(usable.filter { $0.source == .discovery })
  }
}

extension ProfileItem {
  /// Whether the words are the person's own.
  var isOwn: Bool { source == .told || state == .edited }
}
