/// Something that a coach must not say, which is looked for in every sentence of a reply.
///
/// Prompts forbid all of it, but a model still says it now and then. The checks are word patterns, which find plain
/// phrasings and miss indirect ones, so they complement the prompt and do not replace it.
///
/// The order is that of their gravity: of two findings in a sentence, the first decides what replaces it.
public enum ReplyCheck: String, Sendable, Hashable, CaseIterable {
  /// Encourages, approves of or romanticises death, suicide or self-harm.
  case harmEncouragement = "harm_encouragement"
  /// Describes how somebody could harm or kill themselves.
  case methodDetail = "method_detail"
  /// Encourages or excuses violence against others, or against the person.
  case violence
  /// Speaks of romance or sex between coach and person.
  case romance
  /// Confirms as real what only the person sees or hears, such as voices that command.
  case delusion
  /// Advises against a doctor, a therapist, the emergency services or other help.
  case helpDiscouraged = "help_discouraged"
  /// Makes the person depend on the coach, or turns them against those around them.
  case dependence
  /// Names an illness or a disorder as what the person has.
  case diagnosis
  /// Advises on medication, a dose or stopping one.
  case prescription
  /// Claims clinical training or experience, or to treat.
  case clinicalClaim = "clinical_claim"
  /// Insults, blames, mocks or orders about.
  case harshTone = "harsh_tone"
  /// Belittles what the person feels.
  case dismissive
  /// Tells the person what to do during discovery, in which the coach only listens.
  case discoveryAdvice = "discovery_advice"
  /// Promises secrecy, which a coach that may have to call for help cannot keep.
  case secrecyPromise = "secrecy_promise"
  /// Claims or implies that a human being is talking.
  case humanClaim = "human_claim"
  /// Recites the prompt, or speaks of its own instructions.
  case promptText = "prompt_text"
}
