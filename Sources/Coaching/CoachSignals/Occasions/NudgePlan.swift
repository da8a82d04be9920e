public import CoachModel
import SourceFiles

/// Chooses who gets a nudge on a day, of any number of people. Its memory is that of the chosen ones: at most the cap, and
/// those whose trial ends tomorrow.
///
/// Eligibility comes first: only people with an occasion compete for the cap. An event comes before a theme and a theme before
/// re-engagement; among equals the order is one of chance that is the same whenever the plan is made again, and another one
/// each day. The cap is one of calls, so the end of a trial, whose text no model writes, is outside of it.
///
/// ```swift
/// var plan = NudgePlan(on: today, cap: 1_000)
/// for candidate in candidates { log(plan.consider(candidate)) }
/// for choice in plan.chosen { … }
/// ```
public struct NudgePlan: Sendable {
  /// A person who gets a nudge.
  public struct Choice: Sendable, Hashable {
    /// The caller's id of the person.
    public var person: String
    /// The kind of occasion, as in ``NudgeOccasion/kind``.
    public var kind: String
    fileprivate var rank: Rank

    /// Whether a model writes the text, so that it counts towards the cap.
    public var needsModel: Bool { kind != NudgeOccasion.trialEndingKind }
  }

  /// A person who gets none, with the reason.
  public struct Settled: Sendable, Hashable {
    /// The caller's id of the person.
    public var person: String
    /// The kind of occasion that there was; `nil` for none.
    public var kind: String?
    /// Why, in words for operators.
    public var reason: String
  }

  /// The place of a person among those with an occasion; a smaller one comes first.
  fileprivate struct Rank: Sendable, Hashable, Comparable {
    var kind: Int
    var chance: UInt64
    var person: String

    static func < (left: Rank, right: Rank) -> Bool {
      (left.kind, left.chance, left.person) < (right.kind, right.chance, right.person)
    }
  }

  /// The day.
  public let today: CalendarDay
  /// The maximum number of nudges that a model writes.
  public let cap: Int
  /// The number of people who were considered.
  public private(set) var considered = 0
  /// A heap with the last of the chosen ones at its root.
  private var heap: [Choice] = []
  /// The people whose trial ends tomorrow.
  private var notices: [Choice] = []

  /// Creates a plan in which nobody was considered. A negative cap counts as 0.
  public init(on today: CalendarDay, cap: Int) {
    self.today = today
    self.cap = max(0, cap)
  }

  /// The people who get a nudge, the most important first.
  public var chosen: [Choice] { (notices + heap).sorted { $0.rank < $1.rank } }

  /// Considers a person. Returns who is settled by that: this person, or one who has to make room for them; `nil` if nobody is.
  public mutating func consider(_ candidate: NudgeCandidate) -> Settled? {
    considered += 1
    let kind: (name: String, place: Int)
    switch candidate.finding(on: today) {
    case .hold(let reason): return Settled(person: candidate.id, kind: nil, reason: reason)
    case .nothing: return Settled(person: candidate.id, kind: nil, reason: "there is no occasion")
    case .trialEnding: kind = (NudgeOccasion.trialEndingKind, 0)
    case .event: kind = ("event", 1)
    case .theme: kind = ("pattern", 2)
    case .away: kind = ("re_engagement", 3)
    }
    let choice = Choice(
      person: candidate.id, kind: kind.name,
      rank: Rank(kind: kind.place, chance: chance(of: candidate.id), person: candidate.id))
    guard choice.needsModel else {
      notices.append(choice)
      return nil
    }
    guard heap.count >= cap else {
      insert(choice)
      return nil
    }
    guard let last = heap.first, choice.rank < last.rank else { return overCap(choice) }
    replaceRoot(by: choice)
    return overCap(last)
  }

  private func overCap(_ choice: Choice) -> Settled {
    Settled(
      person: choice.person, kind: choice.kind, reason: "the daily cap of nudges is reached")
  }

  /// A number that follows from person and day (FNV-1a).
  private func chance(of person: String) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for byte in person.utf8 { add(byte) }
    for shift in [0, 8, 16, 24] { add(UInt8(truncatingIfNeeded: today.number >> shift)) }
    // The low bits of similar texts differ too little.
    hash ^= hash >> 33
    return hash &* 0xff51_afd7_ed55_8ccd
  }

  // MARK: Heap

  private mutating func insert(_ choice: Choice) {
    heap.append(choice)
    var index = heap.count - 1
    while index > 0, heap[(index - 1) / 2].rank < heap[index].rank {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func replaceRoot(by choice: Choice) {
    heap[0] = choice
    var index = 0
    while true {
      let children = [2 * index + 1, 2 * index + 2].filter { $0 < heap.count }
      guard let largest = children.max(by: { heap[$0].rank < heap[$1].rank }),
        heap[index].rank < heap[largest].rank
      else { return }
      heap.swapAt(index, largest)
      index = largest
    }
  }
}
