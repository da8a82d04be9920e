package import ArgumentParser
package import LanguageModels
import Logging
package import ModelLayers
import NamedModels
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Options for model calls: what happens if one fails, and what calls may spend.
package struct CallOptions: ParsableArguments {
  package init() {}

  @Option(
    help: ArgumentHelp(
      "The maximum number of retries of a call that failed before its first word.", valueName: "n"))
  package var retries = 2

  @Option(
    help: ArgumentHelp(
      "A model to call if the first one fails before its first word; may be repeated.",
      valueName: "model"))
  package var fallback: [String] = []

  @Flag(help: "Have these models also finish a reply that breaks off after its first word.")
  package var finishBroken = false

  @Option(
    help: ArgumentHelp(
      "Dollars that may be spent; needs known prices (see 'coachkit prices').",
      valueName: "dollars"))
  package var budget: Double?

  @Option(help: ArgumentHelp("Tokens of prompts and replies that may be spent.", valueName: "n"))
  package var tokenBudget: Int?

  @Option(
    help: ArgumentHelp(
      "The maximum number of requests per minute, for each model and key.", valueName: "n")
  )
  package var requestsPerMinute: Int?

  @Option(
    help: ArgumentHelp(
      "The maximum number of tokens per minute, for each model and key.", valueName: "n"))
  package var tokensPerMinute: Int?

  @Option(
    help: ArgumentHelp(
      "Store replies in this folder and reuse them for identical requests.", valueName: "dir"))
  package var cache: String?

  @Option(
    help: ArgumentHelp(
      "Add a line of JSON for every call to this file: tokens, cost, attempts; no prompts.",
      valueName: "file"))
  package var log: String?

  package func validate() throws {
    guard (0...100).contains(retries) else {
      throw ValidationError("--retries must be a number from 0 to 100.")
    }
    guard budget ?? 1 > 0 else { throw ValidationError("--budget must be an amount above 0.") }
    let counts = [
      ("--token-budget", tokenBudget), ("--requests-per-minute", requestsPerMinute),
      ("--tokens-per-minute", tokensPerMinute),
    ]
    for (name, count) in counts where count ?? 1 < 1 {
      throw ValidationError("\(name) must be above 0.")
    }
  }

  /// Returns a model with the layers that these options ask for.
  package func model(
    _ text: String, from factory: ModelFactory, recording: RecordingLayer? = nil,
    budget: RunBudget? = nil, retryingFor duration: Duration? = nil
  ) async throws -> LayeredCalls {
    try await model(
      try await factory.model(text), from: factory, recording: recording, budget: budget,
      retryingFor: duration)
  }

  /// Returns a model with the layers that these options ask for, and a budget and concurrency limit that it can
  /// share with other models.
  package func model(
    _ first: any LanguageModel, from factory: ModelFactory, recording: RecordingLayer? = nil,
    budget shared: RunBudget? = nil, concurrency: SharedConcurrency? = nil,
    retryingFor duration: Duration? = nil
  ) async throws -> LayeredCalls {
    let prices = try factory.prices()
    let redactor = factory.resolver.redactor
    var others: [any LanguageModel] = []
    for name in fallback { others.append(try await factory.model(name)) }
    var stack = ModelStack()
    stack.finishesBrokenReplies = finishBroken
    stack.recording = recording
    var retry = RetryPolicy(attempts: retries + 1)
    if let duration { retry.maximumDuration = duration }
    stack.retry = Retry(retry)
    // Each further key, and each fallback model, may need one more attempt.
    let keys = ([first] + others).reduce(0) { $0 + (($1 as? KeyRotation)?.count ?? 1) - 1 }
    stack.attempts = AttemptLimit(retries + 1 + fallback.count + keys)
    if let cache {
      let failures = CacheFailures()
      stack.cache = ResponseCache(
        in: FolderResponseStore(folder: cache, redactor: redactor) { failures.report($0) })
    }
    stack.budget = shared ?? limitedBudget(prices: prices)
    if let concurrency { stack.concurrency = { concurrency.limit(of: $0, key: $1) } }
    let (requests, tokens) = (requestsPerMinute, tokensPerMinute)
    // Called once for each model and key, when the stack is built.
    stack.limits = { _, _ in RateLimit(requestsPerMinute: requests, tokensPerMinute: tokens) }
    if let log {
      let handler = try FileLog(path: log)
      stack.log = CallLog(
        Logger(label: "coachkit", factory: { _ in handler }), redactor: redactor, prices: prices)
    }
    return LayeredCalls(
      model: stack.model(first, fallingBackOn: others), budget: stack.budget)
  }
}

extension CallOptions {
  /// The limits that these options set.
  package var limits: BudgetLimits { BudgetLimits(dollars: budget, tokens: tokenBudget) }

  /// Returns the budget that these options set; nil if they set none.
  package func limitedBudget(prices: PriceTable) -> RunBudget? {
    limits == BudgetLimits() ? nil : RunBudget(limits, prices: prices)
  }
}

/// A model with its layers, and the budget of its calls.
package struct LayeredCalls {
  package var model: any LanguageModel
  package var budget: RunBudget?

  /// Prints what was spent, if there is a budget.
  package func reportBudget() {
    if let budget { Terminal.printError("budget     \(budget.report)") }
  }
}

/// Reports the first reply that could not be cached; the others fail for the same reason.
private final class CacheFailures: Sendable {
  private let hasFailed = Atomic(false)

  func report(_ error: any Error) {
    guard !hasFailed.exchange(true, ordering: .relaxed) else { return }
    let error =
      (error as? CocoaError).map { CommandError($0) }
      ?? CommandError("\(error)", hint: "name another folder with --cache")
    Terminal.printError("warning: replies are not cached: \(error.message)\n  → \(error.hint)")
  }
}
