public import CoachModel
public import LanguageModels
public import ModelLayers
public import PromptTemplates
public import SourceFiles

/// What the requests of a conversation would read from a provider's cache.
public struct PromptCacheForecast: Sendable, Hashable {
  /// The usage of each request; the counts of output are assumed or unknown.
  public var requests: [TokenUsage]

  /// Creates a forecast from the usage of a conversation's requests.
  public init(_ requests: [TokenUsage]) {
    self.requests = requests
  }

  /// The share of all input tokens that is read from the cache, from 0 to 1.
  public var readShare: Double {
    let input = requests.reduce(0) { $0 + ($1.input ?? 0) }
    let read = requests.reduce(0) { $0 + ($1.cachedInput ?? 0) }
    return input == 0 ? 0 : Double(read) / Double(input)
  }

  /// The share of the last request's input tokens that is read from the cache, from 0 to 1.
  public var lastReadShare: Double { PromptCacheForecast(Array(requests.suffix(1))).readShare }

  /// The tokens of all input.
  public var inputTokens: Int { requests.reduce(0) { $0 + ($1.input ?? 0) } }

  /// Returns the cost in dollars; nil if a reply's length or a rate is unknown.
  public func cost(at price: TokenPrice) -> Double? {
    var sum = 0.0
    for usage in requests {
      guard let cost = price.cost(of: usage) else { return nil }
      sum += cost
    }
    return sum
  }
}

extension PromptCacheForecast {
  /// The time between two requests of a conversation that a forecast assumes: about as long as reading, thinking and
  /// typing take.
  public static let pace = Duration.seconds(90)

  /// Returns the forecast for a conversation that is replayed message by message, for each provider's rules.
  ///
  /// - Parameters:
  ///   - conversation: The conversation. Each of the coach's messages stands for a request with what comes before it,
  ///     and for that request's reply.
  ///   - rules: The providers' rules.
  ///   - pace: The time between two requests.
  ///   - counter: Counts the tokens.
  ///   - prompt: Returns the prompt for the message that follows a history.
  public static func forecasts<Failure: Error>(
    of conversation: [Message], by rules: [PromptCacheRules], pace: Duration = Self.pace,
    counter: any TokenCounter = TokenEstimator(),
    prompt: (_ history: [Message]) throws(Failure) -> RenderedPrompt
  ) throws(Failure) -> [PromptCacheForecast] {
    var caches = rules.map { PromptCacheSimulation($0, counter: counter) }
    var forecasts = rules.map { _ in PromptCacheForecast([]) }
    var number = 0
    for index in conversation.indices where conversation[index].role == .assistant {
      let request = ModelRequest(try prompt(Array(conversation[..<index])))
      for cache in caches.indices {
        var usage = caches[cache].usage(of: request, at: pace * number)
        usage.output = counter.count(conversation[index].text)
        forecasts[cache].requests.append(usage)
      }
      number += 1
    }
    return forecasts
  }

  /// Returns the forecast for a conversation with one of the engine's prompts.
  ///
  /// - Parameters:
  ///   - conversation: The conversation.
  ///   - request: The data of the prompt, whose history is ignored.
  ///   - assembler: Assembles the prompts.
  ///   - rules: The providers' rules.
  ///
  /// Throws ``SourceError`` if a prompt cannot be assembled.
  public static func forecasts(
    of conversation: [Message], by rules: [PromptCacheRules], for request: AssemblyRequest,
    assembler: PromptAssembler
  ) throws(SourceError) -> [PromptCacheForecast] {
    try forecasts(of: conversation, by: rules, counter: request.budget.counter) {
      history throws(SourceError) in
      var turn = request
      turn.history = history
      turn.opening = history.isEmpty ? true : nil
      return try assembler.assemble(turn)
    }
  }
}
