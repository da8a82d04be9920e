public import CoachModel
import Documents

/// How a person likes to be coached: as inferred, and as they set it themselves.
public struct StyleProfile: Sendable, Hashable {
  /// The number of sessions from which a style is inferred, and after which it is inferred again.
  public static let interval = 5
  /// The key of the style in general, beside the ids of domains.
  private static let general = ""

  /// The inferred preference in general; `nil` before there were enough sessions.
  public private(set) var inferred: StylePreference?
  /// The inferred preferences by the id of a domain.
  public private(set) var domains: [String: StylePreference]
  /// The number of sessions at the last inference; `nil` if there was none.
  public private(set) var inferredAt: Int?
  /// What the person chose in general, which overrides what is inferred; `nil` if they chose nothing.
  public private(set) var chosen: StylePreference?
  /// What the person chose for single domains, by their ids; it overrides everything else there.
  public private(set) var chosenDomains: [String: StylePreference]
  /// How often the person decided about each choice. Of two copies of which one continues the other, the one with more
  /// decisions is the later one. Of devices that were apart, the one with more decisions wins, whichever was the last.
  private var decisions: [String: Int]
  /// The inferred styles that the person dismissed, by the ids of domains; the general one stands for all.
  private var dismissed: Set<String>

  /// Creates a style that nothing is known about.
  public init() {
    self.init(
      inferred: nil, domains: [:], inferredAt: nil, chosen: nil, chosenDomains: [:],
      decisions: [:], dismissed: [])
  }

  private init(
    inferred: StylePreference?, domains: [String: StylePreference], inferredAt: Int?,
    chosen: StylePreference?, chosenDomains: [String: StylePreference], decisions: [String: Int],
    dismissed: Set<String>
  ) {
    self.inferred = inferred
    self.domains = domains
    self.inferredAt = inferredAt
    self.chosen = chosen
    self.chosenDomains = chosenDomains
    self.decisions = decisions
    self.dismissed = dismissed
  }

  // MARK: Using it

  /// Returns the style for a conversation in a domain.
  ///
  /// What the person chose for the domain comes first, then what they chose in general, then what was inferred. The domain's
  /// own style, `standard`, applies only while nothing is known of the person's: after that, a dimension without evidence
  /// is balanced, since the domain's side may be the opposite of theirs.
  public func preference(in domain: String?, default standard: StylePreference?) -> StylePreference?
  {
    if let chosen = domain.flatMap({ chosenDomains[$0] }) ?? chosen { return chosen }
    if isDismissed(Self.general) || domain.map(isDismissed) ?? false { return StylePreference() }
    return domain.flatMap { domains[$0] } ?? inferred ?? standard
  }

  // MARK: Inferring it

  /// Returns whether the style should be inferred after a number of sessions: from five on, and again every five.
  public func isDue(sessions: Int) -> Bool {
    sessions >= Self.interval && sessions - (inferredAt ?? 0) >= Self.interval
  }

  /// Infers the style again; without any evidence, nothing is known.
  mutating func infer(from evidence: StyleEvidence, sessions: Int) {
    inferredAt = sessions
    inferred = evidence.isEmpty ? nil : StyleInference.overall(evidence)
    domains = [:]
    for domain in evidence.domains.keys where !domain.isEmpty {
      domains[domain] = StyleInference.preference(evidence, in: domain)
    }
    removeDismissed()
  }

  /// Infers the style again because evidence was forgotten; when it is inferred next does not change.
  mutating func correct(by evidence: StyleEvidence) {
    guard let sessions = inferredAt else { return }
    infer(from: evidence, sessions: sessions)
  }

  // MARK: The person's decisions

  /// Sets what the person chose for a domain, or in general; `nil` goes back to what is inferred.
  mutating func choose(_ style: StylePreference?, in domain: String? = nil) {
    let key = domain ?? Self.general
    guard choice(key) != style else { return }
    decisions[key] = min((decisions[key] ?? 0) + 1, JSONForm<Int>.largestCount)
    setChoice(style, of: key)
  }

  /// Dismisses what was inferred for a domain, for good; without a domain all of it, since what is inferred for a domain
  /// rests on what is inferred in general. Returns whether there was anything.
  mutating func dismiss(domain: String?) -> Bool {
    guard domain.map({ domains[$0] != nil }) ?? (inferred != nil) else { return false }
    dismissed.insert(domain ?? Self.general)
    removeDismissed()
    return true
  }

  private func isDismissed(_ key: String) -> Bool { dismissed.contains(key) }

  private mutating func removeDismissed() {
    if isDismissed(Self.general) { (inferred, domains) = (nil, [:]) }
    for domain in dismissed { domains[domain] = nil }
  }

  private func choice(_ key: String) -> StylePreference? {
    key == Self.general ? chosen : chosenDomains[key]
  }

  private mutating func setChoice(_ style: StylePreference?, of key: String) {
    if key == Self.general { chosen = style } else { chosenDomains[key] = style }
  }

  // MARK: Merging

  /// Returns the style with the changes of another copy: the later inference, the decision of the copy with more of them
  /// about each choice, and without what was dismissed in either.
  func merged(with other: StyleProfile) -> StyleProfile {
    var merged = (inferredAt ?? -1) >= (other.inferredAt ?? -1) ? self : other
    let keys = [self, other].reduce(into: Set([Self.general])) { keys, copy in
      keys.formUnion(copy.chosenDomains.keys)
      keys.formUnion(copy.decisions.keys)
    }
    for key in keys {
      let later = isLater(other, in: key) ? other : self
      merged.setChoice(later.choice(key), of: key)
      merged.decisions[key] = later.decisions[key]
    }
    merged.dismissed = dismissed.union(other.dismissed)
    merged.removeDismissed()
    return merged
  }

  /// Whether another copy has more decisions. Of two with as many, one is taken that does not depend on which copy is which:
  /// a choice before none.
  private func isLater(_ other: StyleProfile, in key: String) -> Bool {
    let (first, second) = (decisions[key] ?? 0, other.decisions[key] ?? 0)
    guard first == second else { return second > first }
    func numbers(_ style: StylePreference?) -> [Double] {
      style.map { style in StyleDimension.allCases.map { style[$0] } } ?? []
    }
    return numbers(choice(key)).lexicographicallyPrecedes(numbers(other.choice(key)))
  }
}

extension StyleProfile {
  static let members = JSONObjectForm<StyleProfile>(
    "a person's style", .optional("inferred", \.inferred, StylePreference.members.form),
    .optional("domains", \.domains, .map(StylePreference.members.form), default: [:]),
    .optional("inferred_at", \.inferredAt, .integer()),
    .optional("chosen", \.chosen, StylePreference.members.form),
    .optional(
      "chosen_domains", \.chosenDomains, .map(StylePreference.members.form), default: [:]),
    .optional("decisions", \.decisions, .map(.integer()), default: [:]),
    .list("dismissed", \.dismissedInOrder, .text)
  ) {
    StyleProfile(
      inferred: $0.inferred, domains: $0.domains, inferredAt: $0.inferredAt, chosen: $0.chosen,
      chosenDomains: $0.chosenDomains, decisions: $0.decisions,
      dismissed: Set($0.dismissedInOrder))
  }

  private var dismissedInOrder: [String] { dismissed.sorted() }
}
