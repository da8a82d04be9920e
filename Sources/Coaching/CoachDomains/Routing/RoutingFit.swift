import SourceFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Fits the router's thresholds to labelled examples.
///
/// The examples are those of the domain files, each left out of the model while it is scored, and further cases
/// that a caller supplies.
///
/// The slope of the confidence is fitted by maximum likelihood (one parameter, by golden-section search). Each
/// class then gets the lowest confidence at which the wanted share of decisions for it is right, shrunk towards the
/// threshold of all classes together.
public struct RoutingFit: Sendable {
  /// A message with the class that it belongs to.
  public struct Case: Sendable, Hashable {
    /// The text of the message.
    public var text: String
    /// The expected class: a domain id, or the raw value of an outcome.
    public var label: String

    /// Creates a case. Cases whose label is unknown are ignored by the fit.
    public init(text: String, label: String) {
      self.text = text
      self.label = label
    }
  }

  /// The results for one class.
  public struct Row: Sendable, Hashable {
    /// The domain id, or the raw value of the outcome.
    public var id: String
    /// The number of cases with this label, including the domain files' examples.
    public var cases: Int
    /// The fitted minimum confidence.
    public var threshold: Double
    /// The share of decisions for the class that are right; `nil` if there were none.
    public var precision: Double?
    /// The share of the class's cases that are decided for it; `nil` if there were none.
    public var recall: Double?
  }

  /// The thresholds that the fit determined.
  public let thresholds: RoutingThresholds
  /// The results for each class.
  public let rows: [Row]
  /// The share of cases whose confidence reaches the threshold; 0 without any cases.
  public let coverage: Double
  /// The share of these decisions that are right; `nil` if there are none.
  public let accuracy: Double?

  /// The default target for the share of decisions that are right.
  public static let usualAccuracy = 0.82
  /// The weight of the common threshold when a class's own threshold is shrunk towards it, in decisions.
  static let commonWeight = 150.0
  /// The range of thresholds: below it a decision is a guess, above it no class would ever be chosen.
  static let range = 0.3...0.9

  /// Fits thresholds to a library's examples and further cases, so that the share `accuracy` of the decisions is
  /// right.
  public init(_ library: DomainLibrary, cases: [Case] = [], accuracy: Double = usualAccuracy) {
    let router = library.router
    let classes = router.model.classes
    var readings: [(scores: [Double], label: Int)] = []
    for (number, example) in router.model.examples.enumerated() where !example.isNegative {
      let reading = router.model.read(example.text, leavingOut: number)
      readings.append((reading.scores, example.class))
    }
    for known in cases {
      guard let label = classes.firstIndex(where: { $0.id == known.label }) else { continue }
      readings.append((router.model.read(known.text).scores, label))
    }
    var thresholds = RoutingThresholds()
    thresholds.digest = router.digest.short
    thresholds.slope = Self.maximum(in: 0.5...12) { slope in
      readings.reduce(0) { $0 + Self.logLikelihood(of: $1.scores, label: $1.label, slope: slope) }
    }
    let fitted = DomainRouter(library, thresholds: thresholds)
    let decisions = readings.map { reading in
      (best: fitted.best(reading.scores), label: reading.label)
    }
    thresholds.usual = Self.threshold(in: decisions, accuracy: accuracy)
    for (number, known) in classes.enumerated() {
      if let kind = known.outcome {
        // An outcome is decided by its own probability, independently of the domains.
        let own = readings.map { reading in
          (
            best: (class: number, confidence: fitted.share(of: kind, reading.scores)),
            label: reading.label
          )
        }
        thresholds.byClass[known.id] = Self.threshold(in: own, accuracy: accuracy)
        continue
      }
      let own = decisions.filter { $0.best.class == number }
      guard !own.isEmpty else { continue }
      // A few dozen decisions are little evidence, so the common threshold is averaged in.
      let (count, weight) = (Double(own.count), Self.commonWeight)
      thresholds.byClass[known.id] =
        (count * Self.threshold(in: own, accuracy: accuracy) + weight * thresholds.usual)
        / (count + weight)
    }
    self.thresholds = thresholds

    let made = decisions.filter {
      $0.best.confidence >= thresholds.threshold(of: classes[$0.best.class].id)
    }
    coverage = decisions.isEmpty ? 0 : Double(made.count) / Double(decisions.count)
    self.accuracy = Self.share(of: made) { $0.best.class == $0.label }
    rows = classes.enumerated().map { number, known in
      Row(
        id: known.id, cases: decisions.count { $0.label == number },
        threshold: thresholds.threshold(of: known.id),
        precision: Self.share(of: made.filter { $0.best.class == number }) { $0.label == number },
        recall: Self.share(of: decisions.filter { $0.label == number }) { decision in
          decision.best.class == number
            && decision.best.confidence >= thresholds.threshold(of: known.id)
        })
    }
  }

  private typealias Decision = (best: (class: Int, confidence: Double), label: Int)

  /// Returns the lowest confidence from which on the wanted share of decisions is right.
  private static func threshold(in decisions: [Decision], accuracy: Double) -> Double {
    let sorted = decisions.sorted { $0.best.confidence > $1.best.confidence }
    var (right, lowest) = (0, range.upperBound)
    for (position, decision) in sorted.enumerated() {
      if decision.best.class == decision.label { right += 1 }
      // Decisions with equal confidence are accepted together or not at all.
      let isEnd =
        position + 1 == sorted.count
        || sorted[position + 1].best.confidence < decision.best.confidence
      if isEnd, Double(right) >= accuracy * Double(position + 1) {
        lowest = decision.best.confidence
      }
    }
    return min(max(lowest, range.lowerBound), range.upperBound)
  }

  private static func share<Element>(
    of elements: [Element], where isRight: (Element) -> Bool
  ) -> Double? {
    elements.isEmpty ? nil : Double(elements.count(where: isRight)) / Double(elements.count)
  }

  private static func logLikelihood(of scores: [Double], label: Int, slope: Double) -> Double {
    let greatest = scores.max() ?? 0
    let total = scores.reduce(0) { $0 + exp(slope * ($1 - greatest)) }
    return slope * (scores[label] - greatest) - log(total)
  }

  /// Returns the position of the maximum of a unimodal function.
  private static func maximum(
    in range: ClosedRange<Double>, of function: (Double) -> Double
  ) -> Double {
    let ratio = (5.0.squareRoot() - 1) / 2
    var (low, high) = (range.lowerBound, range.upperBound)
    while high - low > 0.001 {
      let (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
      if function(left) < function(right) { low = left } else { high = right }
    }
    return (low + high) / 2
  }
}

extension DomainRouter {
  init(_ library: DomainLibrary, thresholds: RoutingThresholds) {
    self.init(domains: library.domains, outcomes: library.outcomes, thresholds: thresholds)
  }

  private func belief(_ scores: [Double]) -> TopicFilter.Belief {
    let settings = TrainedRouter.Mixture()
    return TopicFilter(
      classes: model.classes, changes: settings.changes, homeFactor: settings.homeFactor
    ).belief([scores.map { thresholds.slope * $0 }], home: nil, preferred: [])
  }

  /// Returns the probability that a single message with these scores is an outcome.
  fileprivate func share(of kind: RoutingOutcome.Kind, _ scores: [Double]) -> Double {
    belief(scores).outcomes[kind] ?? 0
  }

  /// Returns the most probable class of a single message with these scores.
  func best(_ scores: [Double]) -> (class: Int, confidence: Double) {
    let belief = belief(scores)
    for (number, known) in model.classes.enumerated() {
      guard let kind = known.outcome, let share = belief.outcomes[kind], share >= 0.5 else {
        continue
      }
      return (number, share)
    }
    let best = belief.order.first ?? 0
    return (best, belief.domains[best])
  }
}
