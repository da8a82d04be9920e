public import CoachModel

extension PersonRecord {
  /// How many sessions, and of how many days, are recent.
  private static let recentSessions = 10
  private static let recentDays = 60
  /// The number of days whose domains a prompt is told.
  private static let domainDays = 90.0

  /// Returns the goals on which the person told of progress in a recent session: one of the last ten, at most 60 days ago.
  /// The goal that they told of last comes first.
  ///
  /// Only goals that the person entered or confirmed have progress, and not where the person dismissed it.
  public func goalProgress(on today: CalendarDay) -> [GoalProgress] {
    let recent = sessions.records.suffix(Self.recentSessions).filter {
      today.number - $0.day.number <= Self.recentDays
    }
    return trackedGoals.compactMap { goal in
      let days = recent.filter { $0.progress.contains { $0.goal == goal.id } }.map(\.day)
      guard let last = days.max() else { return nil }
      return GoalProgress(
        id: goal.id, goal: goal.text, sessions: days.count, last: last.description)
    }.sorted { ($1.last, $1.sessions, $0.id) < ($0.last, $0.sessions, $1.id) }
  }

  /// The goals whose progress may be noted.
  public var trackedGoals: [ProfileItem] {
    profile.usable.filter {
      $0.category == .goals && !dismissed.contains(LearnedKnowledge.ID.progress($0.id).text)
    }
  }

  /// Returns the shares of the domains that a prompt is told, the most frequent first.
  func recentDomains(on today: CalendarDay) -> [DomainShare] {
    SignalSummary.domains(
      in: signals, since: today.unixTime - Self.domainDays * 86_400, without: dismissedDomains)
  }

  /// The domains whose share the person dismissed.
  var dismissedDomains: Set<String> {
    Set(
      dismissed.compactMap {
        if case .share(let domain) = LearnedKnowledge.ID($0) { domain } else { nil }
      })
  }
}
