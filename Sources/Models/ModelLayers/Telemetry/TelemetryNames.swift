/// The names of attributes and metrics: OpenTelemetry's semantic conventions 1.41 for generative AI, and a
/// few custom ones where it has none.
///
/// Names are being renamed upstream (token counters, `…inference.duration`, `cache_write`); this is the one
/// place to follow that.
package enum TelemetryNames {
  /// Attributes of spans, and dimensions of metrics.
  enum Attribute {
    static let operation = "gen_ai.operation.name"
    static let provider = "gen_ai.provider.name"
    static let requestModel = "gen_ai.request.model"
    static let maximumTokens = "gen_ai.request.max_tokens"
    static let temperature = "gen_ai.request.temperature"
    static let topP = "gen_ai.request.top_p"
    static let seed = "gen_ai.request.seed"
    static let stop = "gen_ai.request.stop_sequences"
    static let isStream = "gen_ai.request.stream"
    static let outputType = "gen_ai.output.type"
    static let responseID = "gen_ai.response.id"
    static let responseModel = "gen_ai.response.model"
    static let finishReasons = "gen_ai.response.finish_reasons"
    static let timeToFirstChunk = "gen_ai.response.time_to_first_chunk"
    static let inputTokens = "gen_ai.usage.input_tokens"
    static let outputTokens = "gen_ai.usage.output_tokens"
    static let cacheReadTokens = "gen_ai.usage.cache_read.input_tokens"
    static let cacheWriteTokens = "gen_ai.usage.cache_creation.input_tokens"
    static let reasoningTokens = "gen_ai.usage.reasoning.output_tokens"
    static let tokenType = "gen_ai.token.type"
    static let errorType = "error.type"
    static let serverAddress = "server.address"
    static let serverPort = "server.port"
    static let httpMethod = "http.request.method"
    static let httpStatus = "http.response.status_code"
    static let resendCount = "http.request.resend_count"
    // Custom names.
    static let attempts = "coachkit.attempts"
    static let fallback = "coachkit.fallback"
    static let isCached = "coachkit.cached"
    static let cost = "coachkit.cost.dollars"
    static let label = "coachkit.label"
    static let key = "coachkit.key"
  }

  /// Metrics. Durations are in seconds, as these conventions demand.
  package enum Metric {
    package static let tokens = "gen_ai.client.token.usage"
    package static let duration = "gen_ai.client.operation.duration"
    package static let timeToFirstChunk = "gen_ai.client.operation.time_to_first_chunk"
    // Custom, in millionths of a dollar.
    package static let cost = "coachkit.client.cost.microdollars"
    // Custom: 1 while a model's circuit breaker is open, and how often it has opened.
    package static let breakerOpen = "coachkit.client.breaker.open"
    package static let breakerOpenings = "coachkit.client.breaker.openings"
  }
}
