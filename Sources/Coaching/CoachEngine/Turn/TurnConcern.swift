import CoachSafety
import Documents
public import SafetyRules

/// Signs of danger in a turn that are less plain than a crisis.
///
/// The coach answers, is told what was noticed and asks about it, and the person is shown where to find help.
public struct TurnConcern: Sendable, Hashable {
  /// What raised the concern.
  public enum Source: String, Sendable, Hashable, CaseIterable {
    /// The crisis screen, and no model ruled it out.
    case screen
    /// The message is in a language that the screen does not read, and no model could say what it means.
    case notRead = "not_read"
    /// The coach, with the tag ``TurnConfiguration/Tags/concern``.
    case coach
  }

  /// What raised the concern.
  public var source: Source
  /// What the message may signal, most likely first; empty if only its language is known to be another.
  public var categories: [CrisisCategory]
  /// Whether an earlier message of the session signalled danger and this one follows on it.
  public var isFollowUp: Bool
  /// How close the danger seems to the coach; `nil` unless the coach raised the concern.
  public var severity: CrisisSeverity?
  /// What the coach noticed, in its words; `nil` unless the coach raised the concern.
  public var about: String?

  /// Creates a concern.
  public init(
    source: Source, categories: [CrisisCategory], isFollowUp: Bool = false,
    severity: CrisisSeverity? = nil, about: String? = nil
  ) {
    self.source = source
    self.categories = categories
    self.isFollowUp = isFollowUp
    self.severity = severity
    self.about = about
  }
}

extension TurnConcern {
  /// Creates the concern that a screen raises; `nil` if it raises none.
  init?(_ report: ScreeningReport) {
    guard report.verdict.isInDoubt else { return nil }
    self.init(
      source: report.verdict == .notRead ? .notRead : .screen,
      categories: report.suspicion?.categories ?? [],
      isFollowUp: report.suspicion?.isFollowUp ?? false)
  }

  /// What was noticed, for a prompt: `suicidal thoughts`; empty if nobody knows.
  var noticed: [JSONValue] { categories.map { .string($0.words) } }
}

extension CrisisCategory {
  /// The category as words of a prompt: `suicidal thoughts`.
  var words: String { rawValue.split(separator: "_").joined(separator: " ") }
}
