import Synchronization

/// The attempts made for one call, and how many more are allowed.
///
/// All layers that send further requests share one log, so that retries, other keys and fallback models draw on the
/// same limit.
public final class AttemptLog: Sendable {
  fileprivate struct State {
    var attempts: [ModelAttempt] = []
    var sentCount = 0
    var limit = Int.max
    var waited = Duration.zero
  }

  private let state = Mutex(State())

  init() {}

  /// The attempts that have completed or were refused by a layer, in order.
  public var attempts: [ModelAttempt] { state.withLock { $0.attempts } }

  /// The model whose request was the last to complete, which is the one that answered if content has arrived; nil if
  /// no request has completed.
  public var answering: ModelIdentity? {
    state.withLock { $0.attempts.last { $0.isSent }?.model }
  }

  /// Whether a request is in flight: sent, and neither answered nor failed.
  public var isUnderWay: Bool {
    state.withLock { state in state.sentCount > state.attempts.count { $0.isSent } }
  }

  /// The number of requests that were sent.
  public var sentCount: Int { state.withLock { $0.sentCount } }

  /// The number of requests that may still be sent.
  public var remaining: Int { state.withLock { max(0, $0.limit - $0.sentCount) } }

  /// Limits the total number of requests, to at least one. A lower limit that was set before stays in force.
  public func limit(to count: Int) {
    state.withLock { $0.limit = min($0.limit, max(1, count)) }
  }

  /// Adds to the time that counts as waited before the next attempt.
  package func waited(_ duration: Duration) {
    state.withLock { $0.waited += duration }
  }

  fileprivate func refuse(_ model: ModelIdentity, detail: String?, error: ModelError) {
    state.withLock { state in
      state.add(model, detail: detail, lasted: .zero, isSent: false, error: error)
    }
  }

  /// Claims one of the remaining requests. Throws a non-retryable `overloaded` error if there is none left.
  fileprivate func begin() throws(ModelError) {
    let limit: Int? = state.withLock { state in
      guard state.sentCount < state.limit else { return state.limit }
      state.sentCount += 1
      return nil
    }
    guard let limit else { return }
    var error = ModelError(
      .overloaded, "all \(limit) attempts have been made", advice: "try again later")
    error.allowsRetry = false
    throw error
  }

  fileprivate func end(
    _ model: ModelIdentity, detail: String?, lasted: Duration, error: ModelError?
  ) {
    state.withLock { state in
      state.add(model, detail: detail, lasted: lasted, isSent: true, error: error)
    }
  }
}

extension AttemptLog.State {
  fileprivate mutating func add(
    _ model: ModelIdentity, detail: String?, lasted: Duration, isSent: Bool, error: ModelError?
  ) {
    attempts.append(
      ModelAttempt(
        model: model, detail: detail, waited: waited, lasted: lasted, isSent: isSent,
        failure: error.map { ModelAttempt.Failure($0) }))
    waited = .zero
  }
}

extension ModelCall {
  /// Records that a layer declines to call a model, and returns the error to throw.
  public func refusal(of model: ModelIdentity, _ error: ModelError) -> ModelError {
    attempts.refuse(model, detail: detail, error: error)
    return error
  }

  /// Makes one attempt: counts it before anything is sent and records its outcome.
  ///
  /// Throws what `open` throws, or `overloaded` if ``AttemptLog/remaining`` is 0; nothing is sent then.
  public func attempt(
    by model: ModelIdentity, _ open: () async throws(ModelError) -> OpenedReply
  ) async throws(ModelError) -> OpenedReply {
    try attempts.begin()
    let started = clock.now()
    do throws(ModelError) {
      let reply = try await open()
      if reply.isEmpty, !request.endsWithToolResult { throw reply.emptiness(of: model) }
      attempts.end(model, detail: detail, lasted: started.duration(to: clock.now()), error: nil)
      return reply
    } catch {
      attempts.end(model, detail: detail, lasted: started.duration(to: clock.now()), error: error)
      throw error
    }
  }
}

extension ModelError {
  /// Returns the error with all attempts of the log.
  func naming(_ log: AttemptLog) -> ModelError {
    var error = self
    error.attempts = log.attempts
    return error
  }
}
