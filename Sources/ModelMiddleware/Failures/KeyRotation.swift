public import LanguageModels
import Synchronization

/// One model by way of several keys: a key that its provider turns down rests, and the next takes over.
///
/// A key stays in use while it works, since providers cache prompts by account. It rests by the kind of its
/// failure; see ``KeyRests``. Failures that are not the key's fault are thrown as they are.
public struct KeyRotation: LanguageModel {
  /// The model behind the keys.
  public var identity: ModelIdentity { models[0].identity }
  /// What the model is known to take.
  public var capabilities: ModelCapabilities { models[0].capabilities }
  /// Where the model is reached.
  public var server: ServerAddress? { models[0].server }
  /// How many keys there are. A call may need as many attempts before one works: see ``AttemptLimit``.
  public var count: Int { models.count }
  private let models: [any LanguageModel]
  private let rests: KeyRests
  private let clock: CallClock
  private let ring: KeyRing

  /// Creates a model that `model` makes for each key; nil without a key.
  public init?(
    _ keys: [Secret], rests: KeyRests = KeyRests(), clock: CallClock = .system,
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

  /// The same keys with layers around the model of each; `layers` gets the number of the key, from 0.
  func wrapping(_ layers: (any LanguageModel, Int) -> any LanguageModel) -> KeyRotation {
    KeyRotation(self, models: models.enumerated().map { layers($1, $0) })
  }

  /// Asks with the key that is in use.
  public func stream(_ request: ModelRequest) -> ModelStream {
    ModelStream(request, openedBy: self, clock: clock)
  }

  /// Asks with one key after the other until one works; keys that rest are passed over.
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
        // A key that only rests for its rate is worth waiting for, whatever is wrong with the others.
        if failure?.code != .rateLimit || error.code == .rateLimit { failure = error }
        guard call.attempts.remaining > call.attemptsKeptForOthers else { break }
      }
    }
    guard var failure else { throw allRest(call) }
    if failure.code == .rateLimit, failure.retryAfter != nil || tried.count > 1 {
      failure.retryAfter = max(.zero, call.clock.now().duration(to: ring.firstReturn))
    }
    throw failure
  }

  private func allRest(_ call: ModelCall) -> ModelError {
    let wait = call.clock.now().duration(to: ring.firstReturn)
    return call.refusal(
      of: identity,
      ModelError(
        .rateLimit,
        "all \(models.count) keys for \(identity) rest after being turned down (\(ring.reasons))",
        advice: "wait, or add a key that works", retryAfter: max(.zero, wait)))
  }
}

/// How long a key rests after it was turned down, by the kind of failure.
public struct KeyRests: Sendable, Hashable {
  /// A wrong key. It is tried again at all only because keys are mended, too.
  public var refused: Duration
  /// A key whose account has no credit left.
  public var quota: Duration
  /// A key with too many requests, when its provider does not say how long to wait.
  public var rateLimit: Duration

  /// Creates the times.
  public init(
    refused: Duration = .seconds(3600), quota: Duration = .seconds(600),
    rateLimit: Duration = .seconds(30)
  ) {
    self.refused = refused
    self.quota = quota
    self.rateLimit = rateLimit
  }

  /// How long a key rests after a failure; nil when the failure is not the key's.
  public func rest(after error: ModelError) -> Duration? {
    switch error.code {
    case .authentication: refused
    // Some providers say so of a request, not of a key: others are tried, and this one does not rest.
    case .permission: .zero
    case .quota: quota
    case .rateLimit: error.retryAfter ?? rateLimit
    default: nil
    }
  }
}

/// Which keys rest until when.
private final class KeyRing: Sendable {
  private struct State {
    var current = 0
    var restsUntil: [ContinuousClock.Instant?]
    /// Why a key was turned down last.
    var reasons: [ModelError.Code?]
  }

  private let state: Mutex<State>

  init(count: Int) {
    state = Mutex(
      State(
        restsUntil: Array(repeating: nil, count: count),
        reasons: Array(repeating: nil, count: count)))
  }

  /// The key in use, or the next one that does not rest and is not excluded.
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
      // Of two calls that were under way, the worse news counts.
      guard state.restsUntil[key].map({ $0 < end }) ?? true else { return }
      state.restsUntil[key] = end
      state.reasons[key] = code
    }
  }

  /// Why the keys were turned down, each reason once.
  var reasons: String {
    let codes = state.withLock { $0.reasons.compactMap { $0?.rawValue } }
    return Set(codes).sorted().joined(separator: ", ")
  }

  /// When the first key may be used again.
  var firstReturn: ContinuousClock.Instant {
    state.withLock { $0.restsUntil.compactMap { $0 }.min() ?? .now }
  }
}
