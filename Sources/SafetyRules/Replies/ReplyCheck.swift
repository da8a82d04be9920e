/// Something that a coach must not say, and that is looked for in every sentence of a reply.
///
/// A prompt forbids all of it, and a model does it all the same now and then. The checks are word patterns: they
/// see the plain ways of saying it and miss the veiled ones, so they stand behind the prompt, not in its place.
public enum ReplyCheck: String, Sendable, Hashable, CaseIterable {
  /// Names an illness or a disorder as what the person has.
  case diagnosis
  /// Advises on medication, a dose or stopping one.
  case prescription
  /// Claims clinical training or experience, or to treat.
  case clinicalClaim = "clinical_claim"
  /// Insults, blames, mocks or orders about.
  case harshTone = "harsh_tone"
  /// Makes small what the person feels.
  case dismissive
  /// Tells the person what to do, where discovery only listens.
  case discoveryAdvice = "discovery_advice"
  /// Promises to keep a secret, which nobody can who may have to call for help.
  case secrecyPromise = "secrecy_promise"
  /// Says how somebody could harm or kill themselves.
  case methodDetail = "method_detail"
  /// Says or implies that a human being is talking.
  case humanClaim = "human_claim"
}
