/// A call on its way through the layers around a model.
public struct ModelCall: Sendable {
  /// The state that all copies of a call share, as one reference, because every layer passes it on.
  private final class Shared: Sendable {
    let request: ModelRequest
    let clock: CallClock
    let attempts: AttemptLog

    init(_ request: ModelRequest, clock: CallClock, attempts: AttemptLog) {
      self.request = request
      self.clock = clock
      self.attempts = attempts
    }
  }

  private var shared: Shared

  /// The request. Setting it does not affect copies that other layers hold.
  public var request: ModelRequest {
    get { shared.request }
    set { shared = Shared(newValue, clock: shared.clock, attempts: shared.attempts) }
  }

  /// The clock of the call.
  public var clock: CallClock { shared.clock }
  /// The attempts made so far, shared by all layers.
  public var attempts: AttemptLog { shared.attempts }
  /// The number of remaining attempts that retries must leave to the models after this one.
  public var attemptsKeptForOthers = 0
  /// Distinguishes attempts at the same model, such as `key 2 of 3`.
  public var detail: String?
  /// Called with the rate limits that a provider's response states, whether it is a reply or an error.
  public var onLimits: (@Sendable (ProviderLimits) -> Void)?
  /// Called when the server sends anything, also what is no event of the reply, such as a comment.
  package var onActivity: (@Sendable () -> Void)?

  /// How the call is traced, once the outermost layer has determined it; nil before.
  package var tracing: CallTracing?

  /// Creates a call for which no attempt has been made.
  public init(_ request: ModelRequest, clock: CallClock = .system) {
    shared = Shared(request, clock: clock, attempts: AttemptLog())
  }

  /// Waits, and counts the time as waited before the next attempt. Throws `cancelled` if the task is cancelled.
  public func wait(_ duration: Duration) async throws(ModelError) {
    guard duration > .zero else {
      guard !Task.isCancelled else { throw .cancelled }
      return
    }
    let started = clock.now()
    do {
      try await clock.sleep(duration)
    } catch {
      throw .cancelled
    }
    attempts.waited(started.duration(to: clock.now()))
  }
}

extension ModelError {
  /// The error of a call that its caller cancelled.
  package static let cancelled = ModelError(
    .cancelled, "the call was stopped", advice: "nothing to do")
}
