import LanguageModels

extension ProviderLimits {
  /// Parses the headers of a response; nil if they state no limits.
  ///
  /// OpenAI and compatible servers send `x-ratelimit-remaining-requests` and durations such as `6m0s`; Anthropic
  /// sends `anthropic-ratelimit-requests-remaining` and dates (RFC 3339). Some hosts send -1 or 0 for "no limit",
  /// which is ignored.
  init?(headers: [String: String], now unixTime: Double) {
    func window(_ names: LimitHeaders) -> Window? {
      guard let limit = headers[names.limit].flatMap({ Int($0) }), limit > 0,
        let remaining = headers[names.remaining].flatMap({ Int($0) }), remaining >= 0,
        let text = headers[names.reset],
        let reset = LimitReset.duration(text, now: unixTime, serverDate: headers["date"])
      else { return nil }
      return Window(limit: limit, remaining: remaining, reset: reset)
    }
    self.init(
      requests: window(.openAIRequests), tokens: window(.openAITokens),
      retryAfter: RetryAfter.duration(headers: headers, now: unixTime))
    if requests == nil, tokens == nil {
      requests = window(.anthropicRequests)
      let apart = [window(.anthropicInput), window(.anthropicOutput)].compactMap { $0 }
      tokens = window(.anthropicTokens) ?? apart.min { $0.shareLeft < $1.shareLeft }
    }
    if requests == nil, tokens == nil, retryAfter == nil { return nil }
  }
}

extension ProviderLimits.Window {
  fileprivate var shareLeft: Double { Double(remaining) / Double(limit) }
}

/// The names of the three headers that describe one limit.
private struct LimitHeaders {
  var limit: String
  var remaining: String
  var reset: String

  private static func openAI(_ kind: String) -> LimitHeaders {
    LimitHeaders(
      limit: "x-ratelimit-limit-\(kind)", remaining: "x-ratelimit-remaining-\(kind)",
      reset: "x-ratelimit-reset-\(kind)")
  }

  private static func anthropic(_ kind: String) -> LimitHeaders {
    let name = "anthropic-ratelimit-\(kind)"
    return LimitHeaders(
      limit: "\(name)-limit", remaining: "\(name)-remaining", reset: "\(name)-reset")
  }

  static let openAIRequests = openAI("requests")
  static let openAITokens = openAI("tokens")
  static let anthropicRequests = anthropic("requests")
  static let anthropicTokens = anthropic("tokens")
  static let anthropicInput = anthropic("input-tokens")
  static let anthropicOutput = anthropic("output-tokens")
}
