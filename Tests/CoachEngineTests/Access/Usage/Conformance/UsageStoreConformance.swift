import CoachEngine
import PromptTemplates

/// What every `UsageStore` promises, as rules that any store can be held against.
///
/// It knows no test framework: a rule gives back what is not as promised, one sentence each.
struct UsageStoreConformance: Sendable {
  /// Gives a store that knows nothing yet.
  typealias Maker = @Sendable () async throws -> any UsageStore

  /// A promise, and how to find it broken.
  struct Rule: Sendable, CustomStringConvertible {
    let name: String
    let check: @Sendable (any UsageStore, inout Findings) async throws -> Void

    /// Its name, by which tests are told apart.
    var description: String { name }
  }

  /// What is not as promised.
  struct Findings: Sendable {
    private(set) var all: [String] = []

    /// Notes a pair that should be alike and is not.
    mutating func expect<Value: Equatable>(
      _ seen: Value, _ expected: Value, _ what: @autoclosure () -> String
    ) {
      if seen != expected { all.append("\(what()): expected \(expected), saw \(seen)") }
    }
  }

  static let rules = countingRules + rateRules + refundRules + requestRules + concurrencyRules

  /// What a store breaks of a rule.
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

  /// What a batch of messages that are sent at once comes to.
  static func atOnce(_ messages: [UsageReservation], _ store: any UsageStore) async throws
    -> [UsageVerdict]
  {
    try await atOnce(messages.count) { try await store.reserve(messages[$0]) }
  }

  /// What so many calls at once come to. Each lets the others begin before it goes on: otherwise most
  /// would be over before the last is made.
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
