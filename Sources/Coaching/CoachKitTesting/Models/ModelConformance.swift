public import LanguageModels

/// Checks whether your own `LanguageModel` keeps the promises of the protocol.
///
/// The kit cannot make your model fail or stall, so you pass it a model for each case to check; only a model that
/// replies is required. Call ``findings()`` from any test framework and expect it to be empty:
///
/// ```swift
/// @Test func conforms() async {
///   var kit = ModelConformance { MyModel(answering: "Hello there") }
///   kit.failing = { MyModel(failingWith: 529) }
///   #expect(await kit.findings() == [])
/// }
/// ```
///
/// Every rule creates its own model and makes its own calls.
public struct ModelConformance: Sendable {
  /// Creates a model for one rule.
  public typealias Maker = @Sendable () async throws -> any LanguageModel

  /// Creates a model that answers any request with text.
  public var replying: Maker
  /// Creates a model whose calls fail before any content; nil skips the rules for it.
  public var failing: Maker?
  /// Creates a model whose replies break off after some text; nil skips the rules for it.
  public var breaking: Maker?
  /// Creates a model whose replies never end, with or without text; nil skips the rules for it.
  public var stalling: Maker?
  /// Returns the number of requests that the models of ``replying`` have been sent; nil skips the rule that needs it.
  public var requestCount: (@Sendable () -> Int)?
  /// The request that every rule sends.
  public var request: ModelRequest
  /// How long a cancelled call may take to end.
  public var timeLimit: Duration

  /// Creates a kit with a model that replies. The other models can be set afterwards.
  public init(
    request: ModelRequest = ModelConformance.greeting, timeLimit: Duration = .seconds(5),
    replying: @escaping Maker
  ) {
    self.request = request
    self.timeLimit = timeLimit
    self.replying = replying
  }

  /// Checks all rules and returns the violated ones with what was seen; empty if there is none. An error that a rule
  /// does not expect is a finding, too.
  public func findings() async -> [ConformanceFinding] {
    var findings: [ConformanceFinding] = []
    for rule in Self.rules where rule.isPossible(with: self) {
      var details: [String]
      do {
        details = try await rule.check(self)
      } catch {
        details = ["the call failed: \(error)"]
      }
      if !details.isEmpty { findings.append(ConformanceFinding(rule: rule.name, details: details)) }
    }
    return findings
  }

  /// The names of the rules that are not checked, because the kit lacks the model that they need.
  public var skippedRules: [String] {
    Self.rules.filter { !$0.isPossible(with: self) }.map { $0.name }
  }

  /// The rules, in the order in which they are checked.
  static let rules: [any ConformanceRule.Type] = [
    CompleteReply.self, OneReader.self, NothingUnread.self, CallsApart.self, OpenedReplies.self,
    Failures.self, BrokenReplies.self, StoppedCalls.self,
  ]
}

/// A rule that a model violates.
public struct ConformanceFinding: Sendable, Hashable, CustomStringConvertible {
  /// The name of the violated rule.
  public let rule: String
  /// What the model did against the rule, or how its call failed: one sentence each, none of them twice.
  public let details: [String]

  init(rule: String, details: [String]) {
    self.rule = rule
    var seen: Set<String> = []
    self.details = details.filter { seen.insert($0).inserted }
  }

  /// The rule and what was seen; of several observations, the first and the number of the others.
  public var description: String {
    let more = details.count > 1 ? " (and \(details.count - 1) more)" : ""
    return "\(rule): \(details.first ?? "")\(more)"
  }
}

/// A promise of the `LanguageModel` protocol and a check for it.
protocol ConformanceRule: SendableMetatype {
  /// The name of the rule in findings.
  static var name: String { get }

  /// Returns whether the kit has the model that the rule needs.
  static func isPossible(with kit: ModelConformance) -> Bool

  /// Returns the violations, one sentence each.
  static func check(_ kit: ModelConformance) async throws -> [String]
}

extension ConformanceRule {
  static func isPossible(with kit: ModelConformance) -> Bool { true }
}
