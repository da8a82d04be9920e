import CoachDomains
import CoachModel

/// A benchmark of the router on conversations with labelled turns.
///
/// Each conversation starts in no domain. As in a real one, a decision changes the conversation's domain unless the
/// coach asks first; a message that is not a coaching matter leaves it unchanged.
package struct RoutedConversations: Sendable, Hashable {
  /// The number of conversations with labels.
  package var count: Int
  /// The share of the person's messages labelled with a domain after which the conversation is in that domain.
  ///
  /// The interval treats the messages of a conversation as dependent.
  package var turns: MeasuredShare
  /// The number of these messages that the coach asks about.
  package var asked: Int
  /// The number of these messages that are taken for an outcome: not a coaching matter, or one for professionals.
  package var takenForOutcome: Int
  /// The share of changes of topic to another domain that the router follows at once.
  package var switchesAtOnce: MeasuredShare
  /// The share that it follows at once, or with the next message if that has the same label.
  package var switchesWithinOne: MeasuredShare
  /// The number of times that a conversation changed from one domain to another.
  package var changes: Int
  /// The number of these changes in excess of the conversation's changes of topic to another domain.
  package var needlessChanges: Int
  /// The share of messages labelled ``clarify`` that the coach asks about.
  package var clarified: MeasuredShare
  /// The share of messages labelled with an outcome that are recognised, by outcome.
  package var outcomes: [String: MeasuredShare]
  /// The routing times of messages with their history.
  package var times: MeasuredTimes

  /// The label of messages whose topic cannot be known yet.
  package static let clarify = "clarify"
}

extension RoutedConversations {
  /// A message of the person with the decision on it.
  private struct Turn {
    var label: String?
    var isSwitch: Bool
    var outcome: String?
    var isAsked: Bool
    /// The domain of the conversation after this message.
    var domain: String?
  }

  /// Routes the messages of conversations; returns `nil` if no conversation has a label.
  init?(_ sessions: [LabelledTable.Session], classes: [String], decide: RouterMeasure.Deciding) {
    let labelled = sessions.filter { session in
      session.turns.contains { $0.message.role == .user && $0.label != nil }
    }
    guard !labelled.isEmpty else { return nil }
    var stopwatch = Stopwatch()
    let followed = labelled.map { Self.follow($0, stopwatch: &stopwatch, decide: decide) }
    let kinds = Set(RoutingOutcome.Kind.allCases.map(\.rawValue))
    let domains = Set(classes).subtracting(kinds)
    func isDomain(_ turn: Turn) -> Bool { turn.label.map(domains.contains) ?? false }

    count = labelled.count
    let all = followed.joined()
    let counted = all.filter(isDomain)
    turns = MeasuredShare(
      followed.enumerated().flatMap { number, turns in
        turns.filter(isDomain).map { (isSo: $0.domain == $0.label, cluster: String(number)) }
      })
    asked = counted.count(where: \.isAsked)
    takenForOutcome = counted.count { $0.outcome != nil }
    let switches = followed.flatMap { turns in
      turns.indices.filter { turns[$0].isSwitch && isDomain(turns[$0]) }.map { turns[$0...] }
    }
    switchesAtOnce = switches.share { $0.first?.domain == $0.first?.label }
    switchesWithinOne = switches.share { turns in
      turns.prefix(2).contains { $0.label == turns.first?.label && $0.domain == $0.label }
    }
    changes = followed.reduce(0) { $0 + Self.changes($1) }
    needlessChanges = followed.reduce(0) { sum, turns in
      sum + max(0, Self.changes(turns) - turns.count { $0.isSwitch && isDomain($0) })
    }
    clarified = all.filter { $0.label == Self.clarify }.share(where: \.isAsked)
    outcomes = kinds.reduce(into: [:]) { shares, kind in
      let own = all.filter { $0.label == kind }
      if !own.isEmpty { shares[kind] = own.share { $0.outcome == kind } }
    }
    times = stopwatch.times
  }

  private static func follow(
    _ session: LabelledTable.Session, stopwatch: inout Stopwatch,
    decide: RouterMeasure.Deciding
  ) -> [Turn] {
    var history: [Message] = []
    var domain: String?
    var turns: [Turn] = []
    for turn in session.turns {
      if turn.message.role == .user {
        let decision = stopwatch.time { decide(turn.message.text, history, domain) }
        if !decision.needsClarification { domain = decision.domain ?? domain }
        turns.append(
          Turn(
            label: turn.label, isSwitch: turn.isSwitch, outcome: decision.outcome?.rawValue,
            isAsked: decision.needsClarification, domain: domain))
      }
      history.append(turn.message)
    }
    return turns
  }

  private static func changes(_ turns: [Turn]) -> Int {
    zip(turns, turns.dropFirst()).count { before, after in
      before.domain != nil && before.domain != after.domain
    }
  }
}
