import SafetyRules
public import CoachModel
import CoachSafety
public import LanguageModels
public import PersonaReview

/// Reviews a creator's persona before it is published: the rules first, then a model where there is one.
///
/// The graver verdict holds, so a model can add what the rules do not see and never takes back what they found. Its
/// quotations have to stand in the persona; a reason whose quotation does not is dropped and noted. When it cannot be
/// asked, does not answer in time, or answers with something else, the verdict is at least
/// ``PersonaVerdict/revise``: somebody has to look. Publishing late does little harm, publishing blindly may do much.
public struct PersonaReviewTask: Sendable {
  /// What came of a review.
  public struct Result: Sendable {
    /// The verdict with its reasons.
    public var review: PersonaReview
    /// Which version of the prompt was asked; nil when no model was.
    public var prompt: String?
    /// What the model's calls consumed; nil when none was made.
    public var usage: TokenUsage?
  }

  /// Who looks beside the rules.
  public enum SecondLook: Sendable {
    /// Nobody: the rules alone decide.
    case none
    /// A model.
    case model(PersonaReader)
    /// A model that was asked for and cannot be had, for this reason.
    case unavailable(String)
  }

  /// What is looked at on this machine.
  public var rules: PersonaRules
  /// Who looks beside them.
  public var secondLook: SecondLook
  /// The time by which the model is waited for.
  public var clock = CallClock.system

  /// Creates a review.
  public init(rules: PersonaRules = .builtIn, secondLook: SecondLook = .none) {
    self.rules = rules
    self.secondLook = secondLook
  }

  /// Reviews a persona; explanations are in the language (BCP 47). Never throws.
  public func review(_ persona: Persona, language: String = "en") async -> Result {
    let ruled = rules.review(PersonaText(persona), language: language)
    let reader: PersonaReader
    switch secondLook {
    case .none: return Result(review: ruled)
    case .unavailable(let why):
      return Result(review: ruled.joined(with: .init(.model, .unavailable(why)), []))
    case .model(let asked): reader = asked
    }
    // What nobody would publish at this length is not sent to anyone either.
    if let long = ruled.findings.first(where: { $0.check == .tooLong }) {
      let why = "not asked: '\(long.field.rawValue)' is too long"
      return Result(review: ruled.joined(with: .init(.model, .unavailable(why)), []))
    }
    let rules = rules
    let answer = await reader.read(persona, language: language, clock: clock) { rule in
      rules.explanation(of: rule, language: language)
    }
    return Result(
      review: ruled.joined(with: answer.stage, answer.findings), prompt: answer.prompt,
      usage: answer.usage)
  }
}

extension PersonaReview {
  /// The review with another look at the persona.
  fileprivate func joined(with stage: Stage, _ others: [PersonaFinding]) -> PersonaReview {
    PersonaReview(findings: findings + others, stages: stages + [stage])
  }
}
