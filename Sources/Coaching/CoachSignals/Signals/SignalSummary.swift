public import CoachModel

/// What the signals of a person add up to.
///
/// It takes one pass over the signals, so that it can be computed for every prompt.
public struct SignalSummary: Sendable, Hashable {
  /// How often a kind of inference was confirmed and dismissed.
  public struct Verdicts: Sendable, Hashable {
    /// The number of confirmed ones.
    public var confirmed = 0
    /// The number of dismissed ones.
    public var dismissed = 0

    /// The share of confirmed ones; `nil` without any.
    public var confirmedShare: Double? {
      confirmed + dismissed > 0 ? Double(confirmed) / Double(confirmed + dismissed) : nil
    }
  }

  /// The number of completed sessions.
  public var sessions = 0
  /// The shares of the domains, the most frequent first.
  public var domains: [DomainShare] = []
  /// The mean number of sessions a week, from the first session to today; `nil` without sessions.
  public var sessionsPerWeek: Double?
  /// The mean depth of the last five sessions minus that of those before; `nil` with fewer than six.
  public var depthTrend: Double?
  /// The mean depth of all sessions; `nil` without sessions.
  public var depth: Double?
  /// The verdicts on inferences by category.
  public var verdicts: [ProfileCategory: Verdicts] = [:]
  /// The number of patterns that the coach named.
  public var patternsSurfaced = 0
  /// The number of those with which the person went on.
  public var patternsEngaged = 0
  /// The number of accepted offers to look back.
  public var reflectionsAccepted = 0
  /// The number of declined offers to look back.
  public var reflectionsDeclined = 0
  /// The number of opened nudges.
  public var nudgesOpened = 0

  /// The number of sessions whose depth is compared with those before.
  private static let recentSessions = 5

  /// Adds up signals as of a time in seconds since 1970; later ones, which a wrong clock may have made, count as of then.
  public init(_ log: SignalLog, at now: Double) {
    var turns: [String: Int] = [:]
    var depths: [Double] = []
    var first: Double?
    for signal in log.signals {
      switch signal.signal {
      case .domainUsed(let domain): turns[domain, default: 0] += 1
      case .sessionCompleted(let figures):
        depths.append(figures.depth)
        first = min(first ?? .infinity, signal.time)
      case .insightConfirmed(let category): verdicts[category, default: Verdicts()].confirmed += 1
      case .insightDismissed(let category): verdicts[category, default: Verdicts()].dismissed += 1
      case .patternSurfaced: patternsSurfaced += 1
      case .patternEngaged: patternsEngaged += 1
      case .reflectionAccepted: reflectionsAccepted += 1
      case .reflectionDeclined: reflectionsDeclined += 1
      case .nudgeOpened: nudgesOpened += 1
      case .discoveryCompleted, .memoryRecalled, .product: break
      }
    }
    sessions = depths.count
    domains = Self.shares(of: turns)
    depth = Self.mean(depths[...])
    if depths.count > Self.recentSessions {
      let recent = Self.mean(depths.suffix(Self.recentSessions)) ?? 0
      depthTrend = recent - (Self.mean(depths.dropLast(Self.recentSessions)) ?? 0)
    }
    if let first {
      let weeks = max(1, (now - first) / (7 * 86_400))
      sessionsPerWeek = Double(sessions) / weeks
    }
  }

  /// Returns the shares of the domains in the turns since a time, the most frequent first, without some domains.
  static func domains(
    in log: SignalLog, since start: Double = -.infinity, without hidden: Set<String> = []
  ) -> [DomainShare] {
    var turns: [String: Int] = [:]
    for signal in log.signals where signal.time >= start {
      if case .domainUsed(let domain) = signal.signal, !hidden.contains(domain) {
        turns[domain, default: 0] += 1
      }
    }
    return shares(of: turns)
  }

  private static func shares(of turns: [String: Int]) -> [DomainShare] {
    let total = turns.values.reduce(0, +)
    return turns.map { DomainShare(domain: $0.key, share: Double($0.value) / Double(total)) }
      .sorted { ($1.share, $0.domain) < ($0.share, $1.domain) }
  }

  private static func mean(_ values: ArraySlice<Double>) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }
}
