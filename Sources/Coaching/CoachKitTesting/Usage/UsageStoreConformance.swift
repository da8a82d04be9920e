public import CoachAccess

/// Checks whether your own `UsageStore` keeps the promises of the protocol: atomic changes, under races and from
/// several processes, and ledgers that come back as they were written.
///
/// It does not depend on a test framework. Call ``findings()`` and expect it to be empty:
///
/// ```swift
/// @Test func conforms() async {
///   let kit = UsageStoreConformance {
///     try MyStore(folder: newTemporaryFolder())  // called once for each rule
///   } reopening: {
///     try MyStore(folder: $0.folder)  // as another process would
///   }
///   #expect(await kit.findings() == [])
/// }
/// ```
public struct UsageStoreConformance: Sendable {
  private let empty: @Sendable () async throws -> any UsageStore
  let reopening: (@Sendable (any UsageStore) async throws -> any UsageStore)?
  /// Creates a kit.
  ///
  /// - Parameters:
  ///   - empty: Creates an empty store, with storage of its own; called once for each rule.
  ///   - reopening: Opens the storage of the given store once more, as another process would. Without it the rules about
  ///     that are skipped; a store in memory has none to open.
  public init<Store: UsageStore>(
    empty: @escaping @Sendable () async throws -> Store,
    reopening: (@Sendable (Store) async throws -> Store)? = nil
  ) {
    self.empty = empty
    guard let reopening else {
      self.reopening = nil
      return
    }
    self.reopening = { store in
      guard let store = store as? Store else { return store }
      return try await reopening(store)
    }
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

  /// The names of the rules that are not checked because the kit cannot reopen a store.
  public var skippedRules: [String] {
    reopening == nil ? Self.reopeningRules.map(\.name) : []
  }

  /// All rules, also those for which stores must be reopened.
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
