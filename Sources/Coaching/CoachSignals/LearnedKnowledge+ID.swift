import CoachModel

extension LearnedKnowledge {
  /// What an id names that is shown as learned and is no item of the profile.
  enum ID: Sendable, Hashable {
    /// A theme, a sign of growth or a note on style, by the digest of its text.
    case pattern(String)
    /// The style in a domain, or in general.
    case style(domain: String?, isChosen: Bool)
    /// The progress of a goal, by the goal's id.
    case progress(String)
    /// The share of a domain.
    case share(String)

    init?(_ text: String) {
      let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      guard let kind = parts.first else { return nil }
      let rest = parts.count > 1 ? parts[1] : nil
      switch (kind, rest) {
      case ("pattern", let digest?): self = .pattern(digest)
      case ("style", let domain): self = .style(domain: domain, isChosen: false)
      case ("chosen_style", let domain): self = .style(domain: domain, isChosen: true)
      case ("progress", let goal?): self = .progress(goal)
      case ("share", let domain?): self = .share(domain)
      default: return nil
      }
    }

    var text: String {
      switch self {
      case .pattern(let digest): "pattern/\(digest)"
      case .style(let domain, let isChosen):
        (isChosen ? "chosen_style" : "style") + (domain.map { "/\($0)" } ?? "")
      case .progress(let goal): "progress/\(goal)"
      case .share(let domain): "share/\(domain)"
      }
    }
  }

  /// The ids of all that can be removed, items and proposals included.
  public var ids: [String] {
    items.map(\.id) + proposals.map(\.id) + patterns.map(\.id) + growth.map(\.id)
      + styleNotes.map(\.id) + styles.map(\.id) + progress.map(\.id) + shares.map(\.id)
  }
}

extension PersonRecord {
  /// Returns the id of a theme, a sign of growth or a note on style.
  func insightID(ofPattern text: String) -> String {
    LearnedKnowledge.ID.pattern(WordingDigest.digest(text, salt: profile.salt)).text
  }

  /// Removes what is shown as learned and is no item of the profile. Returns whether there was anything with this id.
  mutating func removeInsight(_ id: String, at now: Double, on day: CalendarDay) -> Bool {
    let category: ProfileCategory
    switch LearnedKnowledge.ID(id) {
    case .pattern:
      let summary = patterns.summary
      let texts = summary.themes.map(\.text) + summary.growth + summary.styleNotes
      guard let text = texts.first(where: { insightID(ofPattern: $0) == id }) else { return false }
      return dismissPattern(text, at: now, on: day)
    case .style(let domain, isChosen: true):
      let known = domain.map { style.chosenDomains[$0] } ?? style.chosen
      style.choose(nil, in: domain)
      return known != nil
    case .style(let domain, isChosen: false):
      guard style.dismiss(domain: domain) else { return false }
      category = .communication
    case .progress(let goal):
      guard goalProgress(on: day).contains(where: { $0.id == goal }) else { return false }
      dismissed.insert(id)
      category = .goals
    case .share(let domain):
      guard SignalSummary.domains(in: signals).contains(where: { $0.domain == domain }),
        dismissed.insert(id).inserted
      else { return false }
      category = .domain
    case nil: return false
    }
    signals.append([
      DatedSignal(id: "\(id)/dismissed", time: now, signal: .insightDismissed(category))
    ])
    return true
  }
}
