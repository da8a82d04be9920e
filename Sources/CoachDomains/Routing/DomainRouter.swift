public import CoachModel
public import SourceFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The local router, which chooses a domain using only the domain files, without a model or a network.
///
/// `RoutingModel` scores each message against each domain. The scores of a conversation are combined by a hidden
/// Markov model (forward filtering, Rabiner 1989): the topic stays the same from one message to the next or,
/// rarely, changes; a message that is not a coaching topic carries no information about it. So a passing word does
/// not switch the domain, a message that is clearly about something else does at once, and several that lean the
/// same way do together. If the confidence is below the domain's threshold, the coach asks at the beginning of a
/// conversation; later the conversation stays in its domain.
///
/// ```swift
/// let router = DomainRouter(try DomainLibrary(folder: "DomainConfigs"))
/// let history = [
///   Message(.user, "I can't sleep before review meetings."),
///   Message(.assistant, "What happens in them?"),
/// ]
/// let decision = router.decide("My manager talks over me.", history: history, current: "life")
/// print(decision.domain ?? "none", decision.confidence, decision.needsClarification)
/// ```
public struct DomainRouter: DomainRouting {
  /// The maximum number of the person's messages that are read, including the new one.
  static let messages = 8
  /// The probability that the topic changes from one message to the next.
  static let changes = 0.2
  /// The prior probabilities that a message is not a coaching topic, and that it is one for professionals.
  static let noneShare = 0.12
  static let clinicalShare = 0.03
  /// The prior weight of the conversation's current domain, relative to 1 for another domain.
  static let homeFactor = 3.0
  /// The minimum probability of another domain for a conversation to leave its current one.
  static let leavingBelief = 0.7
  /// The prior weight of all preferred domains together; each gets an equal share of it, but at least 1.
  static let preferenceFactor = 8.0
  /// The coach may ask what the conversation is about while the person has sent fewer earlier messages than this.
  static let maximumClarifications = 2

  /// The score difference up to which a message counts as uninformative.
  static let minimumDifference = 0.3

  let model: RoutingModel
  let thresholds: RoutingThresholds
  /// The digest of all routing signals, for detecting thresholds that were fitted to other signals.
  public let digest: ContentDigest

  /// Creates a router for a library, which takes a moment; ``DomainLibrary/router`` keeps one. The router is a value:
  /// later changes of the files do not affect it.
  public init(_ library: DomainLibrary) {
    self.init(
      domains: library.domains, outcomes: library.outcomes, thresholds: library.thresholds)
  }

  /// Creates a router for domains that were not read from a folder.
  public init(
    domains: [DomainConfig], outcomes: [RoutingOutcome] = [],
    thresholds: RoutingThresholds = RoutingThresholds()
  ) {
    let signals = Self.signals(of: domains, outcomes: outcomes)
    model = RoutingModel(signals)
    self.thresholds = thresholds
    digest = ContentDigest(
      of: signals.map { known, signals in
        ([known.id] + signals.keywords + [""] + signals.hints + [""] + signals.examples + [""]
          + signals.negatives).joined(separator: "\n")
      }.joined(separator: "\n\n"))
  }

  static func signals(
    of domains: [DomainConfig], outcomes: [RoutingOutcome]
  ) -> [(class: RoutingModel.Class, signals: RoutingSignals)] {
    // A domain with placeholder examples would attract messages that contain the template's words.
    domains.filter { !$0.isTemplate }.map { (RoutingModel.Class(id: $0.id), $0.routing) }
      + outcomes.map { (RoutingModel.Class(id: $0.kind.rawValue, outcome: $0.kind), $0.routing) }
  }

  /// Chooses the domain of the person's next turn.
  ///
  /// If there is no message, the decision is that of ``KnownDomainRouting``. Otherwise `domains` is ignored: the
  /// router chooses among those it was created with.
  public func decide(
    _ message: String?, history: [Message], current: String?, preferred: [String],
    among domains: [DomainConfig]
  ) async -> RoutingDecision {
    guard let message else {
      return await KnownDomainRouting().decide(
        message, history: history, current: current, preferred: preferred, among: domains)
    }
    return decide(message, history: history, current: current, preferred: preferred)
  }

  /// Chooses the domain of a message.
  ///
  /// - Parameters:
  ///   - history: The earlier messages of the conversation, oldest first.
  ///   - current: The id of the domain the conversation is in; `nil` if it has none yet.
  ///   - preferred: The ids of the domains that suit the person; their order does not matter.
  public func decide(
    _ message: String, history: [Message] = [], current: String? = nil, preferred: [String] = []
  ) -> RoutingDecision {
    examine(message, history: history, current: current, preferred: preferred).decision
  }
}

// MARK: Decisions

extension DomainRouter {
  /// The state of the filter after the last message.
  struct Belief: Sendable {
    /// The probability of each class that the conversation is about it; 0 for outcomes.
    var domains: [Double]
    /// The probability of each outcome that the last message is one.
    var outcomes: [RoutingOutcome.Kind: Double] = [:]
    /// The class indices of the domains, most probable first.
    var order: [Int]
    /// Whether any message, or the person's preferences, carry information.
    var isFounded = true
  }

  /// Filters readings, oldest first. `home` is the index of the conversation's current domain.
  func belief(_ readings: [RoutingModel.Reading], home: Int?, preferred: Set<String>) -> Belief {
    let domains = model.classes.indices.filter { model.classes[$0].outcome == nil }
    var belief = Belief(domains: Array(repeating: 0, count: model.classes.count), order: domains)
    for number in domains {
      belief.domains[number] =
        (number == home ? Self.homeFactor : 1)
        * (preferred.contains(model.classes[number].id)
          ? max(Self.preferenceFactor / Double(preferred.count), 1) : 1)
    }
    normalize(&belief.domains)
    let shares: [RoutingOutcome.Kind: Double] = [
      .none: Self.noneShare, .clinical: Self.clinicalShare,
    ]
    let outcomes = model.classes.indices.compactMap { number in
      model.classes[number].outcome.map { (number, $0, shares[$0] ?? 0) }
    }
    let domainShare = 1 - outcomes.reduce(0) { $0 + $1.2 }
    for (position, reading) in readings.enumerated() {
      if position > 0, domains.count > 1 {
        let others = Self.changes / Double(domains.count - 1)
        for number in domains {
          let stays = belief.domains[number]
          belief.domains[number] = (1 - Self.changes) * stays + others * (1 - stays)
        }
      }
      let greatest = reading.scores.max() ?? 0
      let fits = reading.scores.map { exp(thresholds.slope * ($0 - greatest)) }
      let anyDomain = outcomes.reduce(0) { $0 + $1.2 * fits[$1.0] }
      for number in domains {
        belief.domains[number] *= domainShare * fits[number] + anyDomain
      }
      let total = belief.domains.reduce(0, +)
      for (number, kind, share) in outcomes {
        belief.outcomes[kind] = total > 0 ? share * fits[number] / total : 0
      }
      normalize(&belief.domains)
    }
    belief.order.sort {
      belief.domains[$0] != belief.domains[$1] ? belief.domains[$0] > belief.domains[$1] : $0 < $1
    }
    return belief
  }

  private func normalize(_ values: inout [Double]) {
    let total = values.reduce(0, +)
    guard total > 0 else { return }
    for number in values.indices { values[number] /= total }
  }

  /// Chooses the domain of a message and explains the decision.
  ///
  /// The parameters are those of ``decide(_:history:current:preferred:)``.
  public func explain(
    _ message: String, history: [Message] = [], current: String? = nil, preferred: [String] = []
  ) -> RoutingExplanation {
    let (decision, own, messages) = examine(
      message, history: history, current: current, preferred: preferred)
    return explanation(of: decision, own: own, messages: messages)
  }

  private func examine(
    _ message: String, history: [Message], current: String?, preferred: [String]
  ) -> (decision: RoutingDecision, own: RoutingModel.Reading, messages: Int) {
    let own = model.read(message)
    let earlier = history.reversed().lazy.filter { $0.role == .user }
      .prefix(Self.messages - 1).map { model.read($0.text) }
    let readings = Array(earlier).reversed() + [own]
    let home = current.flatMap { id in
      model.classes.firstIndex { $0.id == id && $0.outcome == nil }
    }
    let liked = Set(preferred.map { $0.lowercased() })
    var belief = belief(readings, home: home, preferred: liked)
    belief.isFounded =
      readings.contains { $0.says(Self.minimumDifference) }
      || model.classes.contains { $0.outcome == nil && liked.contains($0.id) }
    return (
      decision(from: belief, own: own, home: home, earlier: readings.count - 1), own, readings.count
    )
  }

  private func decision(
    from belief: Belief, own: RoutingModel.Reading, home: Int?, earlier: Int
  ) -> RoutingDecision {
    guard let best = belief.order.first else {
      return RoutingDecision(
        domain: nil, confidence: 0, needsClarification: true, reason: "there are no domains")
    }
    func id(_ number: Int?) -> String? { number.map { model.classes[$0].id } }
    for kind in [RoutingOutcome.Kind.clinical, .none] {
      let share = belief.outcomes[kind] ?? 0
      guard share >= thresholds.threshold(of: kind.rawValue) else { continue }
      return RoutingDecision(
        domain: id(home), outcome: kind, confidence: share, runnerUp: id(best),
        reason: words(in: own, for: kind.rawValue))
    }
    let needed = thresholds.threshold(of: model.classes[best].id)
    let isSure =
      belief.isFounded
      && belief.domains[best] >= (home == nil ? needed : max(needed, Self.leavingBelief))
    if let home, best == home || !isSure {
      return RoutingDecision(
        domain: id(home), confidence: belief.domains[home],
        runnerUp: id(best == home ? belief.order.dropFirst().first : best),
        isUnsure: best != home,
        reason: best == home
          ? "the conversation is about it"
          : "it may be about \(model.classes[best].id), which is not sure enough to switch")
    }
    guard isSure else {
      return RoutingDecision(
        domain: id(best), confidence: belief.domains[best],
        runnerUp: id(belief.order.dropFirst().first),
        needsClarification: earlier < Self.maximumClarifications, isUnsure: true,
        reason: own.says(Self.minimumDifference)
          ? "unsure between " + belief.order.prefix(2).compactMap(id).joined(separator: " and ")
          : "nothing in it names a domain")
    }
    return RoutingDecision(
      domain: id(best), confidence: belief.domains[best],
      runnerUp: id(belief.order.dropFirst().first),
      reason: words(in: own, for: model.classes[best].id))
  }

  // MARK: Explanations

  private func strongest(in reading: RoutingModel.Reading, number: Int) -> [RoutingExplanation
    .Word]
  {
    reading.features.map { feature in
      RoutingExplanation.Word(
        text: feature.text, weight: model.weight(of: feature.feature, for: number))
    }.filter { $0.weight >= 0.1 }.sorted { $0.weight > $1.weight }
  }

  private func words(in reading: RoutingModel.Reading, for id: String) -> String {
    let number = model.classes.firstIndex { $0.id == id } ?? 0
    let words = strongest(in: reading, number: number).prefix(3).map { "'\($0.text)'" }
    return words.isEmpty ? "likeness to examples" : words.joined(separator: ", ")
  }

  private func explanation(
    of decision: RoutingDecision, own: RoutingModel.Reading, messages: Int
  ) -> RoutingExplanation {
    let order = model.classes.indices.sorted {
      own.scores[$0] != own.scores[$1] ? own.scores[$0] > own.scores[$1] : $0 < $1
    }
    return RoutingExplanation(
      decision: decision,
      candidates: order.map { number in
        RoutingExplanation.Candidate(
          id: model.classes[number].id, score: own.scores[number],
          words: Array(strongest(in: own, number: number).prefix(5)))
      },
      examples: own.likenesses.prefix(5).map { found in
        let example = model.examples[found.example]
        return RoutingExplanation.Example(
          id: model.classes[example.class].id, isNegative: example.isNegative, text: example.text,
          likeness: found.likeness)
      },
      messages: messages)
  }
}

extension DomainLibrary {
  /// The router that the words of these domains make. It is trained when it is first asked for, and then kept.
  public var router: DomainRouter { trained.value { DomainRouter(self) } }
}
