public import CoachModel
public import SourceFiles
import TextAnalysis

/// The local router, which chooses a domain using only the domain files, without a model or a network.
///
/// `RoutingModel` scores each message against each domain by its words, and a trained part (`TrainedRouter`), if the
/// folder has one, reads it together with the question that it answers. `TopicFilter` combines the scores of a
/// conversation: a passing word does not switch the domain, a message that is clearly about something else does at once,
/// and several that lean the same way do together. If the confidence is below the domain's threshold, the coach asks at
/// the beginning of a conversation; later the conversation stays in its domain.
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
  package static let messages = 8
  /// The coach may ask what the conversation is about while the person has sent fewer earlier messages than this.
  static let maximumClarifications = 2

  /// The score difference up to which a message counts as uninformative.
  static let minimumDifference = 0.3

  let model: RoutingModel
  let thresholds: RoutingThresholds
  /// The trained part; `nil` if the folder has none, or one for other domains.
  package private(set) var trained: TrainedRouter?
  /// The digest of all routing signals, for detecting thresholds that were fitted to other signals.
  public let digest: ContentDigest

  /// Creates a router for a library, which takes a moment; ``DomainLibrary/router`` keeps one. The router is a value:
  /// later changes of the files do not affect it.
  public init(_ library: DomainLibrary) {
    self.init(
      domains: library.domains, outcomes: library.outcomes, thresholds: library.thresholds)
    if let trained = library.trainedRouter { use(trained) }
  }

  /// Uses a trained part if it was fitted to the same classes.
  package mutating func use(_ trained: TrainedRouter) {
    self.trained = trained.ordered(as: model.classes.map(\.id))
  }

  /// Whether vectors of an embedding model can have an influence: whether the folder has a trained part with a head.
  public var usesEmbeddings: Bool { trained?.head != nil }

  /// The ids of the domains and the raw values of the outcomes that it chooses among.
  package var classes: [String] { model.classes.map(\.id) }

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
    decide(message, history: history, current: current, preferred: preferred, embeddings: nil)
  }

  /// Returns the same with the embeddings of the conversation's exchanges, as far as they are known.
  ///
  /// Without that of the newest one, or with those of a model that the router was not fitted for, the decision is the
  /// local one.
  package func decide(
    _ message: String, history: [Message], current: String?, preferred: [String],
    embeddings: ExchangeEmbeddings?
  ) -> RoutingDecision {
    examine(
      message, history: history, current: current, preferred: preferred, embeddings: embeddings
    ).decision
  }
}

// MARK: Decisions

extension DomainRouter {
  /// Scores a message and the question that it answers. The words of a first message alone decide.
  package func scores(
    of exchange: RoutedExchange, embeddings: ExchangeEmbeddings? = nil
  ) -> ExchangeScores {
    let words = model.read(exchange.answer)
    guard let trained, exchange.question != nil else { return ExchangeScores(words: words) }
    return ExchangeScores(
      words: words, wording: trained.wording.scores(FoldedText(exchange.text)),
      meaning: trained.meaning(of: exchange, embeddings))
  }

  /// Returns the log-likelihoods of the classes.
  private func likelihoods(_ scores: ExchangeScores, _ mixture: TrainedRouter.Mixture) -> [Double] {
    scores.words.scores.indices.map { number in
      let words = thresholds.slope * scores.words.scores[number]
      guard let wording = scores.wording else { return words }
      return mixture.words * words + mixture.wording * Double(wording[number])
        + (scores.meaning?.likelihood(number, words: scores.words.length, mixture) ?? 0)
    }
  }

  func examine(
    _ message: String, history: [Message], current: String?, preferred: [String],
    embeddings: ExchangeEmbeddings? = nil
  ) -> (decision: RoutingDecision, own: RoutingModel.Reading, messages: Int) {
    let scores = RoutedExchange.all(in: history + [Message(.user, message)]).suffix(Self.messages)
      .map { self.scores(of: $0, embeddings: embeddings) }
    var decision = decide(scores, current: current, preferred: preferred)
    if scores[scores.count - 1].meaning != nil { decision.embeddingModel = embeddings?.model }
    return (decision, scores[scores.count - 1].words, scores.count)
  }

  /// Chooses the domain of the last of some messages, which are given as their scores, oldest first.
  package func decide(
    _ scores: [ExchangeScores], current: String?, preferred: [String] = []
  ) -> RoutingDecision {
    let mixtures = scores.map { $0.mixture(of: trained) }
    let mixture = mixtures.last ?? TrainedRouter.Mixture()
    let likelihoods = zip(scores, mixtures).map { self.likelihoods($0, $1) }
    let home = current.flatMap { id in
      model.classes.firstIndex { $0.id == id && $0.outcome == nil }
    }
    let liked = Set(preferred.map { $0.lowercased() })
    let filter = TopicFilter(
      classes: model.classes, changes: mixture.changes, homeFactor: mixture.homeFactor)
    var belief = filter.belief(likelihoods, home: home, preferred: liked)
    belief.isFounded =
      likelihoods.contains {
        ($0.max() ?? 0) - ($0.min() ?? 0) > Self.minimumDifference * thresholds.slope
      } || model.classes.contains { $0.outcome == nil && liked.contains($0.id) }
    return decision(
      from: belief, own: scores.last?.words ?? RoutingModel.Reading(scores: []), home: home,
      earlier: scores.count - 1, mixture)
  }

  private func decision(
    from belief: TopicFilter.Belief, own: RoutingModel.Reading, home: Int?, earlier: Int,
    _ mixture: TrainedRouter.Mixture
  ) -> RoutingDecision {
    guard let best = belief.order.first else {
      return RoutingDecision(
        domain: nil, confidence: 0, needsClarification: true, reason: "there are no domains")
    }
    func id(_ number: Int?) -> String? { number.map { model.classes[$0].id } }
    for kind in [RoutingOutcome.Kind.clinical, .none] {
      let share = belief.outcomes[kind] ?? 0
      guard share >= max(thresholds.threshold(of: kind.rawValue), mixture.outcomeBelief) else {
        continue
      }
      return RoutingDecision(
        domain: id(home), outcome: kind, confidence: share, runnerUp: id(best),
        reason: words(in: own, for: kind.rawValue))
    }
    let needed = thresholds.threshold(of: model.classes[best].id)
    let isSure =
      belief.isFounded
      && belief.domains[best] >= (home == nil ? needed : max(needed, mixture.leavingBelief))
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
}

/// How well a message fits each class, by each source.
package struct ExchangeScores: Sendable {
  var words: RoutingModel.Reading
  /// `nil` without a trained part, or for a message that answers nothing.
  var wording: [Float]?
  /// `nil` without the vectors of the exchange.
  var meaning: MeaningScores?

  /// The same without the vectors of the exchange.
  package var withoutMeaning: ExchangeScores { ExchangeScores(words: words, wording: wording) }

  /// Returns how its sources count.
  fileprivate func mixture(of trained: TrainedRouter?) -> TrainedRouter.Mixture {
    guard let trained, wording != nil else { return TrainedRouter.Mixture() }
    return meaning == nil ? trained.mixture : (trained.head?.mixture ?? trained.mixture)
  }
}

extension DomainLibrary {
  /// The router that the words of these domains make. It is trained when it is first asked for, and then kept.
  public var router: DomainRouter { trained.value { DomainRouter(self) } }
}
