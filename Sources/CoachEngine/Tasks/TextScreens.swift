import CoachModel
public import CoachSafety
public import ReplyContracts
import SafetyRules

/// The screens of texts to which the rules of contracts refer.
public enum TextScreens {
  /// The screens of a service: `crisis` for signs of a crisis, and `private` for what must not be noted about anybody:
  /// diagnoses, medication, self-harm.
  public static let standard = screens(crisis: CrisisScreen.builtIn)

  /// Returns the screens with a crisis screen of your own.
  public static func screens(crisis: any CrisisScreening) -> [String: ContractReferences.Screen] {
    let isCrisis = { @Sendable (text: String) in
      crisis.examine(text, history: []).assessment != nil
    }
    return [
      "crisis": { isCrisis($0) ? "is about a crisis" : nil },
      "private": { text in
        if isCrisis(text) { return "is about a crisis" }
        return PrivateMatters.builtIn.matter(in: text).map { "is about \($0.name)" }
      },
    ]
  }
}
