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

  /// Scheme, host and port, for error messages.
  var host: String { request.url.prefixThroughHost }

  var checkAddress: String {
    "check that the address is that of a server which speaks \(title)"
  }
}

/// The deadlines of the phases of a call.
struct CallDeadlines {
  private let timeouts: ModelTimeouts
  private let firstToken: ContinuousClock.Instant
  private let total: ContinuousClock.Instant

  init(_ timeouts: ModelTimeouts, started: ContinuousClock.Instant) {
    self.timeouts = timeouts
    firstToken = started + timeouts.firstToken
    total = started + timeouts.total
  }

  /// How long to wait for usage and the final mark after the finish reason.
  private static let trailingUsageTimeout = Duration.seconds(5)

  /// Returns the deadline of the next read, and the phase that times out if it passes.
  func next(hasContent: Bool, hasReason: Bool, now: ContinuousClock.Instant) -> (
    deadline: ContinuousClock.Instant, phase: TimeoutPhase
  ) {
    let (deadline, phase) =
      if hasReason {
        (now + min(timeouts.idle, Self.trailingUsageTimeout), TimeoutPhase.idle)
      } else {
        hasContent ? (now + timeouts.idle, TimeoutPhase.idle) : (firstToken, .firstToken)
      }
    return total < deadline ? (total, .total) : (deadline, phase)
  }
}

extension ModelTimeouts {
  /// Returns the time limit of a phase.
  func limit(of phase: TimeoutPhase) -> Duration {
    switch phase {
    case .connect: connect
    case .firstToken: firstToken
    case .idle: idle
    case .total: total
    }
  }
}
