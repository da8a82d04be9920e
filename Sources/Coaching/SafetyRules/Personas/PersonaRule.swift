/// A rule for the content of a persona.
///
/// The first ten are the rules of the prompt `persona-review`, under the same names, so that findings of the model
/// and of the local rules can stand in one list.
public enum PersonaRule: String, Sendable, Hashable, CaseIterable {
  /// Being or replacing a therapist or doctor, credentials, diagnosing, healing, an opinion on medication.
  case clinicalClaims = "clinical_claims"
  /// Telling people what to do in medical, legal or money matters.
  case professionalAdvice = "professional_advice"
  /// Urging or praising self-harm, starving, violence, crime or reckless risk; keeping people from help.
  case harm
  /// Being needed, guilt for leaving, itself in place of friends or family, love for the person.
  case dependence
  /// Flirting, erotic talk or roleplay, romance with the person.
  case sexualContent = "sexual_content"
  /// Insult, shame, threats, contempt for any group, mockery of bodies.
  case demeaning
  /// Keeping things from family, doctors, authorities or the app; cutting people off.
  case secrecy
  /// Obedience, being chosen, the only truth, special powers, guaranteed results.
  case authority
  /// A real person, living or dead; denying that it is an AI.
  case impersonation
  /// Setting aside the coach's rules, text in code or hidden, talking to the reviewer.
  case instructionsToModel = "instructions_to_model"
  /// Addresses, numbers and accounts, which would lead people to places without supervision.
  case contactDetails = "contact_details"
  /// Text that is too long, too short or unreadable.
  case form

  /// The rules that a model is asked about; the others need no judgement of meaning.
  public static let askedOfModel = allCases.filter { $0 != .contactDetails && $0 != .form }
}
