import CoachEngine
import PromptTemplates

/// The promises of every `UsageStore`, as rules that any store can be checked against.
///
/// It does not depend on a test framework: a rule returns its violations, one sentence each.
struct UsageStoreConformance: Sendable {
  /// Creates an empty store.
  typealias Maker = @Sendable () async throws -> any UsageStore

  /// A promise with its check.
  struct Rule: Sendable, CustomStringConvertible {
    let name: String
    let check: @Sendable (any UsageStore, inout Findings) async throws -> Void

    /// The name, which identifies the test.
    var description: String { name }
  }

  /// The violations of a rule.
  struct Findings: Sendable {
    private(set) var all: [String] = []

    /// Records two values that should be equal and are not.
    mutating func expect<Value: Equatable>(
      _ seen: Value, _ expected: Value, _ what: @autoclosure () -> String
    ) {
      if seen != expected { all.append("\(what()): expected \(expected), saw \(seen)") }
    }
  }

  static let rules = countingRules + rateRules + refundRules + requestRules + concurrencyRules

  /// The violations of a rule by a store.
  static func findings(_ rule: Rule, _ make: Maker) async throws -> [String] {
    var findings = Findings()
    try await rule.check(try await make(), &findings)
    return findings.all
  }
}

extension UsageStoreConformance {
  static let start = 1_795_262_400.0

  static func window(_ count: Int, _ seconds: Double) throws -> RateWindow {
    try RateWindow(count: count, seconds: seconds)
  }

  static func trial(_ limit: Int) -> Allowance {
    Allowance(key: "trial:2026-11-21", limit: limit, isTrial: true)
  }

  static func paid(_ limit: Int, _ day: String = "2026-11-21") -> Allowance {
    Allowance(key: "paid:\(day)", limit: limit, resetsAt: start + 9, isTrial: false)
  }

  static func message(
    _ id: String, of person: String = "ana", at time: Double = start,
    _ windows: [RateWindow] = [], _ allowance: Allowance? = nil
  ) -> UsageReservation {
    UsageReservation(id: id, person: person, at: time, windows: windows, allowance: allowance)
  }

  /// The results of a batch of concurrent messages.
  static func atOnce(_ messages: [UsageReservation], _ store: any UsageStore) async throws
    -> [UsageVerdict]
  {
    try await atOnce(messages.count) { try await store.reserve(messages[$0]) }
  }

  /// The results of a number of concurrent calls. Each waits for the others to start: otherwise most would be over
  /// before the last is made.
  static func atOnce<Value: Sendable>(
    _ count: Int, _ call: @escaping @Sendable (Int) async throws -> Value
  ) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
      for place in 0..<count {
        group.addTask { @concurrent in
          await Task.yield()
          return try await call(place)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}
