package import ArgumentParser
package import LanguageModels
import Logging
package import ModelMiddleware

/// How calls are made: what happens when one fails, and what they may spend.
package struct CallOptions: ParsableArguments {
  package init() {}

  @Option(
    help: ArgumentHelp(
      "How often a call that failed before its first word is made again.", valueName: "n"))
  package var retries = 2

  @Option(
    help: ArgumentHelp(
      "A model to ask when the first one fails before its first word; may be repeated.",
      valueName: "model"))
  package var fallback: [String] = []

  @Option(
    help: ArgumentHelp(
      "Dollars that may be spent; needs known prices (see 'coachkit prices').",
      valueName: "dollars"))
  package var budget: Double?

  @Option(help: ArgumentHelp("Tokens of prompts and replies that may be spent.", valueName: "n"))
  package var tokenBudget: Int?

  @Option(
    help: ArgumentHelp("Requests a minute to each model, with each key, at most.", valueName: "n")
  )
  package var requestsPerMinute: Int?

  @Option(
    help: ArgumentHelp("Tokens a minute to each model, with each key, at most.", valueName: "n"))
  package var tokensPerMinute: Int?

  @Option(
    help: ArgumentHelp(
      "Keeps replies in this folder and gives them again to the same question.", valueName: "dir"))
  package var cache: String?

  @Option(
    help: ArgumentHelp(
      "Adds a line of JSON for every call to this file: tokens, cost, attempts; no prompts.",
      valueName: "file"))
  package var log: String?

  package func validate() throws {
    guard (0...100).contains(retries) else {
      throw ValidationError("--retries is a number from 0 to 100.")
    }
    guard budget ?? 1 > 0 else { throw ValidationError("--budget is an amount above 0.") }
    let counts = [
      ("--token-budget", tokenBudget), ("--requests-per-minute", requestsPerMinute),
      ("--tokens-per-minute", tokensPerMinute),
    ]
    for (name, count) in counts where count ?? 1 < 1 {
      throw ValidationError("\(name) is a number above 0.")
    }
  }

  /// The model with all that these options ask for around it.
  package func model(
    _ text: String, from factory: ModelFactory, recording: RecordingLayer? = nil,
    budget: RunBudget? = nil, retryingFor duration: Duration? = nil
  ) async throws -> LayeredCalls {
    try await model(
      try await factory.model(text), from: factory, recording: recording, budget: budget,
      retryingFor: duration)
  }

  /// The same, with a budget and a measure of concurrency that several models share.
  package func model(
    _ first: any LanguageModel, from factory: ModelFactory, recording: RecordingLayer? = nil,
    budget shared: RunBudget? = nil, concurrency: SharedConcurrency? = nil,
    retryingFor duration: Duration? = nil
  ) async throws -> LayeredCalls {
    let prices = try factory.prices()
    let redactor = factory.redactor
    var others: [any LanguageModel] = []
    for name in fallback { others.append(try await factory.model(name)) }
    var stack = ModelStack()
    stack.recording = recording
    var retry = RetryPolicy(attempts: retries + 1)
    if let duration { retry.maximumDuration = duration }
    stack.retry = Retry(retry)
    // Each further key, and each other model, may take one more.
    let keys = ([first] + others).reduce(0) { $0 + (($1 as? KeyRotation)?.count ?? 1) - 1 }
    stack.attempts = AttemptLimit(retries + 1 + fallback.count + keys)
    if let cache {
      stack.cache = ResponseCache(in: FolderResponseStore(folder: cache, redactor: redactor))
    }
    stack.budget = shared ?? limitedBudget(prices: prices)
    if let concurrency { stack.concurrency = { concurrency.measure($0, key: $1) } }
    let (requests, tokens) = (requestsPerMinute, tokensPerMinute)
    // Asked for once for each model and key, when the stack is put together.
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
  /// The budget that these options ask for; nil for none.
  fileprivate func limitedBudget(prices: PriceTable) -> RunBudget? {
    guard budget != nil || tokenBudget != nil else { return nil }
    return RunBudget(BudgetLimits(dollars: budget, tokens: tokenBudget), prices: prices)
  }
}

/// A model to call, and what its calls may spend.
package struct LayeredCalls {
  package var model: any LanguageModel
  package var budget: RunBudget?

  /// Says what was spent, where a budget was set.
  package func reportBudget() {
    if let budget { Terminal.printError("budget     \(budget.report)") }
  }
}
