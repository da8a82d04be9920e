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
    let status = httpStatus ?? self.status.flatMap { (300..<600).contains($0) ? $0 : nil }
    let code = code(status: status)
    let reset =
      status == 429 ? RetryAfter.duration(ofResetsIn: headers, now: unixTime) : nil
    var error = ModelError(
      code, "\(host) answers: \(message)", advice: Self.advice(code), status: status,
      retryAfter: RetryAfter.duration(headers: headers, now: unixTime) ?? retryAfter ?? reset,
      requestID: secrets.removed(fromName: requestID ?? headers.requestID), partial: partial)
    error.allowsRetry = headers["x-should-retry"].flatMap { Bool($0) }
    return error
  }

  private func code(status: Int?) -> ModelError.Code {
    for word in words {
      if let code = Self.code(ofWord: word) { return code }
    }
    let text = message.lowercased().replacing("-", with: " ").replacing("_", with: " ")
    func meaning(in phrases: [(String, ModelError.Code)]) -> ModelError.Code? {
      phrases.first { text.contains($0.0) }?.1
    }
    // Many servers report a prompt that is too long, or a wrong key, only in the message, mostly with the status of a
    // bad request.
    if [nil, 400, 413, 422, 500].contains(status), let code = meaning(in: Self.phrases) {
      return code
    }
    if let status, let code = Self.code(status: status) { return code }
    return words.lazy.compactMap { Self.vagueCodes[Self.kind($0)] }.first
      ?? meaning(in: Self.vaguePhrases) ?? .overloaded
  }

  /// Returns what a provider's name for a kind of error means; nil if that depends on the provider or the status.
  static func code(ofWord word: String) -> ModelError.Code? {
    let kind = kind(word)
    return codes[kind] ?? prefixes.first { kind.hasPrefix($0.0) }?.1
  }

  /// Returns a name as the tables have it: without case and separators, and without the word "error" or "exception" at its
  /// end.
  private static func kind(_ word: String) -> String {
    // AWS writes the type in front of its documentation, or behind a namespace.
    let name = word.split(separator: "#").last ?? ""
    var kind = folded(String(name))
    for suffix in ["exception", "error"] where kind.hasSuffix(suffix) {
      kind.removeLast(suffix.count)
    }
    return kind
  }

  /// Names that mean the same with every provider, as ``kind(_:)`` returns them.
  private static let codes: [String: ModelError.Code] = {
    let names: [(ModelError.Code, [String])] = [
      (
        .authentication,
        [
          "authentication", "authenticationfailed", "invalidauthentication", "invalidapikey",
          "apikeyinvalid", "incorrectapikey", "invalidkey", "noapikey", "missingapikey",
          "unauthenticated", "unauthorized", "unauthorised", "invalidtoken", "expiredtoken",
          "invalidaccesstoken", "unrecognizedclient", "invalidaccesskeyid", "baseresp1004",
          "baseresp2049", "errorcode110", "errorcode111",
        ]
      ),
      (
        .permission, ["permission", "permissiondenied", "forbidden", "accessdenied", "errorcode6"]
      ),
      (
        .quota,
        [
          "insufficientquota", "insufficientuserquota", "billing", "billinghardlimitreached",
          "insufficientbalance", "insufficientcredits", "arrearage", "paymentrequired",
          "exceededcurrentquota", "quotaexceeded", "baseresp1008", "errorcode17", "errorcode19",
        ]
      ),
      (
        .rateLimit,
        [
          "resourceexhausted", "requestlimitexceeded", "baseresp1002", "baseresp1039", "errorcode4",
          "errorcode18",
        ]
      ),
      (
        .overloaded,
        [
          "overloaded", "unavailable", "serviceunavailable", "temporarilyunavailable", "internal",
          "internalserver", "internalfailure", "serveroverloaded", "engineoverloaded",
          "serverbusy", "systembusy", "baseresp1000", "baseresp1013", "baseresp1033", "errorcode2",
        ]
      ),
      (
        .timeout,
        [
          "timeout", "requesttimeout", "responsetimeout", "gatewaytimeout", "deadlineexceeded",
          "baseresp1001",
        ]
      ),
      (
        .contextOverflow,
        ["contextlengthexceeded", "exceedcontextsize", "contextwindowexceeded", "prompttoolong"]
      ),
      (
        .contentFilter,
        [
          "contentfilter", "contentfiltered", "contentpolicyviolation",
          "imagecontentpolicyviolation", "responsibleaipolicyviolation", "biopolicy",
          "misalignmentpolicyviolation", "datainspectionfailed", "inappropriatecontent",
          "baseresp1026", "baseresp1027",
          // Source: ai.google.dev/gemini-api/docs/api-errors.
          "safety", "recitation", "language", "prohibitedcontent", "spii", "blocklist",
          "imagesafety", "imageprohibitedcontent", "imagerecitation", "imageother",
          "contentblocked",
        ]
      ),
      (
        .notFound,
        ["notfound", "modelnotfound", "modelnotexist", "deploymentnotfound", "resourcenotfound"]
      ),
    ]
    return names.reduce(into: [:]) { table, entry in
      for name in entry.1 { table[name] = entry.0 }
    }
  }()

  /// The beginnings of names that say more, such as `Throttling.RateQuota`.
  private static let prefixes: [(String, ModelError.Code)] = [
    ("throttl", .rateLimit), ("ratelimit", .rateLimit), ("toomanyrequest", .rateLimit),
    ("accessdenied", .permission), ("authfailure", .authentication),
    ("allocationquota", .quota), ("internalerror", .overloaded), ("modelnotfound", .notFound),
  ]

  private static let phrases: [(String, ModelError.Code)] = [
    ("prompt is too long", .contextOverflow), ("maximum context", .contextOverflow),
    ("context size", .contextOverflow), ("context length", .contextOverflow),
    ("context window", .contextOverflow), ("context limit", .contextOverflow),
    ("exceeds the maximum number of tokens", .contextOverflow),
    ("content filtering policy", .contentFilter), ("inappropriate content", .contentFilter),
    ("credit balance", .quota), ("insufficient balance", .quota), ("insufficient credit", .quota),
    ("exceeded your current quota", .quota), ("free allocation", .quota),
    ("api key not valid", .authentication), ("invalid api key", .authentication),
    ("incorrect api key", .authentication), ("api key is invalid", .authentication),
    ("no api key", .authentication), ("missing api key", .authentication),
    ("authentication error", .authentication), ("authentication failed", .authentication),
    ("unauthorized", .authentication),
  ]

  /// Names that are less specific than a status, as ``kind(_:)`` returns them.
  private static let vagueCodes: [String: ModelError.Code] = [
    "invalidrequest": .invalidRequest, "invalidargument": .invalidRequest,
    "invalidparameter": .invalidRequest, "failedprecondition": .invalidRequest,
    "invalidprompt": .invalidRequest, "badrequest": .invalidRequest,
    "validation": .invalidRequest, "requesttoolarge": .invalidRequest,
    "parameterunknown": .invalidRequest, "outofrange": .invalidRequest,
    "unimplemented": .invalidRequest,
    "server": .overloaded, "api": .overloaded,
  ]

  /// Words that are less specific than a status or a name.
  private static let vaguePhrases: [(String, ModelError.Code)] = [
    ("rate limit", .rateLimit), ("too many requests", .rateLimit), ("throttl", .rateLimit),
    ("overloaded", .overloaded), ("over capacity", .overloaded), ("at capacity", .overloaded),
    ("not found", .notFound), ("field required", .invalidRequest),
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
