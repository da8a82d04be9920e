import Synchronization

/// What has been tried for one call, and how much more may be.
///
/// Every layer that asks again shares it, so that retries, other keys and other models draw on one
/// number of attempts.
public final class AttemptLog: Sendable {
  fileprivate struct State {
    var attempts: [ModelAttempt] = []
    var sentCount = 0
    var limit = Int.max
    var waited = Duration.zero
  }

  private let state = Mutex(State())

  init() {}

  /// The attempts so far, in order.
  public var attempts: [ModelAttempt] { state.withLock { $0.attempts } }

  /// Who gave the content that has come, or was asked last when none has; nil when nobody was asked.
  public var answering: ModelIdentity? {
    state.withLock { $0.attempts.last { $0.isSent }?.model }
  }

  /// Whether a request is under way: sent, and neither answered nor failed.
  public var isUnderWay: Bool {
    state.withLock { state in state.sentCount > state.attempts.count { $0.isSent } }
  }

  /// How many requests were sent.
  public var sentCount: Int { state.withLock { $0.sentCount } }

  /// How many more requests may be sent.
  public var remaining: Int { state.withLock { max(0, $0.limit - $0.sentCount) } }

  /// Allows no more requests in all than this. A limit set before is only lowered.
  public func limit(to count: Int) {
    state.withLock { $0.limit = min($0.limit, max(1, count)) }
  }

  /// Adds to the time that counts as waited before the next attempt.
  package func waited(_ duration: Duration) {
    state.withLock { $0.waited += duration }
  }

  fileprivate func refuse(_ model: ModelIdentity, detail: String?, _ error: ModelError) {
    state.withLock { state in
      state.add(model, detail, lasted: .zero, isSent: false, error)
    }
  }

  /// Takes one of the requests that may be sent. Throws `overloaded`, not to be tried again, when there is
  /// none left.
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
    _ model: ModelIdentity, detail: String?, lasted: Duration, _ error: ModelError?
  ) {
    state.withLock { state in
      state.add(model, detail, lasted: lasted, isSent: true, error)
    }
  }
}

extension AttemptLog.State {
  fileprivate mutating func add(
    _ model: ModelIdentity, _ detail: String?, lasted: Duration, isSent: Bool, _ error: ModelError?
  ) {
    attempts.append(
      ModelAttempt(
        model: model, detail: detail, waited: waited, lasted: lasted, isSent: isSent,
        failure: error.map { ModelAttempt.Failure($0) }))
    waited = .zero
  }
}

extension ModelCall {
  /// Notes that a layer refuses to ask a model, and gives back the error to throw.
  public func refusal(of model: ModelIdentity, _ error: ModelError) -> ModelError {
    attempts.refuse(model, detail: detail, error)
    return error
  }

  /// Makes one attempt: counts it before anything is sent, and notes how it went.
  public func attempt(
    by model: ModelIdentity, _ open: () async throws(ModelError) -> OpenedReply
  ) async throws(ModelError) -> OpenedReply {
    try attempts.begin()
    let begun = clock.now()
    do throws(ModelError) {
      let reply = try await open()
      attempts.end(model, detail: detail, lasted: begun.duration(to: clock.now()), nil)
      return reply
    } catch {
      attempts.end(model, detail: detail, lasted: begun.duration(to: clock.now()), error)
      throw error
    }
  }
}

extension ModelError {
  /// The error with all that was tried.
  func naming(_ log: AttemptLog) -> ModelError {
    var error = self
    error.attempts = log.attempts
    return error
  }
}
