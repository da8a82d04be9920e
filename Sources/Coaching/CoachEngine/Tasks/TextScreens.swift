import CoachModel
public import CoachSafety
public import ReplyContracts
import SafetyRules

/// The screens of texts to which the rules of contracts refer.
public enum TextScreens {
  /// The screens of a service: `crisis` for signs of a crisis, `private` for what must not be noted about anybody:
  /// diagnoses, medication, self-harm, `lock_screen` for that and what strangers should not read: love, money, faith, quarrels,
  /// and `coach` for what a coach must not say.
  public static let standard = screens(crisis: CrisisScreen.builtIn)

  /// The name of the screen that every text of a task passes.
  static let coach = "coach"

  /// Whether a text on a locked screen may hint at something: no word of it is private.
  static func maySuggestOnLockScreen(_ text: String) -> Bool {
    PrivateMatters.builtIn.matter(in: text, before: .strangers) == nil
      && CrisisScreen.builtIn.examine(text, history: []).assessment == nil
  }

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
      "lock_screen": { text in
        if isCrisis(text) { return "is about a crisis" }
        return PrivateMatters.builtIn.matter(in: text, before: .strangers)
          .map { "is about \($0.name)" }
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
