/// One call on its way through the layers.
public struct ModelCall: Sendable {
  /// What all copies of a call have in common, as one reference: every layer passes it on.
  private final class Shared: Sendable {
    let request: ModelRequest
    let clock: CallClock
    let attempts: AttemptLog

    init(_ request: ModelRequest, _ clock: CallClock, _ attempts: AttemptLog) {
      self.request = request
      self.clock = clock
      self.attempts = attempts
    }
  }

  private var shared: Shared

  /// What is asked.
  public var request: ModelRequest {
    get { shared.request }
    set { shared = Shared(newValue, shared.clock, shared.attempts) }
  }

  /// The time of the call.
  public var clock: CallClock { shared.clock }
  /// What has been tried so far, for all layers together.
  public var attempts: AttemptLog { shared.attempts }
  /// Attempts that a retry must leave to the models after this one.
  public var attemptsKeptForOthers = 0
  /// What tells attempts at one model apart, such as `key 2 of 3`.
  public var detail: String?
  /// Hears what a provider's response says of its limits, whether it is a reply or an error.
  public var onLimits: (@Sendable (ProviderLimits) -> Void)?

  /// Who traces the call, once the outer layer has found out; nil before.
  package var tracing: CallTracing?

  /// Creates a call of which nothing has been tried yet.
  public init(_ request: ModelRequest, clock: CallClock = .system) {
    shared = Shared(request, clock, AttemptLog())
  }

  /// Waits, and notes it for the attempt that follows. Throws `cancelled`.
  public func wait(_ duration: Duration) async throws(ModelError) {
    guard duration > .zero else {
      guard !Task.isCancelled else { throw .cancelled }
      return
    }
    let begun = clock.now()
    do {
      try await clock.sleep(duration)
    } catch {
      throw .cancelled
    }
    attempts.waited(begun.duration(to: clock.now()))
  }
}

extension ModelError {
  /// The error of a call that its caller stopped.
  package static let cancelled = ModelError(
    .cancelled, "the call was stopped", advice: "nothing to do")
}
