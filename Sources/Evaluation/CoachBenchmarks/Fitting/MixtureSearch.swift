import CoachDomains

/// Searches how much each source of a router should count: one setting after the other, until none improves the result.
struct MixtureSearch {
  private typealias Setting = (
    path: WritableKeyPath<TrainedRouter.Mixture, Double>, values: [Double]
  )

  /// The router, whose trained part has the classes of the scores.
  let router: DomainRouter
  let conversations: [[Scored]]

  /// A turn with its scores by classifiers that have not seen its writer.
  typealias Scored = (scores: ExchangeScores, turn: RoutedExchanges.Turn)

  private static var meaning: [WritableKeyPath<TrainedRouter.Mixture, Double>] {
    [\.answer, \.exchange, \.dialog]
  }

  /// How much a change of domain beyond those of the topic costs, in turns in the wrong domain: the person notices it.
  private static let changePrice = 1.2

  private static var settings: [Setting] {
    [
      (\.exchange, [0, 0.25, 0.5, 0.75, 1, 1.5, 2, 3]),
      (\.dialog, [0, 0.25, 0.5, 0.75, 1, 1.5, 2, 3]),
      (\.answer, [0, 0.15, 0.3, 0.5, 0.75, 1, 1.5, 2]),
      (\.wording, [0, 0.15, 0.3, 0.5, 0.75, 1, 1.5, 2, 3]),
      (\.words, [0, 0.15, 0.3, 0.5, 0.75, 1, 1.5]),
      (\.changes, [0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3]),
      (\.homeFactor, [1, 2, 3, 5, 8, 15, 30, 60]),
      (\.leavingBelief, [0.3, 0.4, 0.5, 0.6, 0.7, 0.8]),
      (\.outcomeBelief, [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]),
    ]
  }

  /// Returns the best mixture, with the scores by vectors or without them.
  func best(withMeaning: Bool) -> TrainedRouter.Mixture {
    let conversations = self.conversations.map { turns in
      turns.map { (scores: withMeaning ? $0.scores : $0.scores.withoutMeaning, turn: $0.turn) }
    }
    return Self.starts(withMeaning: withMeaning).map { climb(from: $0, withMeaning, conversations) }
      .max { $0.value < $1.value }?.mixture ?? TrainedRouter.Mixture()
  }

  /// Where the search begins; one setting after the other may end in a different place from each.
  private static func starts(withMeaning: Bool) -> [TrainedRouter.Mixture] {
    [(0.05, 0.5), (0.2, 0.7)].map { changes, leaving in
      var start = TrainedRouter.Mixture()
      start.wording = withMeaning ? 0.3 : 1
      if withMeaning { (start.answer, start.exchange, start.dialog) = (0.5, 1, 1) }
      (start.words, start.changes) = (0.3, changes)
      (start.leavingBelief, start.outcomeBelief) = (leaving, 0.5)
      return start
    }
  }

  /// Improves a mixture, one setting after the other, until none helps.
  private func climb(
    from start: TrainedRouter.Mixture, _ withMeaning: Bool, _ conversations: [[Scored]]
  ) -> (mixture: TrainedRouter.Mixture, value: Double) {
    var best = start
    var value = result(of: best, on: conversations)
    var isBetter = true
    while isBetter {
      isBetter = false
      for (path, values) in Self.settings where withMeaning || !Self.meaning.contains(path) {
        for number in values where number != best[keyPath: path] {
          var candidate = best
          candidate[keyPath: path] = number
          let result = result(of: candidate, on: conversations)
          guard result > value else { continue }
          (best, value, isBetter) = (candidate, result, true)
        }
      }
    }
    return (best, value)
  }

  /// Returns the number of turns in the right domain, less the price of needless changes.
  private func result(
    of mixture: TrainedRouter.Mixture, on conversations: [[Scored]]
  ) -> Double {
    var router = router
    guard var trained = router.trained else { return 0 }
    trained.mixture = mixture
    trained.head?.mixture = mixture
    router.use(trained)
    var (right, changes, switches) = (0, 0, 0)
    for turns in conversations {
      var domain: String?
      for place in turns.indices {
        let window = turns[max(0, place + 1 - DomainRouter.messages)...place].map(\.scores)
        let decision = router.decide(window, current: domain)
        let next = decision.needsClarification ? domain : (decision.domain ?? domain)
        if domain != nil, next != domain { changes += 1 }
        domain = next
        let turn = turns[place].turn
        if turn.isSwitch { switches += 1 }
        guard let label = turn.label else { continue }
        let named = router.classes[label]
        // An outcome is right if it is recognised, a domain if the conversation is in it.
        if named == domain || decision.outcome?.rawValue == named { right += 1 }
      }
    }
    return Double(right) - Self.changePrice * Double(max(0, changes - switches))
  }
}
