import LanguageModels

/// A call that is ready to be sent, with all that is needed to read its reply.
struct PreparedCall: Sendable {
  var request: HTTPRequest
  var wire: WireProtocol
  var framing: StreamFraming
  var timeouts: ModelTimeouts
  /// Whether a reply without its protocol's final mark deserves a warning.
  var expectsEndMark: Bool
  var warnings: [String]
  /// What must not be shown, should a server repeat it.
  var secrets: [String]

  /// Scheme, host and port, for messages.
  var host: String { request.url.prefixThroughHost }

  var checkAddress: String {
    "check that the address is that of a server which speaks \(wire.title)"
  }
}

extension WireProtocol {
  /// What the protocol is called in messages.
  var title: String {
    switch self {
    case .anthropic: "Anthropic's Messages"
    case .openAIChat: "OpenAI's Chat Completions (it usually ends in /v1)"
    case .openAIResponses: "OpenAI's Responses"
    case .gemini: "Gemini's API"
    case .ollama: "Ollama's API"
    }
  }
}

/// Knows until when to wait for what.
struct CallDeadlines {
  private let timeouts: ModelTimeouts
  private let firstToken: ContinuousClock.Instant
  private let total: ContinuousClock.Instant

  init(_ timeouts: ModelTimeouts, begun: ContinuousClock.Instant) {
    self.timeouts = timeouts
    firstToken = begun + timeouts.firstToken
    total = begun + timeouts.total
  }

  /// How long to wait for counts and the final mark once the model has said why it stopped.
  private static let afterword = Duration.seconds(5)

  /// The deadline of the next read, and the phase that would have taken too long.
  func next(hasContent: Bool, hasReason: Bool, now: ContinuousClock.Instant) -> (
    deadline: ContinuousClock.Instant, phase: TimeoutPhase
  ) {
    let (deadline, phase) =
      if hasReason {
        (now + min(timeouts.idle, Self.afterword), TimeoutPhase.idle)
      } else {
        hasContent ? (now + timeouts.idle, TimeoutPhase.idle) : (firstToken, .firstToken)
      }
    return total < deadline ? (total, .total) : (deadline, phase)
  }
}

extension ModelTimeouts {
  /// The time that a phase may take.
  func limit(of phase: TimeoutPhase) -> Duration {
    switch phase {
    case .connect: connect
    case .firstToken: firstToken
    case .idle: idle
    case .total: total
    }
  }
}
