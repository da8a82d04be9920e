import CoachModel
public import CoachSafety
public import ReplyContracts
import SafetyRules

/// The screens of texts to which the rules of contracts refer.
public enum TextScreens {
  /// The screens of a service: `crisis` for signs of a crisis, `private` for what must not be noted about anybody:
  /// diagnoses, medication, self-harm, and `coach` for what a coach must not say.
  public static let standard = screens(crisis: CrisisScreen.builtIn)

  /// The name of the screen that every text of a task passes.
  static let coach = "coach"

  /// Returns the screens with a crisis screen, a policy and checks for replies of your own.
  public static func screens(
    crisis: any CrisisScreening, guardrails: GuardrailPolicy = .standard,
    checks: ReplyChecks = .builtIn
  ) -> [String: ContractReferences.Screen] {
    let isCrisis = { @Sendable (text: String) in
      crisis.examine(text, history: []).assessment != nil
    }
    return [
      "crisis": { isCrisis($0) ? "is about a crisis" : nil },
      "private": { text in
        if isCrisis(text) { return "is about a crisis" }
        return PrivateMatters.builtIn.matter(in: text).map { "is about \($0.name)" }
      },
      coach: { text in
        let replyGuard = ReplyGuard(
          policy: guardrails, isDiscovery: false, language: "en", checks: checks)
        return replyGuard.removals(in: text).first.map {
          "must not say “\($0.evidence)” (\($0.check.rawValue))"
        }
      },
    ]
  }
}
