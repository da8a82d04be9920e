import SourceFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Fits what the router decides by to examples: those of the domain files, each left out of the model while it is
/// asked about, and labelled cases that a caller has.
///
/// Confidence is fitted by maximum likelihood (one number, by golden-section search). Each class then gets the least
/// confidence at which so many of the decisions for it are right, drawn towards the one of all classes together.
public struct RoutingFit: Sendable {
  /// A message with what it is.
  public struct Case: Sendable, Hashable {
    /// What somebody wrote.
    public var text: String
    /// A domain's id, or an outcome's word.
    public var label: String

    /// Creates a case.
    public init(text: String, label: String) {
      self.text = text
      self.label = label
    }
  }

  /// How a class came out.
  public struct Row: Sendable, Hashable {
    /// The domain's id, or the outcome's word.
    public var id: String
    /// How many cases it has.
    public var cases: Int
    /// The least confidence with which it is chosen.
    public var threshold: Double
    /// The share of decisions for it that are right; nil where there was none.
    public var precision: Double?
    /// The share of its cases that are decided for it; nil where there was none.
    public var recall: Double?
  }

  /// What was fitted.
  public let thresholds: RoutingThresholds
  /// By class, how it came out.
  public let rows: [Row]
  /// The share of cases about which something is decided.
  public let coverage: Double
  /// The share of those that are right; nil where nothing is decided.
  public let accuracy: Double?

  /// The share of decisions that should be right, where nobody says otherwise.
  public static let usualAccuracy = 0.82
  /// What the threshold of all counts for beside that of a class, in decisions.
  static let commonWeight = 150.0
  /// The range of thresholds: below it is guessing, above it nothing would ever be chosen.
  static let range = 0.3...0.9

  /// Fits to the examples of a library and further cases so that `accuracy` of the decisions are right.
  public init(_ library: DomainLibrary, cases: [Case] = [], accuracy: Double = usualAccuracy) {
    let router = DomainRouter(library)
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
    thresholds.slope = Self.maximum(0.5...12) { slope in
      readings.reduce(0) { $0 + Self.logLikelihood($1.scores, $1.label, slope) }
    }
    let fitted = DomainRouter(library, thresholds: thresholds)
    let decisions = readings.map { reading in
      (best: fitted.best(reading.scores), label: reading.label)
    }
    thresholds.usual = Self.threshold(decisions, accuracy)
    for (number, known) in classes.enumerated() {
      if let kind = known.outcome {
        // What is told beside the domain is decided by its own probability, so no other class has a say in it.
        let own = readings.map { reading in
          (
            best: (class: number, confidence: fitted.share(of: kind, reading.scores)),
            label: reading.label
          )
        }
        thresholds.byClass[known.id] = Self.threshold(own, accuracy)
        continue
      }
      let own = decisions.filter { $0.best.class == number }
      guard !own.isEmpty else { continue }
      // A few dozen decisions are little evidence: what all say counts beside them.
      let (count, weight) = (Double(own.count), Self.commonWeight)
      thresholds.byClass[known.id] =
        (count * Self.threshold(own, accuracy) + weight * thresholds.usual) / (count + weight)
    }
    self.thresholds = thresholds

    let made = decisions.filter {
      $0.best.confidence >= thresholds.threshold(of: classes[$0.best.class].id)
    }
    coverage = decisions.isEmpty ? 0 : Double(made.count) / Double(decisions.count)
    self.accuracy = Self.share(made) { $0.best.class == $0.label }
    rows = classes.enumerated().map { number, known in
      Row(
        id: known.id, cases: decisions.count { $0.label == number },
        threshold: thresholds.threshold(of: known.id),
        precision: Self.share(made.filter { $0.best.class == number }) { $0.label == number },
        recall: Self.share(decisions.filter { $0.label == number }) { decision in
          decision.best.class == number
            && decision.best.confidence >= thresholds.threshold(of: known.id)
        })
    }
  }

  private typealias Decision = (best: (class: Int, confidence: Double), label: Int)

  /// The least confidence from which on the wanted share of decisions is right.
  private static func threshold(_ decisions: [Decision], _ accuracy: Double) -> Double {
    let sorted = decisions.sorted { $0.best.confidence > $1.best.confidence }
    var (right, least) = (0, range.upperBound)
    for (position, decision) in sorted.enumerated() {
      if decision.best.class == decision.label { right += 1 }
      // Decisions of one confidence are taken together or not at all.
      let isEnd =
        position + 1 == sorted.count
        || sorted[position + 1].best.confidence < decision.best.confidence
      if isEnd, Double(right) >= accuracy * Double(position + 1) {
        least = decision.best.confidence
      }
    }
    return min(max(least, range.lowerBound), range.upperBound)
  }

  private static func share<Element>(
    _ elements: [Element], _ isRight: (Element) -> Bool
  ) -> Double? {
    elements.isEmpty ? nil : Double(elements.count(where: isRight)) / Double(elements.count)
  }

  private static func logLikelihood(_ scores: [Double], _ label: Int, _ slope: Double) -> Double {
    let greatest = scores.max() ?? 0
    let total = scores.reduce(0) { $0 + exp(slope * ($1 - greatest)) }
    return slope * (scores[label] - greatest) - log(total)
  }

  /// The place of the maximum of a function with one peak.
  private static func maximum(
    _ range: ClosedRange<Double>, _ function: (Double) -> Double
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

  /// The probability that a single message is an outcome, by its scores.
  fileprivate func share(of kind: RoutingOutcome.Kind, _ scores: [Double]) -> Double {
    belief([RoutingModel.Reading(scores: scores)], home: nil, preferred: []).outcomes[kind] ?? 0
  }

  /// What a single message is taken for, by its scores.
  func best(_ scores: [Double]) -> (class: Int, confidence: Double) {
    let reading = RoutingModel.Reading(scores: scores)
    let belief = belief([reading], home: nil, preferred: [])
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
