public import LanguageModels
import Synchronization

/// A model that is called with several keys: if the provider rejects a key, the key is suspended and the next
/// one takes over.
///
/// A key stays in use while it works, since providers cache prompts by account. How long it is suspended
/// depends on the failure; see ``KeyCooldowns``. Failures that are not caused by the key are thrown unchanged.
public struct KeyRotation: LanguageModel {
  /// The identity of the model, which is the same for all keys.
  public var identity: ModelIdentity { models[0].identity }
  /// The known capabilities of the model.
  public var capabilities: ModelCapabilities { models[0].capabilities }
  /// The address of the server; nil if there is none.
  public var server: ServerAddress? { models[0].server }
  /// The names of the models in traces.
  public var telemetry: ModelTelemetry { models[0].telemetry }
  /// The number of keys. A call may need as many attempts until one works; see ``AttemptLimit``.
  public var count: Int { models.count }
  private let models: [any LanguageModel]
  private let rests: KeyCooldowns
  private let clock: CallClock
  private let ring: KeyRing

  /// Creates a rotation from the models that `model` makes, one for each key; nil if `keys` is empty.
  ///
  /// - Parameters:
  ///   - keys: The keys, in the order in which they are used.
  ///   - rests: How long a key is suspended after a failure.
  ///   - clock: The source of time.
  ///   - model: Returns the model that uses a key.
  public init?(
    _ keys: [Secret], rests: KeyCooldowns = KeyCooldowns(), clock: CallClock = .system,
    model: (Secret) -> any LanguageModel
  ) {
    guard !keys.isEmpty else { return nil }
    models = keys.map(model)
    self.rests = rests
    self.clock = clock
    ring = KeyRing(count: keys.count)
  }

  private init(_ rotation: KeyRotation, models: [any LanguageModel]) {
    self.models = models
    rests = rotation.rests
    clock = rotation.clock
    ring = rotation.ring
  }

  /// Returns the rotation with layers around the model of each key; `layers` receives the index of the key.
  func wrapping(_ layers: (any LanguageModel, Int) -> any LanguageModel) -> KeyRotation {
    KeyRotation(self, models: models.enumerated().map { layers($1, $0) })
  }

  /// Streams the reply; keys are tried as in ``open(_:)``.
  public func stream(_ request: ModelRequest) -> ModelStream {
    ModelStream(request, openedBy: self, clock: clock)
  }

  /// Opens the reply with one key after the other until one works, skipping suspended keys.
  ///
  /// If all keys fail, throws the last failure, or the last `rateLimit` if there was one, since that is worth
  /// waiting for. Throws `rateLimit` if all keys are suspended.
  public func open(_ call: ModelCall) async throws(ModelError) -> OpenedReply {
    var call = call
    var tried: Set<Int> = []
    var failure: ModelError?
    while let key = ring.next(except: tried, at: call.clock.now()) {
      tried.insert(key)
      call.detail = models.count > 1 ? "key \(key + 1) of \(models.count)" : nil
      do throws(ModelError) {
        return try await models[key].open(call)
      } catch {
        guard let rest = rests.rest(after: error) else { throw error }
        ring.rest(key, until: call.clock.now() + rest, after: error.code)
        // A key that is only rate limited is worth waiting for, whatever the other keys failed with.
        if failure?.code != .rateLimit || error.code == .rateLimit { failure = error }
        guard call.attempts.remaining > call.attemptsKeptForOthers else { break }
      }
    }
    guard var failure else { throw allRest(call) }
    if failure.code == .rateLimit, failure.retryAfter != nil || tried.count > 1 {
      failure.retryAfter = ring.wait(at: call.clock.now())
    }
    throw failure
  }

  private func allRest(_ call: ModelCall) -> ModelError {
    call.refusal(
      of: identity,
      ModelError(
        .rateLimit,
        "all \(models.count) keys for \(identity) are suspended after being rejected (\(ring.reasons))",
        advice: "wait, or add a key that works", retryAfter: ring.wait(at: call.clock.now())))
  }
}

/// How long a key is suspended after it was rejected, by the kind of failure.
public struct KeyCooldowns: Sendable, Hashable {
  /// For an invalid key. The key is tried again at all because keys can be reactivated.
  public var refused: Duration
  /// For a key whose account has no credit left.
  public var quota: Duration
  /// For a rate-limited key, if the provider does not say how long to wait.
  public var rateLimit: Duration
  /// The longest suspension of a rate-limited key, whatever the provider says: its word may be a mistake, and an attempt
  /// that is rejected costs nothing.
  private static let maximumRateLimit = Duration.seconds(3600)

  /// Creates the durations; by default an hour, ten minutes and 30 seconds.
  public init(
    refused: Duration = .seconds(3600), quota: Duration = .seconds(600),
    rateLimit: Duration = .seconds(30)
  ) {
    self.refused = refused
    self.quota = quota
    self.rateLimit = rateLimit
  }

  /// Returns how long a key is suspended after a failure; nil if the failure is not caused by the key.
  public func rest(after error: ModelError) -> Duration? {
    switch error.code {
    case .authentication: refused
    // Some providers use this code for a request rather than a key: the next key is tried, and this one is not
    // suspended.
    case .permission: .zero
    case .quota: quota
    case .rateLimit: error.retryAfter.map { min($0, Self.maximumRateLimit) } ?? rateLimit
    default: nil
    }
  }
}

/// The key in use, and until when the others are suspended.
private final class KeyRing: Sendable {
  private struct State {
    var current = 0
    var restsUntil: [ContinuousClock.Instant?]
    /// The last failure of each key.
    var reasons: [ModelError.Code?]
  }

  private let state: Mutex<State>

  init(count: Int) {
    state = Mutex(
      State(
        restsUntil: Array(repeating: nil, count: count),
        reasons: Array(repeating: nil, count: count)))
  }

  /// Returns the key in use, or the next one that is neither suspended nor excluded.
  func next(except tried: Set<Int>, at now: ContinuousClock.Instant) -> Int? {
    state.withLock { state in
      let count = state.restsUntil.count
      let order = (0..<count).map { (state.current + $0) % count }
      let key = order.first { key in
        !tried.contains(key) && state.restsUntil[key].map { $0 <= now } ?? true
      }
      if let key { state.current = key }
      return key
    }
  }

  func rest(_ key: Int, until end: ContinuousClock.Instant, after code: ModelError.Code) {
    state.withLock { state in
      // Of two calls in progress, the longer suspension wins.
      guard state.restsUntil[key].map({ $0 < end }) ?? true else { return }
      state.restsUntil[key] = end
      state.reasons[key] = code
    }
  }

  /// The failures of the keys, without duplicates.
  var reasons: String {
    let codes = state.withLock { $0.reasons.compactMap { $0?.rawValue } }
    return Set(codes).sorted().joined(separator: ", ")
  }

  /// How long to wait until the first suspended key becomes available again; zero if it already is.
  func wait(at now: ContinuousClock.Instant) -> Duration {
    let end = state.withLock { $0.restsUntil.compactMap { $0 }.min() }
    return end.map { max(.zero, now.duration(to: $0)) } ?? .zero
  }
}
