import CoachModel
import Synchronization

/// Compares the costs in a store with caps.
///
/// A person's costs are read for each question. Those of a key and of all people are read at most once a second, and what
/// ``note(_:)`` is told counts at once. Costs are known after a call, so caps are exceeded by at most the calls that were in
/// flight when they were reached, and by what other processes spent in the last second.
///
/// ```swift
/// let costs = InMemoryCostStore()
/// let limit = StoredSpendingLimit(SpendingCaps([.personDay: 0.5, .serverMonth: 2_000]), store: costs)
/// let call = CostEntry(
///   person: "p-1", day: CalendarDay(number: 20_783), purpose: "coaching@v6", model: "openai:gpt-6-luna",
///   figures: CostFigures(usage: TokenUsage(input: 1200, output: 300), cost: 0.6))
/// costs.add([call])
/// limit.note([call])
/// let reached = try await limit.reachedCap(for: "p-1", at: 20_783 * 86_400)
/// print(reached?.cap.rawValue ?? "none")  // person_day
/// ```
public struct StoredSpendingLimit: SpendingLimiting {
  /// The caps.
  public var caps: SpendingCaps
  /// The API key whose caps hold; `nil` for none.
  public var key: String?
  private let store: any CostStore
  private let sums = SharedSums()

  /// The number of seconds for which sums of keys and of all people are reused.
  static let validity = 1.0

  /// Creates a limit. Copies with another ``key`` share what was read.
  public init(_ caps: SpendingCaps, store: any CostStore, key: String? = nil) {
    self.caps = caps
    self.store = store
    self.key = key
  }

  /// Counts costs that this process has just stored, ahead of the next reading of the store.
  public func note(_ entries: [CostEntry]) { sums.note(entries) }

  /// Returns the cap that was reached, of several the one that lasts longest.
  ///
  /// Throws the error of the store.
  public func reachedCap(for person: String?, at now: Double) async throws -> ReachedCap? {
    let today = CalendarDay(unixTime: now)
    var reached: [ReachedCap] = []
    func check(_ names: [SpendingCaps.Cap], _ days: () async throws -> [CalendarDay: Int])
      async throws
    {
      let names = names.filter { caps.dollars[$0] != nil }
      guard !names.isEmpty else { return }
      let days = try await days()
      for name in names {
        guard let dollars = caps.dollars[name] else { continue }
        if let cap = ReachedCap(name, dollars, days, on: today) { reached.append(cap) }
      }
    }
    if let person {
      try await check([.personDay, .personMonth]) {
        try await read(today) { $0.person = person }
      }
    }
    if let key {
      try await check([.keyDay, .keyMonth]) {
        try await shared(.key(Array(key.utf8)), at: now) { $0.key = key }
      }
    }
    try await check([.serverDay, .serverMonth]) { try await shared(.all, at: now) { _ in } }
    return reached.max { left, right in
      guard let first = left.resumesOn else { return false }
      return right.resumesOn.map { first < $0 } ?? true
    }
  }

  private func shared(
    _ scope: SharedSums.Scope, at now: Double, _ change: (inout CostQuery) -> Void
  ) async throws -> [CalendarDay: Int] {
    if let known = sums.days(of: scope, at: now) { return known }
    let began = sums.begin()
    let days = try await read(CalendarDay(unixTime: now), change)
    return sums.set(days, of: scope, at: now, since: began)
  }

  private func read(
    _ today: CalendarDay, _ change: (inout CostQuery) -> Void
  ) async throws -> [CalendarDay: Int] {
    var query = CostQuery(by: .day)
    (query.first, query.last) = (CostWindow.month.first(endingOn: today), today)
    query.limit = CostWindow.month.days
    change(&query)
    var days: [CalendarDay: Int] = [:]
    for row in try await store.costs(query) {
      guard let day = CalendarDay(row.key) else { continue }
      days[day] = row.figures.nanodollars
    }
    return days
  }
}

extension ReachedCap {
  /// Compares costs by day with a cap; `nil` if it is not reached.
  fileprivate init?(
    _ cap: SpendingCaps.Cap, _ dollars: Double, _ days: [CalendarDay: Int], on today: CalendarDay
  ) {
    let limit = CostQuery.nanodollars(dollars)
    func spent(on day: CalendarDay) -> Int {
      let first = cap.window.first(endingOn: day)
      return days.filter { first <= $0.key && $0.key <= day }.values.reduce(0) {
        TokenUsage.sum($0, $1) ?? .max
      }
    }
    let now = spent(on: today)
    guard now >= limit else { return nil }
    self.init(
      cap: cap, dollars: dollars, spent: Double(now) / 1e9,
      resumesOn: (1...cap.window.days).lazy.map { today.adding(days: $0) }
        .first { spent(on: $0) < limit })
  }
}

/// The sums of keys and of all people, as this process knows them.
private final class SharedSums: Sendable {
  enum Scope: Hashable {
    case all
    case key([UInt8])
  }

  private struct Entry {
    var days: [CalendarDay: Int]
    var readAt: Double
  }

  private struct State {
    var entries: [Scope: Entry] = [:]
    /// The number of notes, so that a reading which began before one is not kept: it may lack it.
    var notes = 0
  }

  private let state = Mutex(State())

  func days(of scope: Scope, at now: Double) -> [CalendarDay: Int]? {
    state.withLock { state in
      guard let entry = state.entries[scope],
        (0..<StoredSpendingLimit.validity).contains(now - entry.readAt)
      else { return nil }
      return entry.days
    }
  }

  func begin() -> Int { state.withLock { $0.notes } }

  func set(
    _ days: [CalendarDay: Int], of scope: Scope, at now: Double, since notes: Int
  ) -> [CalendarDay: Int] {
    state.withLock { state in
      if state.notes == notes { state.entries[scope] = Entry(days: days, readAt: now) }
      return days
    }
  }

  func note(_ costs: [CostEntry]) {
    state.withLock { state in
      state.notes += 1
      for cost in costs {
        for scope in [Scope.all, .key(Array(cost.key.utf8))] {
          guard let known = state.entries[scope]?.days[cost.day, default: 0] else { continue }
          state.entries[scope]?.days[cost.day] =
            TokenUsage.sum(known, cost.figures.nanodollars) ?? .max
        }
      }
    }
  }
}
