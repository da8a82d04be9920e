@testable import CoachAccess
import CoachKitTesting
import CoachModel
import SourceFiles
import Testing
import TestKit
import TestTiming

private typealias Kit = UsageStoreConformance

@Suite("The in-memory usage store")
struct InMemoryUsageStoreTests {
  private static let kit = Kit { InMemoryUsageStore() }

  @Test("it conforms", arguments: kit.rules)
  func conforms(rule: UsageStoreConformance.Rule) async throws {
    await #expect(Self.kit.findings(of: rule) == [])
  }

  @Test("the conformance kit detects a store that keeps nothing, and folds what it sees")
  func kitFinds() async throws {
    let kit = Kit { Forgetful() }
    let findings = await kit.findings()
    #expect(findings.count > kit.rules.count / 2)
    #expect(findings.count == Set(findings.map(\.rule)).count)
    let many = try #require(findings.first { $0.details.count > 1 })
    #expect(many.description.hasSuffix("(and \(many.details.count - 1) more)"))
  }

  @Test("the conformance kit detects a store that reads and writes in two steps")
  func kitFindsTornSteps() throws {
    // On one thread, every call reads before the first one writes.
    let found = try SimulatedTime().run { () async throws in
      var broken: [String] = []
      let kit = Kit { Torn() }
      for rule in kit.rules where await !kit.findings(of: rule).isEmpty {
        broken.append(rule.name)
      }
      return broken
    }
    let broken = try #require(found)
    // Sequential calls are correct; only concurrent ones show the fault.
    #expect(!broken.isEmpty && broken.allSatisfy { $0.contains("at once") }, "\(broken)")
  }

  @Test("the conformance kit detects a store that takes two spellings for one person")
  func kitFindsEqualLetters() async {
    let findings = await Kit { Spelling() }.findings()
    #expect(findings.map(\.rule) == ["every id has a ledger of its own, whatever its letters"])
  }

  @Test("the kit names the rules that it cannot check")
  func skipped() {
    #expect(Self.kit.skippedRules.count == 2)
    let kit = Kit(empty: { InMemoryUsageStore() }, reopening: { $0 })
    #expect(kit.skippedRules == [] && kit.rules.count == Self.kit.rules.count + 2)
  }

  @Test("inactive people are forgotten except for their usage")
  func forgetting() async throws {
    let store = InMemoryUsageStore()
    let windows = [RateWindow.minute]
    for number in 0..<20_000 {
      let time = Kit.start + Double(number) * 10
      let message = Kit.message("m", of: "person \(number)", at: time, windows)
      try await expect(store.reserve(message), equals: .counted(used: nil))
    }
    // An hour of refunds is 360 people, and up to 1,024 more may arrive before the next pruning.
    #expect(store.size.people < 2 * InMemoryUsageStore.sweepInterval)
    let trial = Kit.trial(5)
    _ = try await store.reserve(Kit.message("kept", at: Kit.start + 200_000, windows, trial))
    for number in 0..<5000 {
      let time = Kit.start + 200_000 + Double(number) * 10
      // A refunded message leaves nothing to store.
      let message = Kit.message("m", of: "person \(number)", at: time, windows, trial)
      _ = try await store.reserve(message)
      try await store.refund(message)
    }
    try await expect(store.usage(of: "ana", in: trial.key), equals: 1)
    #expect(store.size.people < 2 * InMemoryUsageStore.sweepInterval)
    #expect(store.size.reservations < 2 * InMemoryUsageStore.sweepInterval)
  }

  @Test("pruning removes nothing that a window still contains")
  func sweepKeepsWindows() async throws {
    let store = InMemoryUsageStore()
    let windows = [try RateWindow(count: 1, seconds: 100)]
    try await expect(store.reserve(Kit.message("1", windows)), equals: .counted(used: nil))
    for number in 0..<3000 {
      _ = try await store.reserve(
        Kit.message("m", of: "person \(number)", at: Kit.start + 99, windows))
    }
    let early = Kit.message("2", at: Kit.start + 99, windows)
    try await expect(store.reserve(early), equals: .refused(.rateLimited(retryAfter: 1)))
  }

  @Test("who only looks at a count does not set back the time of others")
  func reading() async throws {
    let store = InMemoryUsageStore()
    let windows = [try RateWindow(count: 1, seconds: 100)]
    _ = try await store.reserve(Kit.message("1", of: "early", at: 1000, windows))
    _ = try await store.reserve(Kit.message("1", at: Kit.start, windows))
    for _ in 0..<3000 { _ = try await store.usage(of: "early", in: "none") }
    for _ in 0..<3000 { _ = try await store.usage(of: "nobody", in: "none") }
    let later = Kit.message("2", at: Kit.start + 100, windows)
    try await expect(store.reserve(later), equals: .counted(used: nil))
  }

  @Test("records made before the clock was set back are removed, too")
  func setBack() async throws {
    let store = InMemoryUsageStore()
    for number in 0..<2000 {
      _ = try await store.reserve(Kit.message("\(number)", of: "person \(number)"))
    }
    for number in 2000..<9000 {
      let time = Kit.start - 1e6 + Double(number) * 10
      _ = try await store.reserve(Kit.message("\(number)", of: "person \(number)", at: time))
    }
    #expect(store.size.people < 2 * InMemoryUsageStore.sweepInterval)
    #expect(store.size.reservations < 2 * InMemoryUsageStore.sweepInterval)
  }
}

/// Keeps nothing.
private struct Forgetful: UsageStore {
  func updateLedger<Value: Sendable>(
    of person: String, _ change: @escaping @Sendable (inout UsageLedger) throws -> Value
  ) async throws -> Value {
    var ledger = UsageLedger()
    return try change(&ledger)
  }
}

/// Correct, except that it pauses between reading and writing.
private actor Torn: UsageStore {
  private var ledgers: [[UInt8]: UsageLedger] = [:]

  func updateLedger<Value: Sendable>(
    of person: String, _ change: @escaping @Sendable (inout UsageLedger) throws -> Value
  ) async throws -> Value {
    let key = Array(person.utf8)
    var ledger = ledgers[key] ?? UsageLedger()
    let value = try change(&ledger)
    await Task.yield()
    ledgers[key] = ledger
    return value
  }
}

/// Correct, except that Swift's equality of texts decides who is who.
private actor Spelling: UsageStore {
  private var ledgers: [String: UsageLedger] = [:]

  func updateLedger<Value: Sendable>(
    of person: String, _ change: @escaping @Sendable (inout UsageLedger) throws -> Value
  ) async throws -> Value {
    var ledger = ledgers[person] ?? UsageLedger()
    let value = try change(&ledger)
    ledgers[person] = ledger
    return value
  }
}
