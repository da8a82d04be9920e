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

  /// Checks all rules and returns every violation; empty if there is none. An error that a rule does not expect is a
  /// finding, too.
  public func findings() async -> [ConformanceFinding] {
    var findings: [ConformanceFinding] = []
    for rule in Self.rules {
      do {
        findings += try await rule.check(self).map { ConformanceFinding(rule: rule.name, $0) }
      } catch {
        findings.append(ConformanceFinding(rule: rule.name, "the call failed: \(error)"))
      }
    }
    return findings
  }

  /// The rules, in the order in which they are checked.
  static let rules: [any ConformanceRule.Type] = [
    CompleteReply.self, OneReader.self, NothingUnread.self, CallsApart.self, OpenedReplies.self,
    Failures.self, BrokenReplies.self, StoppedCalls.self,
  ]
}

/// A violation of one rule.
public struct ConformanceFinding: Sendable, Hashable, CustomStringConvertible {
  /// The name of the violated rule.
  public let rule: String
  /// What the model did against the rule, or how its call failed.
  public let detail: String

  init(rule: String, _ detail: String) {
    self.rule = rule
    self.detail = detail
  }

  /// The rule and the observation.
  public var description: String { "\(rule): \(detail)" }
}

/// A promise of the `LanguageModel` protocol and a check for it.
protocol ConformanceRule: SendableMetatype {
  /// The name of the rule in findings.
  static var name: String { get }

  /// Returns the violations, one sentence each.
  static func check(_ kit: ModelConformance) async throws -> [String]
}
