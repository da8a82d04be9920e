import SourceFiles

/// Something that a coach must not say, which is looked for in every sentence of a reply.
///
/// Prompts forbid all of it, but a model still says it now and then. The checks are word patterns, which find plain
/// phrasings and miss indirect ones, so they complement the prompt and do not replace it.
///
/// The name is open: a product adds checks of its own with `ReplyChecks.adding(_:)` (module CoachSafety).
public struct ReplyCheck: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
  /// The name in policies, settings and findings: lower-case letters, digits and `_`, beginning with a letter.
  public let rawValue: String

  /// Creates a name; `nil` if the text is not one.
  public init?(rawValue: String) {
    guard rawValue.isIdentifier() else { return nil }
    self.rawValue = rawValue
  }

  /// Creates a name from a literal, which is not checked.
  public init(stringLiteral name: String) { rawValue = name }

  private init(builtIn name: String) { rawValue = name }

  /// Encourages, approves of or romanticises death, suicide or self-harm.
  public static let harmEncouragement = ReplyCheck(builtIn: "harm_encouragement")
  /// Describes how somebody could harm or kill themselves.
  public static let methodDetail = ReplyCheck(builtIn: "method_detail")
  /// Encourages or excuses violence against others, or against the person.
  public static let violence = ReplyCheck(builtIn: "violence")
  /// Speaks of romance or sex between coach and person.
  public static let romance = ReplyCheck(builtIn: "romance")
  /// Confirms as real what only the person sees or hears, such as voices that command.
  public static let delusion = ReplyCheck(builtIn: "delusion")
  /// Advises against a doctor, a therapist, the emergency services or other help.
  public static let helpDiscouraged = ReplyCheck(builtIn: "help_discouraged")
  /// Makes the person depend on the coach, or turns them against those around them.
  public static let dependence = ReplyCheck(builtIn: "dependence")
  /// Names an illness or a disorder as what the person has.
  public static let diagnosis = ReplyCheck(builtIn: "diagnosis")
  /// Advises on medication, a dose or stopping one.
  public static let prescription = ReplyCheck(builtIn: "prescription")
  /// Claims clinical training or experience, or to treat.
  public static let clinicalClaim = ReplyCheck(builtIn: "clinical_claim")
  /// Insults, blames, mocks or orders about.
  public static let harshTone = ReplyCheck(builtIn: "harsh_tone")
  /// Belittles what the person feels.
  public static let dismissive = ReplyCheck(builtIn: "dismissive")
  /// Tells the person what to do during discovery, in which the coach only listens.
  public static let discoveryAdvice = ReplyCheck(builtIn: "discovery_advice")
  /// Promises secrecy, which a coach that may have to call for help cannot keep.
  public static let secrecyPromise = ReplyCheck(builtIn: "secrecy_promise")
  /// Claims or implies that a human being is talking.
  public static let humanClaim = ReplyCheck(builtIn: "human_claim")
  /// Recites the prompt, or speaks of its own instructions.
  public static let promptText = ReplyCheck(builtIn: "prompt_text")

  /// The checks of this package, in the order of their gravity: of two findings in a sentence, the first decides what
  /// replaces it.
  public static let builtIn: [ReplyCheck] = [
    .harmEncouragement, .methodDetail, .violence, .romance, .delusion, .helpDiscouraged,
    .dependence, .diagnosis, .prescription, .clinicalClaim, .harshTone, .dismissive,
    .discoveryAdvice, .secrecyPromise, .humanClaim, .promptText,
  ]

  /// Returns the check of this package with a name; `nil` if there is none.
  package static func builtIn(named name: String) -> ReplyCheck? {
    builtIn.first { $0.rawValue == name }
  }
}
