public import CoachModel
import SafetyRules
import SourceFiles

/// Which personas a turn takes.
///
/// Whatever the policy, none with a status other than ``PersonaStatus/approved`` is taken, and none that the local rules reject:
/// an approval may be older than a rule, and a status is only what the caller says.
public struct PersonaPolicy: Sendable {
  /// Whether a persona without a status is refused, too. By default the rules alone decide about it, for callers that keep no
  /// status and review personas elsewhere.
  public var requiresApproval = false
  private let rules: PersonaRules
  /// The texts that the rules have judged: a persona comes with every message.
  private let isRejected = DigestCache<Bool>(capacity: 500)

  /// Creates a policy with rules, by default those of this package.
  public init(requiresApproval: Bool = false, rules: PersonaRules = .builtIn) {
    self.requiresApproval = requiresApproval
    self.rules = rules
  }

  /// Returns why a persona is not taken; `nil` if it is.
  public func refusal(of persona: Persona) -> PersonaRefusal? {
    switch persona.status {
    case .approved: break
    case nil where !requiresApproval: break
    case nil:
      return PersonaRefusal(
        .notApproved, "the persona has no status",
        advice: "review it, and send it with the status 'approved'")
    case let status?:
      return PersonaRefusal(
        .notApproved, "the persona has the status '\(status.rawValue)'",
        advice: "use it once it is approved, or leave 'persona' out")
    }
    guard isRejectedByRules(persona) else { return nil }
    return PersonaRefusal(
      .rejected, "the rules for personas reject this one",
      advice: "review it to see which words break which rule, or leave 'persona' out")
  }

  private func isRejectedByRules(_ persona: Persona) -> Bool {
    let texts = PersonaField.allCases.map { field in
      persona[field].map { "\($0.utf8.count):\($0)" } ?? "-"
    }
    let digest = ContentDigest(of: texts.joined())
    if let known = isRejected[digest] { return known }
    let rejected = rules.review(persona, language: "en").verdict == .reject
    isRejected.keep(rejected, for: digest)
    return rejected
  }
}

/// Why a turn does not take a persona. It quotes nothing of it.
public struct PersonaRefusal: Error, Sendable, Hashable {
  /// The kinds of refusal. The raw values are stable identifiers for programs.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// Nobody has approved the persona, or no longer.
    case notApproved = "persona.not_approved"
    /// The local rules reject its texts, whatever its status.
    case rejected = "persona.rejected"
  }

  /// The kind of refusal.
  public var code: Code
  /// The problem, in one sentence without a full stop.
  public var message: String
  /// What to do about it.
  public var advice: String

  init(_ code: Code, _ message: String, advice: String) {
    self.code = code
    self.message = message
    self.advice = advice
  }
}

extension PersonaRefusal: CustomStringConvertible {
  /// The message, followed by the advice on the next line.
  public var description: String { "\(message)\n  → \(advice)" }
}
