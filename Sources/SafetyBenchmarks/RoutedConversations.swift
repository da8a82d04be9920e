import CoachDomains
import CoachModel

/// How well the router follows conversations whose turns are labelled.
///
/// Each conversation begins in no domain. As in a real one, a decision changes the domain that the conversation is in,
/// unless the coach asks first; a message that is no coaching matter leaves it as it is.
public struct RoutedConversations: Sendable, Hashable {
  /// How many conversations have a label.
  public var count: Int
  /// Of the person's messages that are labelled with a domain, those after which the conversation is in it. The
  /// interval takes the messages of a conversation for related.
  public var turns: MeasuredShare
  /// How many of these messages are asked about.
  public var asked: Int
  /// How many of them are taken for no coaching matter, or one for professionals.
  public var takenForOutcome: Int
  /// Of the changes of topic to another domain, those that are followed at once.
  public var switchesAtOnce: MeasuredShare
  /// Of these, those that are followed at once or with the next message that has the same label.
  public var switchesWithinOne: MeasuredShare
  /// How often a conversation changed from one domain to another.
  public var changes: Int
  /// How many of these were more than its changes of topic to another domain.
  public var needlessChanges: Int
  /// Of the messages labelled ``clarify``, those about which the coach asks.
  public var clarified: MeasuredShare
  /// By outcome, of the messages labelled so, those that are recognised.
  public var outcomes: [String: MeasuredShare]
  /// The time for a message with its history.
  public var times: MeasuredTimes

  /// The label of messages of which nobody could know yet what they are about.
  public static let clarify = "clarify"
}

extension RoutedConversations {
  /// One message of the person.
  private struct Turn {
    var label: String?
    var isSwitch: Bool
    var outcome: String?
    var isAsked: Bool
    /// The domain that the conversation is in after it.
    var domain: String?
  }

  /// Follows conversations; nil where none has a label.
  init?(_ sessions: [LabelledTable.Session], classes: [String], _ decide: RouterMeasure.Deciding) {
    let labelled = sessions.filter { session in
      session.turns.contains { $0.message.role == .user && $0.label != nil }
    }
    guard !labelled.isEmpty else { return nil }
    var stopwatch = Stopwatch()
    let followed = labelled.map { Self.follow($0, &stopwatch, decide) }
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
    _ session: LabelledTable.Session, _ stopwatch: inout Stopwatch,
    _ decide: RouterMeasure.Deciding
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
