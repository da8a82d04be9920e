@testable import CoachEngine
import SourceFiles
import Testing
import TestKit
import TestTiming

private typealias Kit = UsageStoreConformance

@Suite("The in-memory usage store")
struct InMemoryUsageStoreTests {
  @Test("it conforms", arguments: UsageStoreConformance.rules)
  func conforms(rule: UsageStoreConformance.Rule) async throws {
    try await expect(Kit.findings(rule) { InMemoryUsageStore() }, equals: [])
  }

  @Test("the conformance kit detects a store that admits everything")
  func kitFinds() async throws {
    var broken = 0
    for rule in Kit.rules where try await !Kit.findings(rule, { Careless() }).isEmpty {
      broken += 1
    }
    #expect(broken > Kit.rules.count / 2)
  }

  @Test("the conformance kit detects a store that checks and counts in two steps")
  func kitFindsTornSteps() throws {
    // On one thread, every call checks before the first one counts.
    let found = try SimulatedTime().run { () async throws in
      var broken: [String] = []
      for rule in Kit.rules where try await !Kit.findings(rule, { Torn() }).isEmpty {
        broken.append(rule.name)
      }
      return broken
    }
    let broken = try #require(found)
    // Sequential calls are correct; only concurrent ones show the fault.
    #expect(!broken.isEmpty && broken.allSatisfy { $0.contains("at once") }, "\(broken)")
  }

  @Test("inactive people are forgotten except for their usage")
  func forgetting() throws {
    let store = InMemoryUsageStore()
    let windows = [RateWindow.minute]
    for number in 0..<20_000 {
      let time = Kit.start + Double(number) * 10
      let message = Kit.message("m", of: "person \(number)", at: time, windows)
      #expect(store.reserve(message) == .counted(used: nil))
    }
    // An hour of refunds is 360 people, and up to 1,024 more may arrive before the next pruning.
    #expect(store.size.people < 2 * InMemoryUsageStore.sweepInterval)
    let trial = Kit.trial(5)
    _ = store.reserve(Kit.message("kept", at: Kit.start + 200_000, windows, trial))
    for number in 0..<5000 {
      let time = Kit.start + 200_000 + Double(number) * 10
      // A refunded message leaves nothing to store.
      let message = Kit.message("m", of: "person \(number)", at: time, windows, trial)
      _ = store.reserve(message)
      store.refund(message)
    }
    #expect(store.usage(of: "ana", in: trial.key) == 1)
    #expect(store.size.people < 2 * InMemoryUsageStore.sweepInterval)
    #expect(store.size.reservations < 2 * InMemoryUsageStore.sweepInterval)
  }

  @Test("records of one active person are kept only as long as windows and refunds need them")
  func oneBusyPerson() {
    let store = InMemoryUsageStore()
    for number in 0..<20_000 {
      let message = Kit.message(
        "\(number)", at: Kit.start + Double(number) * 40, [.minute, .hour], Kit.paid(.max))
      #expect(store.reserve(message) == .counted(used: number + 1))
    }
    #expect(store.size.reservations < 2 * InMemoryUsageStore.sweepInterval)
    #expect(store.usage(of: "ana", in: Kit.paid(.max).key) == 20_000)
  }

  @Test("pruning removes nothing that a window still contains")
  func sweepKeepsWindows() throws {
    let store = InMemoryUsageStore()
    let windows = [try RateWindow(count: 1, seconds: 100)]
    #expect(store.reserve(Kit.message("1", windows)) == .counted(used: nil))
    for number in 0..<3000 {
      _ = store.reserve(Kit.message("m", of: "person \(number)", at: Kit.start + 99, windows))
    }
    let early = Kit.message("2", at: Kit.start + 99, windows)
    #expect(store.reserve(early) == .refused(.rateLimited(retryAfter: 1)))
  }

  @Test("a shorter window does not remove what a longer one still contains")
  func windowsOfSeveralLengths() throws {
    let store = InMemoryUsageStore()
    let (long, short) = (
      [try RateWindow(count: 2, seconds: 100)], [try RateWindow(count: 5, seconds: 10)]
    )
    #expect(store.reserve(Kit.message("1", long)) == .counted(used: nil))
    #expect(store.reserve(Kit.message("2", at: Kit.start + 50, short)) == .counted(used: nil))
    let third = Kit.message("3", at: Kit.start + 60, long)
    #expect(store.reserve(third) == .refused(.rateLimited(retryAfter: 40)))
  }

  @Test("records made before the clock was set back are removed, too")
  func setBack() {
    let store = InMemoryUsageStore(requestCapacity: 1024)
    for number in 0..<2000 {
      _ = store.reserve(Kit.message("\(number)", of: "person \(number)"))
      _ = store.begin("\(number)", of: "ana", digest: Kit.digest(""), at: Kit.start)
    }
    for number in 2000..<9000 {
      let time = Kit.start - 1e6 + Double(number) * 10
      _ = store.reserve(Kit.message("\(number)", of: "person \(number)", at: time))
      _ = store.begin("\(number)", of: "ana", digest: Kit.digest(""), at: time)
    }
    #expect(store.size.people < 2 * InMemoryUsageStore.sweepInterval)
    #expect(store.size.reservations < 2 * InMemoryUsageStore.sweepInterval)
    #expect(store.size.requests <= 1024)
  }

  @Test("answers beyond the capacity are removed, oldest first, and running requests are not")
  func capacity() {
    let store = InMemoryUsageStore(requestCapacity: 100)
    func begin(_ id: Int, _ time: Double) -> SeenRequest {
      store.begin("\(id)", of: "ana", digest: Kit.digest("body"), at: Kit.start + time)
    }
    for id in 0..<50 { #expect(begin(id, 0) == .new) }
    for id in 50..<1000 {
      #expect(begin(id, Double(id) / 10) == .new)
      store.finish("\(id)", of: "ana", messageID: "m\(id)")
    }
    #expect(store.size.requests <= 101)
    for id in 0..<50 { #expect(begin(id, 200) == .running) }
    #expect(begin(999, 200) == .answered(messageID: "m999"))
    #expect(begin(50, 200) == .new)
  }

  @Test("running requests are kept beyond the capacity, and removed after their time")
  func runningBeyondCapacity() {
    let store = InMemoryUsageStore(requestCapacity: 10)
    func begin(_ id: Int, _ time: Double) -> SeenRequest {
      store.begin("\(id)", of: "ana", digest: Kit.digest("body"), at: Kit.start + time)
    }
    for id in 0..<5000 { #expect(begin(id, 0) == .new) }
    #expect(begin(0, 599) == .running && begin(4999, 599) == .running)
    for id in 5000..<12_000 { #expect(begin(id, 600 + Double(id)) == .new) }
    #expect(store.size.requests < 3000)
  }

  @Test("the retention time of requests is configurable")
  func retention() throws {
    let store = InMemoryUsageStore(retention: try UsageRetention(running: 5, answered: 9))
    func begin(_ time: Double) -> SeenRequest {
      store.begin("r", of: "ana", digest: Kit.digest("body"), at: Kit.start + time)
    }
    #expect([begin(0), begin(4), begin(5)] == [.new, .running, .new])
    store.finish("r", of: "ana", messageID: "m")
    #expect([begin(13), begin(14)] == [.answered(messageID: "m"), .new])
  }
}

/// Counts, and keeps no other promise.
private actor Careless: UsageStore {
  private var counts: [String: Int] = [:]

  func reserve(_ reservation: UsageReservation) -> UsageVerdict {
    let key = reservation.person + (reservation.allowance?.key ?? "")
    counts[key, default: 0] += 1
    return .counted(used: reservation.allowance == nil ? nil : counts[key])
  }

  func refund(_ reservation: UsageReservation) {
    counts[reservation.person + (reservation.allowance?.key ?? ""), default: 0] -= 1
  }

  func usage(of person: String, in key: String) -> Int { counts[person + key] ?? 0 }

  func begin(
    _ requestID: String, of person: String, digest: ContentDigest, at unixTime: Double
  ) -> SeenRequest { .new }

  func finish(_ requestID: String, of person: String, messageID: String?) {}
}

/// Correct, except that it checks before a pause and counts after it.
private final class Torn: UsageStore {
  private let whole = InMemoryUsageStore()

  func reserve(_ reservation: UsageReservation) async -> UsageVerdict {
    guard let allowance = reservation.allowance else { return whole.reserve(reservation) }
    if whole.usage(of: reservation.person, in: allowance.key) >= allowance.limit {
      return whole.reserve(reservation)
    }
    await Task.yield()
    var unlimited = allowance
    unlimited.limit = .max
    return whole.reserve(
      UsageReservation(
        id: reservation.id, person: reservation.person, at: reservation.at,
        windows: reservation.windows, allowance: unlimited))
  }

  func refund(_ reservation: UsageReservation) { whole.refund(reservation) }

  func usage(of person: String, in key: String) -> Int { whole.usage(of: person, in: key) }

  func begin(
    _ requestID: String, of person: String, digest: ContentDigest, at unixTime: Double
  ) -> SeenRequest { whole.begin(requestID, of: person, digest: digest, at: unixTime) }

  func finish(_ requestID: String, of person: String, messageID: String?) {
    whole.finish(requestID, of: person, messageID: messageID)
  }
}
