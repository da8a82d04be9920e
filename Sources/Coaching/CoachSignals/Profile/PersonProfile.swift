public import CoachModel
import SourceFiles

/// What is known about a person, owned by the person: what is inferred counts after they have confirmed it, and what they
/// remove does not come back.
///
/// ```swift
/// var profile = PersonProfile(salt: salt)
/// profile.propose(drafts, language: "en", on: today)
/// for item in profile.proposals { print(item.text, item.evidence.first?.quote ?? "") }
/// profile.confirm(id, on: today)
/// ```
public struct PersonProfile: Sendable, Hashable {
  /// The items in the order in which they were learned.
  public private(set) var items: [ProfileItem]
  /// What remains of removed items.
  public private(set) var tombstones: [Tombstone]
  /// A random text with which digests are made; it never changes.
  let salt: String

  /// Creates an empty profile. The salt is any random text of the person's own, such as a UUID.
  public init(salt: String) {
    self.init(items: [], tombstones: [], salt: salt)
  }

  init(items: [ProfileItem], tombstones: [Tombstone], salt: String) {
    self.items = items
    self.tombstones = tombstones
    self.salt = salt
  }

  /// The items that may be used.
  public var usable: [ProfileItem] { items.filter(\.isUsable) }

  /// The items about which the person has not decided yet, the surest first.
  public var proposals: [ProfileItem] {
    items.filter { !$0.isUsable }.enumerated()
      .sorted { left, right in
        let (first, second) = (left.element.confidence ?? 0, right.element.confidence ?? 0)
        return first == second ? left.offset < right.offset : first > second
      }.map(\.element)
  }

  /// Returns an item by its id.
  public func item(_ id: String) -> ProfileItem? { items.first { $0.id == id } }

  // MARK: Proposing

  /// Adds drafts as proposals, and returns those that are new.
  ///
  /// A draft that says what is known already adds its evidence to the item. One that says what the person removed is left
  /// out, also in other words. Proposing the same again changes nothing.
  @discardableResult
  public mutating func propose(
    _ drafts: [ProfileDraft], language: String, on day: CalendarDay
  ) -> [ProfileItem] {
    drafts.compactMap { propose($0, language: language, on: day) }
  }

  private mutating func propose(
    _ draft: ProfileDraft, language: String, on day: CalendarDay
  ) -> ProfileItem? {
    let wording = wording(draft.text, language: language)
    guard !isRemoved(draft, wording: wording) else { return nil }
    let words = Wording(draft.text, language: language)
    if let known = place(of: draft.category, language: language, where: words.isDuplicate) {
      let new = draft.evidence.filter { !items[known].evidence.contains($0) }
      items[known].evidence = Self.union(items[known].evidence, new)
      if !new.isEmpty, items[known].state == .proposed {
        items[known].confidence = max(items[known].confidence ?? 0, draft.confidence)
      }
      return nil
    }
    let item = ProfileItem(
      id: freeID(for: draft.category, wording), category: draft.category, text: draft.text,
      source: draft.source, state: .proposed, learned: day, confidence: draft.confidence,
      evidence: Self.union(draft.evidence, []))
    items.append(item)
    return item
  }

  /// Adds what the person says or writes about themselves, and returns its id. It counts at once, even if it was removed
  /// before: only what is inferred stays away.
  @discardableResult
  public mutating func add(
    _ text: String, category: ProfileCategory, language: String, on day: CalendarDay
  ) -> String {
    let words = Wording(text, language: language)
    if let known = place(of: category, language: language, where: { $0.whole == words.whole }) {
      items[known].text = text
      items[known].state = .confirmed
      items[known].source = .told
      items[known].changed = day
      return items[known].id
    }
    let item = ProfileItem(
      id: freeID(for: category, wording(text, language: language)), category: category, text: text,
      source: .told,
      state: .confirmed, learned: day)
    items.append(item)
    return item.id
  }

  private func wording(_ text: String, language: String) -> WordingDigest {
    WordingDigest(text, language: language, salt: salt)
  }

  private func isRemoved(_ draft: ProfileDraft, wording: WordingDigest) -> Bool {
    let sources = Set(sources(draft.category, draft.evidence))
    return tombstones.contains { stone in
      stone.wordings.contains { $0.isSame(as: wording) }
        || stone.sources.contains { sources.contains($0) }
    }
  }

  private func sources(_ category: ProfileCategory, _ evidence: [ProfileItem.Evidence]) -> [String]
  {
    evidence.compactMap { evidence in
      evidence.message.map { WordingDigest.digest("\(category.rawValue)/\($0)", salt: salt) }
    }
  }

  private func place(
    of category: ProfileCategory, language: String, where isSame: (Wording) -> Bool
  ) -> Int? {
    items.firstIndex {
      $0.category == category && isSame(Wording($0.text, language: language))
    }
  }

  /// Returns an id that follows from the content, so that two devices give the same proposal the same id.
  private func freeID(for category: ProfileCategory, _ wording: WordingDigest) -> String {
    let known = Set(items.map(\.id)).union(tombstones.map(\.id))
    let id = WordingDigest.digest("\(category.rawValue)/\(wording.whole)", salt: salt)
    guard known.contains(id) else { return id }
    return (2...).lazy.map { "\(id)-\($0)" }.first { !known.contains($0) } ?? id
  }

  // MARK: The person's decisions

  /// Confirms a proposal; returns its category, or `nil` if there is no such proposal.
  @discardableResult
  public mutating func confirm(_ id: String, on day: CalendarDay) -> ProfileCategory? {
    guard let index = items.firstIndex(where: { $0.id == id && $0.state == .proposed }) else {
      return nil
    }
    items[index].state = .confirmed
    items[index].changed = day
    return items[index].category
  }

  /// Replaces the text of an item by the person's own. Returns whether there is such an item.
  ///
  /// What it said before is not inferred again.
  @discardableResult
  public mutating func edit(
    _ id: String, text: String, language: String, on day: CalendarDay
  ) -> Bool {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return false }
    guard items[index].text != text else { return true }
    let before = wording(items[index].text, language: language)
    if !before.isSame(as: wording(text, language: language)) {
      tombstones.append(
        Tombstone(id: "\(id)-edited", reason: .dismissed, day: day, wordings: [before], sources: [])
      )
    }
    items[index].text = text
    items[index].state = .edited
    items[index].changed = day
    return true
  }

  /// Removes an item for good: a proposal is dismissed, anything else deleted. Returns its category, or `nil` if there is
  /// no such item.
  @discardableResult
  public mutating func remove(_ id: String, language: String, on day: CalendarDay)
    -> ProfileCategory?
  {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return nil }
    let item = items.remove(at: index)
    tombstones.append(
      Tombstone(
        id: id, reason: item.state == .proposed ? .dismissed : .deleted, day: day,
        wordings: [wording(item.text, language: language)],
        sources: sources(item.category, item.evidence).sorted()))
    return item.category
  }

  /// Removes what was learned from a conversation alone, and the evidence from it everywhere. What the person entered or put
  /// into their own words stays.
  public mutating func forget(conversation id: String) {
    forget { $0.conversation == id }
  }

  /// Removes what was learned from some messages alone, and the evidence from them everywhere.
  public mutating func forget(messages ids: Set<String>) {
    forget { $0.message.map { ids.contains($0) } ?? false }
  }

  mutating func forget(where isForgotten: (ProfileItem.Evidence) -> Bool) {
    for index in items.indices.reversed() {
      let rest = items[index].evidence.filter { !isForgotten($0) }
      guard rest.count < items[index].evidence.count else { continue }
      items[index].evidence = rest
      if rest.isEmpty, !items[index].isOwn, !items[index].isKept { items.remove(at: index) }
    }
  }

  /// Removes all evidence, and what the person has not decided about. What they confirmed, edited or entered stays.
  mutating func forgetEvidence() {
    keepDecided()
    items.removeAll { !$0.isUsable }
    for index in items.indices { items[index].evidence = [] }
  }

  /// Lets what the person decided about stay when its evidence goes, and removes proposals that rest on nothing.
  mutating func keepDecided() {
    items.removeAll { !$0.isUsable && $0.evidence.isEmpty }
    for index in items.indices where items[index].isUsable { items[index].isKept = true }
  }

  // MARK: Merging

  /// Returns the profile with the changes of another copy of it, from another device or an older state.
  ///
  /// A removal wins over everything, also over what says the same in other words in the other copy. Of two states of an
  /// item, the person's own words count before a confirmation, that before a proposal, and otherwise the later one. The
  /// result does not depend on which copy is which.
  public func merged(with other: PersonProfile, language: String) -> PersonProfile {
    var stones: [String: Tombstone] = [:]
    for stone in tombstones + other.tombstones {
      stones[stone.id] = stones[stone.id].map { $0.merged(with: stone) } ?? stone
    }
    var merged: [String: ProfileItem] = [:]
    for item in items + other.items where stones[item.id] == nil {
      guard let known = merged[item.id] else {
        merged[item.id] = item
        continue
      }
      var later = known.order < item.order ? item : known
      later.evidence = Self.union(known.evidence, item.evidence)
      later.learned = min(known.learned, item.learned)
      later.isKept = known.isKept || item.isKept
      merged[item.id] = later
    }
    let removed = Array(stones.values)
    let items = merged.values.compactMap { kept($0, after: removed, language: language) }
    return PersonProfile(
      items: items.sorted { ($0.learned, $0.id) < ($1.learned, $1.id) },
      tombstones: stones.values.sorted { ($0.day, $0.id) < ($1.day, $1.id) },
      salt: min(salt, other.salt))
  }

  /// Returns what is left of an item after the removals of both copies; `nil` if nothing is.
  ///
  /// A proposal loses the messages from which a removed item came, and goes if it has no other. A confirmed item has to say
  /// what was removed in the same words, since the person has read both.
  private func kept(_ item: ProfileItem, after stones: [Tombstone], language: String)
    -> ProfileItem?
  {
    guard !item.isOwn, !stones.isEmpty else { return item }
    let wording = wording(item.text, language: language)
    if item.state != .proposed {
      return stones.contains { $0.wordings.contains { $0.whole == wording.whole } } ? nil : item
    }
    guard !stones.contains(where: { $0.wordings.contains { $0.isSame(as: wording) } }) else {
      return nil
    }
    let removed = Set(stones.flatMap(\.sources))
    var kept = item
    kept.evidence.removeAll { !removed.isDisjoint(with: sources(item.category, [$0])) }
    return kept.evidence.isEmpty && !item.evidence.isEmpty ? nil : kept
  }

  private static func union(_ left: [ProfileItem.Evidence], _ right: [ProfileItem.Evidence])
    -> [ProfileItem.Evidence]
  {
    let order = { (evidence: ProfileItem.Evidence) in
      (evidence.session, evidence.message ?? "", evidence.quote ?? "")
    }
    return Set(left + right).sorted { order($0) < order($1) }
  }
}

extension ProfileItem {
  /// What decides between two states of the item.
  fileprivate var order: (Int, Int, String, String) {
    (isOwn ? 2 : isUsable ? 1 : 0, changed.number, text, source.rawValue)
  }
}
