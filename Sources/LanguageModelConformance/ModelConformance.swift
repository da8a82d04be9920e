public import LanguageModels

/// Checks whether a `LanguageModel` of your own keeps what the protocol promises.
///
/// The kit cannot make your model fail or stall, so you hand it one for each case that you want checked;
/// only a model that replies is needed. Call ``findings()`` from any test framework and expect it to be
/// empty:
///
/// ```swift
/// @Test func conforms() async {
///   var kit = ModelConformance { MyModel(answering: "Hello there") }
///   kit.failing = { MyModel(failingWith: 529) }
///   #expect(await kit.findings().isEmpty)
/// }
/// ```
///
/// Every rule makes calls of its own, and asks for a model of its own with each.
public struct ModelConformance: Sendable {
  /// Gives a model for one rule.
  public typealias Maker = @Sendable () async throws -> any LanguageModel

  /// A model that answers any request with words.
  public var replying: Maker
  /// A model whose calls fail before any content; nil leaves the rules for it out.
  public var failing: Maker?
  /// A model whose replies break off after some words; nil leaves the rules for it out.
  public var breaking: Maker?
  /// A model whose replies never come to an end, whether words come or not; nil leaves the rules for it out.
  public var stalling: Maker?
  /// How many requests a model of `replying` has been sent, for those who can tell.
  public var requestCount: (@Sendable () -> Int)?
  /// What is asked.
  public var request: ModelRequest
  /// How long a call that was stopped may take to end.
  public var timeLimit: Duration

  /// Creates a kit.
  public init(
    request: ModelRequest = ModelConformance.greeting, timeLimit: Duration = .seconds(5),
    replying: @escaping Maker
  ) {
    self.request = request
    self.timeLimit = timeLimit
    self.replying = replying
  }

  /// What is not as promised; empty when all is well.
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
    WholeReply.self, OneReader.self, NothingUnread.self, CallsApart.self, OpenedReplies.self,
    Failures.self, BrokenReplies.self, StoppedCalls.self,
  ]
}

/// One thing that is not as the protocol promises.
public struct ConformanceFinding: Sendable, Hashable, CustomStringConvertible {
  /// The rule that is broken.
  public let rule: String
  /// What was seen.
  public let detail: String

  init(rule: String, _ detail: String) {
    self.rule = rule
    self.detail = detail
  }

  /// The rule with what was seen.
  public var description: String { "\(rule): \(detail)" }
}

/// A promise of the protocol, and how to find it broken.
protocol ConformanceRule: SendableMetatype {
  /// What it is called in findings.
  static var name: String { get }

  /// What is not as promised, one sentence each.
  static func check(_ kit: ModelConformance) async throws -> [String]
}
