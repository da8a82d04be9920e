public import CoreMetrics
public import LanguageModels
public import Logging
import Synchronization

/// The circuit breakers of the models of one or several stacks, for whoever watches them.
///
/// A breaker on a board logs one line when it opens and one when it closes, with the time for which it was open. Its
/// metrics are a gauge, `coachkit.client.breaker.open`, which is 1 while the breaker is open and 0 otherwise, and a
/// counter, `coachkit.client.breaker.openings`.
///
/// ```swift
/// let board = BreakerBoard(logger: logger)
/// var stack = ModelStack.usual
/// stack.breakers = board
/// let model = stack.model(haiku, fallingBackOn: [luna])
///
/// for breaker in board.statuses where breaker.state != .closed { print(breaker.model) }
/// ```
///
/// Stacks that share a board also share the breaker of a model: what one learns of an outage, the others know.
public final class BreakerBoard: Sendable {
  /// A breaker on the board.
  struct Place: Sendable {
    let model: ModelIdentity
    let key: Int?
    /// The names of model and key in metrics.
    let dimensions: [(String, String)]
    let circuit = SharedCircuit()
  }

  private let logger: Logger?
  private let metrics: (any MetricsFactory)?
  private let places = Mutex<[Place]>([])

  /// Creates a board without breakers.
  ///
  /// - Parameters:
  ///   - logger: Where breakers log that they open (`warning`) and close (`notice`); nowhere if nil.
  ///   - metrics: The metrics factory; if nil, the one that is bootstrapped in the process when something is measured.
  public init(logger: Logger? = nil, metrics: (any MetricsFactory)? = nil) {
    self.logger = logger
    self.metrics = metrics
  }

  /// The states of all breakers, in the order in which their models were stacked.
  public var statuses: [BreakerStatus] {
    places.withLock { $0 }.map { place in
      BreakerStatus(
        model: place.model, key: place.key, state: place.circuit.state.withLock { $0.state })
    }
  }

  /// Returns the place of a model's breaker, which is added if there is none.
  func place(of model: any LanguageModel, key: Int?) -> Place {
    typealias Name = TelemetryNames.Attribute
    let identity = model.identity
    var dimensions = [
      (Name.provider, model.telemetry.provider), (Name.requestModel, identity.modelName),
    ]
    if let key { dimensions.append((Name.key, String(key))) }
    let new = Place(model: identity, key: key, dimensions: dimensions)
    let place = places.withLock { places -> Place in
      if let known = places.first(where: { $0.model == identity && $0.key == key }) {
        return known
      }
      places.append(new)
      return new
    }
    // A counter that appears with its first increment has no increase.
    measure(place, openings: 0)
    return place
  }

  /// Logs and measures a change of a breaker's state.
  func note(_ change: Circuit.Change, at place: Place) {
    var metadata: Logger.Metadata = ["model": "\(place.model)"]
    metadata["key"] = place.key.map { "\($0)" }
    switch change {
    case .opened:
      logger?.warning("circuit breaker opened", metadata: metadata)
      measure(place, openings: 1)
    case .closed(let time):
      metadata["open_ms"] = "\(time.wholeMilliseconds)"
      logger?.notice("circuit breaker closed", metadata: metadata)
      measure(place, openings: 0)
    }
  }

  private func measure(_ place: Place, openings: Int) {
    typealias Metric = TelemetryNames.Metric
    let factory = metrics ?? MetricsSystem.factory
    // The state of the moment, read under the lock: of two changes that are noted at once, the last one stays.
    places.withLock { _ in
      let isOpen = place.circuit.state.withLock { $0.state != .closed }
      Gauge(label: Metric.breakerOpen, dimensions: place.dimensions, factory: factory)
        .record(isOpen ? 1 : 0)
    }
    Counter(label: Metric.breakerOpenings, dimensions: place.dimensions, factory: factory)
      .increment(by: openings)
  }
}

/// The state of a breaker on a ``BreakerBoard``.
public struct BreakerStatus: Sendable, Hashable {
  /// The model whose calls go through the breaker.
  public var model: ModelIdentity
  /// The number of the model's key, from 1; nil unless the model has several, each with a breaker of its own.
  public var key: Int?
  /// The state, with times of the clock of the model's calls.
  public var state: BreakerState

  /// Creates a status.
  public init(model: ModelIdentity, key: Int? = nil, state: BreakerState) {
    self.model = model
    self.key = key
    self.state = state
  }
}
