import CoachKit
import Logging

/// A way to wrap the provider.
struct Variant: Sendable {
  /// What is promised of it.
  enum Goal: Sendable { case stack, telemetry }

  let name: String
  let goal: Goal?
  /// Makes the layers anew for each measurement: a cache that knows the questions would answer them.
  let model: @Sendable (ProviderModel) -> any LanguageModel

  private init(
    _ name: String, goal: Goal? = nil,
    _ model: @escaping @Sendable (ProviderModel) -> any LanguageModel
  ) {
    self.name = name
    self.goal = goal
    self.model = model
  }

  static let all: [Variant] = [
    Variant("bare provider") { $0 },
    Variant("telemetry, nothing set up", goal: .telemetry) { $0.with(Telemetry()) },
    Variant("retry") { $0.with(Retry()) },
    Variant("breaker") { $0.with(CircuitBreaker()) },
    Variant("budget") { $0.with(budget) },
    Variant("limits, learned and given") { $0.with(limit) },
    Variant("cache, asked in vain") { $0.with(ResponseCache()) },
    Variant("log, of failures") { $0.with(log) },
    Variant("all layers", goal: .stack) { full.model($0, fallingBackOn: [$0]) },
    Variant("all layers and a recording") { provider in
      var stack = full
      stack.recording = RecordingLayer { _ in }
      return stack.model(provider, fallingBackOn: [provider])
    },
  ]

  private static var budget: RunBudget {
    RunBudget(BudgetLimits(dollars: 1e6, tokens: .max / 2))
  }

  private static var limit: RateLimit {
    RateLimit(requestsPerMinute: .max, tokensPerMinute: .max / 2)
  }

  private static var log: CallLog {
    var logger = Logger(label: "bench", factory: { _ in SwiftLogNoOpLogHandler() })
    logger.logLevel = .warning
    return CallLog(logger)
  }

  private static var full: ModelStack {
    var stack = ModelStack.usual
    stack.log = log
    stack.cache = ResponseCache()
    stack.budget = budget
    stack.limits = { _, _ in limit }
    return stack
  }
}
