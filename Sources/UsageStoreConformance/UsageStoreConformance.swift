public import CoachAccess

/// Checks whether your own `UsageStore` keeps the promises of the protocol: atomic changes, under races and from
/// several processes, and ledgers that come back as they were written.
///
/// It does not depend on a test framework. Call ``findings()`` and expect it to be empty:
///
/// ```swift
/// @Test func conforms() async {
///   let kit = UsageStoreConformance { try MyStore(inFolder: newTemporaryFolder()) }
///   #expect(await kit.findings() == [])
/// }
/// ```
public struct UsageStoreConformance: Sendable {
  /// Creates a store for one rule.
  public typealias Maker = @Sendable () async throws -> any UsageStore

  /// Creates an empty store.
  public var empty: Maker
  /// Opens the storage of a store once more, as another process would; `nil` if the store's contents end with it, which
  /// skips the rules about that.
  public var reopening: (@Sendable (any UsageStore) async throws -> any UsageStore)?
  /// Creates a kit with a maker of empty stores. Each rule makes its own.
  public init(empty: @escaping Maker) {
    self.empty = empty
  }

  /// Checks all rules and returns the violated ones with what was seen; empty if there is none. An error that a rule
  /// does not expect is a finding, too.
  public func findings() async -> [UsageStoreFinding] {
    var findings: [UsageStoreFinding] = []
    for rule in rules {
      let details = await self.findings(of: rule)
      if !details.isEmpty { findings.append(UsageStoreFinding(rule: rule.name, details: details)) }
    }
    return findings
  }

  /// The names of the rules that are not checked because ``reopening`` is missing.
  public var skippedRules: [String] {
    reopening == nil ? Self.reopeningRules.map(\.name) : []
  }

  /// All rules, also those for which ``reopening`` is needed.
  package static let everyRule =
    countingRules + rateRules + refundRules + requestRules + ledgerRules + concurrencyRules
    + reopeningRules

  /// The rules that can be checked.
  package var rules: [Rule] {
    let skipped = skippedRules
    return Self.everyRule.filter { !skipped.contains($0.name) }
  }

  /// The violations of one rule.
  package func findings(of rule: Rule) async -> [String] {
    var bench = Bench(kit: self)
    do {
      try await rule.check(try await empty(), &bench)
    } catch {
      bench.findings.append("the call failed: \(error)")
    }
    return bench.findings
  }
}

/// A rule that a store violates.
public struct UsageStoreFinding: Sendable, Hashable, CustomStringConvertible {
  /// The name of the rule.
  public let rule: String
  /// What was seen, one sentence each.
  public let details: [String]

  /// The rule and what was seen; of many observations, the first.
  public var description: String {
    let more = details.count > 1 ? " (and \(details.count - 1) more)" : ""
    return "\(rule): \(details.first ?? "")\(more)"
  }
}

extension UsageStoreConformance {
  /// The number of concurrent calls in the rules about races.
  static let concurrentCalls = 200

  /// A promise with its check.
  package struct Rule: Sendable, CustomStringConvertible {
    package let name: String
    let check: @Sendable (any UsageStore, inout Bench) async throws -> Void

    /// The name, which identifies the test.
    package var description: String { name }
  }

  /// What a rule works with, and the violations it has found.
  struct Bench: Sendable {
    let kit: UsageStoreConformance
    var findings: [String] = []

    /// Records two values that should be equal and are not.
    mutating func expect<Value: Equatable>(
      _ seen: Value, _ expected: Value, _ what: @autoclosure () -> String
    ) {
      if seen != expected { findings.append("\(what()): expected \(expected), saw \(seen)") }
    }
  }
}
