#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Follows the topic of a conversation from message to message: a hidden Markov model with forward filtering (Rabiner
/// 1989).
///
/// The topic stays the same from one message to the next or, rarely, changes; a message that is not a coaching topic
/// carries no information about it.
struct TopicFilter: Sendable {
  /// The prior probabilities that a message is not a coaching topic, and that it is one for professionals.
  static let shares: [RoutingOutcome.Kind: Double] = [.none: 0.12, .clinical: 0.03]
  /// The prior weight of all preferred domains together; each gets an equal share of it, but at least 1.
  static let preferenceFactor = 8.0

  let classes: [RoutingModel.Class]
  /// The probability that the topic changes from one message to the next.
  let changes: Double
  /// The prior weight of the conversation's current domain, relative to 1 for another domain.
  let homeFactor: Double

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

  /// Filters messages, oldest first, each given as the log-likelihoods of the classes.
  ///
  /// - Parameter home: The index of the conversation's current domain.
  func belief(_ messages: [[Double]], home: Int?, preferred: Set<String>) -> Belief {
    let domains = classes.indices.filter { classes[$0].outcome == nil }
    var belief = Belief(domains: Array(repeating: 0, count: classes.count), order: domains)
    for number in domains {
      belief.domains[number] =
        (number == home ? homeFactor : 1)
        * (preferred.contains(classes[number].id)
          ? max(Self.preferenceFactor / Double(preferred.count), 1) : 1)
    }
    normalize(&belief.domains)
    let outcomes = classes.indices.compactMap { number in
      classes[number].outcome.map { (number, $0, Self.shares[$0] ?? 0) }
    }
    let domainShare = 1 - outcomes.reduce(0) { $0 + $1.2 }
    for (position, likelihoods) in messages.enumerated() {
      if position > 0, domains.count > 1 {
        let others = changes / Double(domains.count - 1)
        for number in domains {
          let stays = belief.domains[number]
          belief.domains[number] = (1 - changes) * stays + others * (1 - stays)
        }
      }
      let greatest = likelihoods.max() ?? 0
      let fits = likelihoods.map { exp($0 - greatest) }
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
}
