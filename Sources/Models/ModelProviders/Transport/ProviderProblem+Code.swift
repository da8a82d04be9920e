import LanguageModels

extension ProviderProblem {
  /// Returns the error that a caller sees.
  ///
  /// - Parameter host: The server's name in the message.
  /// - Parameter headers: The headers of the response.
  /// - Parameter secrets: What to remove from the server's message, since some servers repeat the key they were sent.
  func error(
    from host: String, status httpStatus: Int? = nil, headers: [String: String] = [:],
    now unixTime: Double, hiding secrets: SentSecrets, partial: ModelReply? = nil
  ) -> ModelError {
    let message = secrets.removed(from: self.message)
    let status = httpStatus ?? self.status.flatMap { (100..<600).contains($0) ? $0 : nil }
    let code = code(status: status)
    var error = ModelError(
      code, "\(host) answers: \(message)", advice: Self.advice(code), status: status,
      retryAfter: RetryAfter.duration(headers: headers, now: unixTime) ?? retryAfter,
      requestID: secrets.removed(fromName: requestID ?? headers.requestID), partial: partial)
    error.allowsRetry = headers["x-should-retry"].flatMap { Bool($0) }
    return error
  }

  private func code(status: Int?) -> ModelError.Code {
    let kinds = words.map { $0.lowercased() }
    for kind in kinds {
      if let code = Self.codes[kind] { return code }
    }
    // Many servers report a prompt that is too long only in the message, mostly with the status of a bad request.
    if [nil, 400, 413, 422, 500].contains(status) {
      let text = message.lowercased()
      if let code = Self.phrases.first(where: { text.contains($0.0) })?.1 { return code }
    }
    if let status, let code = Self.code(status: status) { return code }
    return kinds.lazy.compactMap { Self.vagueCodes[$0] }.first ?? .overloaded
  }

  /// Names that mean the same with every provider.
  private static let codes: [String: ModelError.Code] = [
    "authentication_error": .authentication, "invalid_api_key": .authentication,
    "unauthenticated": .authentication, "api_key_invalid": .authentication,
    "permission_error": .permission, "permission_denied": .permission,
    "insufficient_quota": .quota, "billing_error": .quota, "billing_hard_limit_reached": .quota,
    "rate_limit_error": .rateLimit, "rate_limit_exceeded": .rateLimit,
    "resource_exhausted": .rateLimit,
    "overloaded_error": .overloaded, "unavailable": .overloaded, "internal": .overloaded,
    "timeout_error": .timeout, "deadline_exceeded": .timeout,
    "context_length_exceeded": .contextOverflow, "exceed_context_size_error": .contextOverflow,
    "content_filter": .contentFilter, "content_policy_violation": .contentFilter,
    "image_content_policy_violation": .contentFilter, "bio_policy": .contentFilter,
    "misalignment_policy_violation": .contentFilter,
    "not_found_error": .notFound, "model_not_found": .notFound, "not_found": .notFound,
  ]

  private static let phrases: [(String, ModelError.Code)] = [
    ("prompt is too long", .contextOverflow), ("maximum context", .contextOverflow),
    ("context size", .contextOverflow), ("context length", .contextOverflow),
    ("context window", .contextOverflow), ("context limit", .contextOverflow),
    ("exceeds the maximum number of tokens", .contextOverflow),
    ("content filtering policy", .contentFilter),
    ("credit balance", .quota), ("api key not valid", .authentication),
  ]

  /// Names that are less specific than a status.
  private static let vagueCodes: [String: ModelError.Code] = [
    "invalid_request_error": .invalidRequest, "invalid_argument": .invalidRequest,
    "failed_precondition": .invalidRequest, "invalid_prompt": .invalidRequest,
    "badrequesterror": .invalidRequest, "request_too_large": .invalidRequest,
    "server_error": .overloaded, "api_error": .overloaded,
  ]

  private static func code(status: Int) -> ModelError.Code? {
    switch status {
    case 401: .authentication
    case 402: .quota
    case 403: .permission
    case 404, 410: .notFound
    case 408, 504: .timeout
    // A conflict with another request: the official clients retry.
    case 409: .overloaded
    case 429: .rateLimit
    // Redirects are not followed: that would send the key to an unknown server.
    case 300..<400: .notFound
    // Neither an error nor a reply.
    case 200..<300: .decoding
    case 400..<500: .invalidRequest
    case 500...: .overloaded
    default: nil
    }
  }

  private static func advice(_ code: ModelError.Code) -> String {
    switch code {
    case .authentication: "check the key in the environment"
    case .quota: "add credit to the account, or use another key"
    case .permission: "use a key that may use this model"
    case .notFound: "check the model's name and the address (--base-url)"
    case .contextOverflow: "shorten the conversation or use a model with a larger context"
    case .rateLimit: "wait, or send fewer requests at a time"
    case .invalidRequest: "change what the message names; some models refuse some parameters"
    case .contentFilter: "change what the provider's rules do not let pass"
    default: "try again later"
    }
  }
}

extension [String: String] {
  /// The provider's identifier of the request.
  var requestID: String? { self["request-id"] ?? self["x-request-id"] }
}
