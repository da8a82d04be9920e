public import CoachModel
public import SourceFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The local router: decides from what the domain files hold, without a model or a network.
///
/// ``RoutingModel`` says how well each message fits each domain. Over a conversation these are put together by a hidden
/// Markov model (forward filtering, Rabiner 1989): the topic stays with each message or, rarely, changes; a message
/// that is no coaching matter says nothing about the topic. So a passing word does not switch the domain, a message
/// that is plainly about something else does at once, and several that lean one way do together. What is not sure
/// enough for its domain's threshold is asked about at the beginning, and later leaves things as they are.
public struct DomainRouter: DomainRouting {
  /// How many messages of the person are read, the new one included.
  static let messages = 8
  /// How often the topic changes from one message to the next.
  static let changes = 0.2
  /// How many messages are no coaching matter, and how many are for professionals.
  static let noneShare = 0.12
  static let clinicalShare = 0.03
  /// What the domain that a conversation is in, and those that suit the person, are worth before anything is read.
  static let homeFactor = 3.0
  /// The least belief with which a conversation leaves its domain.
  static let leavingBelief = 0.7
  static let preferenceFactor = 8.0
  /// How often at most a conversation begins with a question about what it is about.
  static let maximumClarifications = 2

  /// Scores all within this of each other say nothing.
  static let minimumDifference = 0.3

  let model: RoutingModel
  let thresholds: RoutingThresholds
  /// The digest of all routing signals: thresholds that were fitted to others may be off.
  public let digest: ContentDigest

  /// Prepares a router. It is a value: whoever holds it decides by these files, whatever changes meanwhile.
  public init(_ library: DomainLibrary) {
    self.init(
      domains: library.domains, outcomes: library.outcomes, thresholds: library.thresholds)
  }

  /// Prepares a router for domains that come from elsewhere.
  public init(
    domains: [DomainConfig], outcomes: [RoutingOutcome] = [],
    thresholds: RoutingThresholds = RoutingThresholds()
  ) {
    let signals = Self.signals(domains, outcomes)
    model = RoutingModel(signals)
    self.thresholds = thresholds
    digest = ContentDigest(
      of: signals.map { known, signals in
        ([known.id] + signals.keywords + [""] + signals.hints + [""] + signals.examples + [""]
          + signals.negatives).joined(separator: "\n")
      }.joined(separator: "\n\n"))
  }

  static func signals(
    _ domains: [DomainConfig], _ outcomes: [RoutingOutcome]
  ) -> [(class: RoutingModel.Class, signals: RoutingSignals)] {
    // What is only the template would draw messages with the template's words.
    domains.filter { !$0.isTemplate }.map { (RoutingModel.Class(id: $0.id), $0.routing) }
      + outcomes.map { (RoutingModel.Class(id: $0.kind.rawValue, outcome: $0.kind), $0.routing) }
  }

  /// The domain of the person's next turn.
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

  /// The domain of a message in its conversation.
  public func decide(
    _ message: String, history: [Message] = [], current: String? = nil, preferred: [String] = []
  ) -> RoutingDecision {
    examine(message, history: history, current: current, preferred: preferred).decision
  }
}

// MARK: Deciding

extension DomainRouter {
  /// What is believed after the last message.
  struct Belief: Sendable {
    /// By class, the probability that the conversation is about it; outcomes have none.
    var domains: [Double]
    /// The probability that the last message is an outcome.
    var outcomes: [RoutingOutcome.Kind: Double] = [:]
    /// The domains, best first.
    var order: [Int]
    /// Whether a message, or what is known of the person, says anything at all.
    var isFounded = true
  }

  /// Goes through messages, oldest first.
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

  /// Decides, with what the decision rests on.
  public func explain(
    _ message: String, history: [Message] = [], current: String? = nil, preferred: [String] = []
  ) -> RoutingExplanation {
    let (decision, own, messages) = examine(
      message, history: history, current: current, preferred: preferred)
    return explanation(decision, own, messages: messages)
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
    return (decision(belief, own, home: home, earlier: readings.count - 1), own, readings.count)
  }

  private func decision(
    _ belief: Belief, _ own: RoutingModel.Reading, home: Int?, earlier: Int
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
        reason: words(own, kind.rawValue))
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
      runnerUp: id(belief.order.dropFirst().first), reason: words(own, model.classes[best].id))
  }

  // MARK: Saying why

  private func strongest(_ reading: RoutingModel.Reading, _ number: Int) -> [RoutingExplanation
    .Word]
  {
    reading.features.map { feature in
      RoutingExplanation.Word(
        text: feature.text, weight: model.weight(of: feature.feature, for: number))
    }.filter { $0.weight >= 0.1 }.sorted { $0.weight > $1.weight }
  }

  private func words(_ reading: RoutingModel.Reading, _ id: String) -> String {
    let number = model.classes.firstIndex { $0.id == id } ?? 0
    let words = strongest(reading, number).prefix(3).map { "'\($0.text)'" }
    return words.isEmpty ? "likeness to examples" : words.joined(separator: ", ")
  }

  private func explanation(
    _ decision: RoutingDecision, _ own: RoutingModel.Reading, messages: Int
  ) -> RoutingExplanation {
    let order = model.classes.indices.sorted {
      own.scores[$0] != own.scores[$1] ? own.scores[$0] > own.scores[$1] : $0 < $1
    }
    return RoutingExplanation(
      decision: decision,
      candidates: order.map { number in
        RoutingExplanation.Candidate(
          id: model.classes[number].id, score: own.scores[number],
          words: Array(strongest(own, number).prefix(5)))
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
