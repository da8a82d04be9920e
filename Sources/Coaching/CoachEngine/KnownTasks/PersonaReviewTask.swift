public import CoachModel
public import CoachSafety
public import LanguageModels
import SafetyRules

/// Reviews a creator's persona before publication: first by rules, then by a model if there is one.
///
/// The stricter verdict wins, so a model can add findings but never override the rules. Its quotations must occur
/// in the persona; a reason whose quotation does not is dropped and noted. If the model is unavailable, does not
/// answer in time, or gives an unusable answer, the verdict is at least ``PersonaVerdict/revise``, so that a human
/// looks. Publishing late does little harm, publishing unchecked may do much.
public struct PersonaReviewTask: Sendable {
  /// The result of a review.
  public struct Result: Sendable {
    /// The verdict with its findings.
    public var review: PersonaReview
    /// The reference of the prompt that was used; `nil` if no model was asked or it did not answer in time.
    public var prompt: String?
    /// The tokens consumed by the model; `nil` if no model was asked or it did not answer in time.
    public var usage: TokenUsage?
    /// The call of the model with its cost; `nil` if no model was asked or it did not answer in time.
    public var call: TurnCall?
  }

  /// The reviewer in addition to the rules.
  public enum SecondLook: Sendable {
    /// None: the rules alone decide.
    case none
    /// A model, asked after the rules.
    case model(PersonaReader)
    /// A model that was requested but is not available, for the given reason.
    case unavailable(String)
  }

  /// The rules, which are evaluated locally.
  public var rules: PersonaRules
  /// The reviewer in addition to the rules.
  public var secondLook: SecondLook
  /// The clock that measures the model's time limit.
  public var clock = CallClock.system

  /// Creates a review. By default only the built-in rules are used.
  public init(rules: PersonaRules = .builtIn, secondLook: SecondLook = .none) {
    self.rules = rules
    self.secondLook = secondLook
  }

  /// Reviews a persona, with explanations in the given language (a BCP 47 tag). It does not throw.
  public func review(_ persona: Persona, language: String = "en") async -> Result {
    let ruled = rules.review(persona, language: language)
    let reader: PersonaReader
    switch secondLook {
    case .none: return Result(review: ruled)
    case .unavailable(let why):
      return Result(review: ruled.joined(with: .init(.model, .unavailable(why)), []))
    case .model(let asked): reader = asked
    }
    // A text that is too long to be published is not sent to a model either.
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
      usage: answer.usage, call: answer.call)
  }
}

extension PersonaReview {
  /// Returns the review combined with that of another stage.
  fileprivate func joined(with stage: Stage, _ others: [PersonaFinding]) -> PersonaReview {
    PersonaReview(findings: findings + others, stages: stages + [stage])
  }
}
