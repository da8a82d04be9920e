public import CoachModel
import Documents

/// How a person likes to be coached: as inferred, and as they set it themselves.
public struct StyleProfile: Sendable, Hashable {
  /// The number of sessions from which a style is inferred, and after which it is inferred again.
  public static let interval = 5

  /// The inferred preference in general; `nil` before there were enough sessions.
  public private(set) var inferred: StylePreference?
  /// The inferred preferences by the id of a domain.
  public private(set) var domains: [String: StylePreference]
  /// The number of sessions at the last inference; `nil` if there was none.
  public private(set) var inferredAt: Int?
  /// What the person chose, which overrides everything else; `nil` if they chose nothing.
  public var chosen: StylePreference?

  /// Creates a style that nothing is known about.
  public init() {
    self.init(inferred: nil, domains: [:], inferredAt: nil, chosen: nil)
  }

  init(
    inferred: StylePreference?, domains: [String: StylePreference], inferredAt: Int?,
    chosen: StylePreference?
  ) {
    self.inferred = inferred
    self.domains = domains
    self.inferredAt = inferredAt
    self.chosen = chosen
  }

  /// Returns whether the style should be inferred after a number of sessions: from five on, and again every five.
  public func isDue(sessions: Int) -> Bool {
    sessions >= Self.interval && sessions - (inferredAt ?? 0) >= Self.interval
  }

  /// Infers the style again.
  mutating func infer(from evidence: StyleEvidence, sessions: Int) {
    inferred = StyleInference.overall(evidence)
    domains = [:]
    for domain in evidence.domains.keys where !domain.isEmpty {
      domains[domain] = StyleInference.preference(evidence, in: domain)
    }
    inferredAt = sessions
  }

  /// Infers the style again because evidence was forgotten; when it is inferred next does not change.
  mutating func correct(by evidence: StyleEvidence) {
    guard let sessions = inferredAt else { return }
    infer(from: evidence, sessions: sessions)
  }

  /// Returns the style for a conversation in a domain, whose own style applies where nothing else is known.
  public func preference(in domain: String?, default standard: StylePreference?) -> StylePreference?
  {
    if let chosen { return chosen }
    let own = domain.flatMap { domains[$0] } ?? inferred
    return own?.filled(from: standard) ?? standard
  }

  /// Returns the style with the changes of another copy; of two inferences, the later one.
  func merged(with other: StyleProfile) -> StyleProfile {
    var merged = (inferredAt ?? -1) >= (other.inferredAt ?? -1) ? self : other
    merged.chosen = chosen ?? other.chosen
    return merged
  }
}

extension StyleProfile {
  static let members = JSONObjectForm<StyleProfile>(
    "a person's style", .optional("inferred", \.inferred, StylePreference.members.form),
    .optional("domains", \.domains, .map(StylePreference.members.form), default: [:]),
    .optional("inferred_at", \.inferredAt, .integer()),
    .optional("chosen", \.chosen, StylePreference.members.form)
  ) {
    StyleProfile(
      inferred: $0.inferred, domains: $0.domains, inferredAt: $0.inferredAt, chosen: $0.chosen)
  }
}
