import LanguageModels

/// A call that is ready to be sent, with everything needed to read its reply.
struct PreparedCall: Sendable {
  var request: TransportRequest
  var wire: WireProtocol
  /// What the server should speak, for error messages.
  var title: String
  var framing: StreamFraming
  var timeouts: ModelTimeouts
  /// Whether a reply without the protocol's final mark causes a warning.
  var expectsEndMark: Bool
  var warnings: [String]
  var secrets: SentSecrets
  /// What is known of the model's reasoning in its text.
  var habit: ReasoningHabit
  /// Our estimate of the prompt in tokens, to notice one that was cut; nil for a prompt that is too short to tell, or that
  /// has images.
  var expectedInput: Int?

  /// Scheme, host and port, for error messages.
  var host: String { request.url.prefixThroughHost }

  var checkAddress: String {
    "check that the address is that of a server which speaks \(title)"
  }
}

/// The deadlines of the phases of a call.
struct CallDeadlines {
  private let timeouts: ModelTimeouts
  private let total: ContinuousClock.Instant

  init(_ timeouts: ModelTimeouts, started: ContinuousClock.Instant) {
    self.timeouts = timeouts
    total = started + timeouts.total
  }

  /// Returns the deadline of the next read, and the phase that times out if it passes.
  func next(hasContent: Bool, hasAnswer: Bool, now: ContinuousClock.Instant) -> (
    deadline: ContinuousClock.Instant, phase: TimeoutPhase
  ) {
    let phase = hasContent ? TimeoutPhase.idle : .firstToken
    let deadline = now + limit(of: phase, hasAnswer: hasAnswer)
    return total < deadline ? (total, .total) : (deadline, phase)
  }

  /// Returns the time limit of a phase. A model that has begun to reason may go on in silence as long as one that has sent
  /// nothing yet.
  func limit(of phase: TimeoutPhase, hasAnswer: Bool) -> Duration {
    switch phase {
    case .connect: timeouts.connect
    case .firstToken: timeouts.firstToken
    case .idle: hasAnswer ? timeouts.idle : max(timeouts.idle, timeouts.firstToken)
    case .total: timeouts.total
    }
  }
}
