import CoachAccess
import CoachModel
import TestKit
import Testing

@Suite("Caps on spending, compared with a store")
struct StoredSpendingLimitTests {
  private let store = InMemoryCostStore()
  private let monday = CalendarDay(number: 20_783)

  /// A moment of a day, in seconds since 1970.
  private func time(_ day: Int, seconds: Double = 3_600) -> Double {
    Double(monday.adding(days: day).number) * 86_400 + seconds
  }

  private func entry(
    _ dollars: Double?, on day: Int = 0, by person: String = "ana", key: String = "app"
  ) -> CostEntry {
    CostEntry(
      person: person, day: monday.adding(days: day), purpose: "a", model: "m", key: key,
      figures: CostFigures(usage: nil, cost: dollars))
  }

  @Test("each cap bounds its own: a person, a key, all people; a day and thirty days")
  func caps() async throws {
    store.add([entry(1, on: 0), entry(2, on: 1), entry(4, on: 1, by: "ben", key: "web")])
    func reached(
      _ cap: SpendingCaps.Cap, _ dollars: Double, for person: String? = "ana",
      key: String? = "app", day: Int = 1
    ) async throws -> Double? {
      let limit = StoredSpendingLimit(SpendingCaps([cap: dollars]), store: store, key: key)
      let found = try await limit.reachedCap(for: person, at: time(day))
      #expect(found.map { $0.cap == cap && $0.dollars == dollars } ?? true)
      return found?.spent
    }
    try await expect(reached(.personDay, 2), equals: 2)
    try await expect(reached(.personDay, 2.01), equals: nil)
    try await expect(reached(.personMonth, 3), equals: 3)
    try await expect(reached(.personMonth, 3, day: 30), equals: nil)
    try await expect(reached(.personDay, 2, for: nil), equals: nil)
    try await expect(reached(.keyDay, 2), equals: 2)
    try await expect(reached(.keyDay, 3), equals: nil)
    try await expect(reached(.keyDay, 3, key: "web"), equals: 4)
    try await expect(reached(.keyMonth, 3), equals: 3)
    try await expect(reached(.keyDay, 0, key: nil), equals: nil)
    try await expect(reached(.serverDay, 6, for: nil, key: nil), equals: 6)
    try await expect(reached(.serverMonth, 7), equals: 7)
    try await expect(reached(.serverDay, 6, day: 2), equals: nil)
    try await expect(reached(.serverDay, 0, day: 2), equals: 0)
  }

  @Test("it says from which day on the costs are below the cap again")
  func resuming() async throws {
    store.add([entry(5, on: 0), entry(1, on: 10), entry(1, on: 20)])
    func day(_ caps: [SpendingCaps.Cap: Double]) async throws -> Int? {
      let limit = StoredSpendingLimit(SpendingCaps(caps), store: store)
      let cap = try #require(try await limit.reachedCap(for: "ana", at: time(20)))
      return cap.resumesOn.map { $0.number - monday.number }
    }
    try await expect(day([.personDay: 1]), equals: 21)
    // The costs of the first day leave the thirty days on the thirtieth day after it.
    try await expect(day([.personMonth: 6]), equals: 30)
    try await expect(day([.personMonth: 2]), equals: 40)
    try await expect(day([.personMonth: 0]), equals: nil)
    // Of several, the one that lasts longest.
    try await expect(day([.personDay: 1, .personMonth: 6, .serverDay: 0.5]), equals: 30)
  }

  @Test("what a process stores counts at once, what others store a second later, also for a person")
  func freshness() async throws {
    let limit = StoredSpendingLimit(
      SpendingCaps([.serverDay: 3, .personDay: 2]), store: store, key: "app")
    func cap(_ seconds: Double, _ person: String = "ben") async throws -> SpendingCaps.Cap? {
      try await limit.reachedCap(for: person, at: time(0, seconds: seconds))?.cap
    }
    try await expect(cap(10), equals: nil)
    // Another process.
    store.add([entry(2)])
    try await expect(cap(10.5), equals: nil)
    try await expect(cap(10.5, "ana"), equals: .personDay)
    try await expect(cap(11), equals: nil)
    let own = entry(1, by: "cem")
    store.add([own])
    try await expect(cap(11.5), equals: nil)
    limit.note([own])
    try await expect(cap(11.5), equals: .serverDay)
    try await expect(cap(12.5), equals: .serverDay)
  }

  @Test("calls without a price are not seen")
  func unpriced() async throws {
    store.add([entry(nil), entry(nil)])
    let limit = StoredSpendingLimit(SpendingCaps([.personDay: 0.01]), store: store)
    try await expect(limit.reachedCap(for: "ana", at: time(0)), equals: nil)
  }
}
