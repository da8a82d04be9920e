public import Documents

/// Something that happens in a journey.
public enum JourneyEvent: Sendable, Hashable {
  /// An action of the phase or of a reminder is performed, with what the person wrote, if it takes a text. An action of a
  /// reminder is named `reminder.action`.
  case action(String, text: String? = nil)
  /// The person filled in the form of the phase.
  case form(JSONObject)
  /// A reply of the conversation had tags, each with its payload; `true` for one without.
  case tags(JSONObject)
  /// The app learned facts elsewhere, such as a name from signing in.
  case facts(JSONObject)
}

/// Why an event changes nothing.
public struct JourneyError: Error, Sendable, Hashable {
  /// The kind of problem, for programs.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The state belongs to another journey.
    case otherJourney = "other_journey"
    /// The phase has no such action at the moment.
    case noAction = "no_action"
    /// The phase has no form, or the form has no such field.
    case noField = "no_field"
    /// A field is missing or wrong.
    case invalidField = "invalid_field"
    /// There is no such fact, or it has another type.
    case invalidFact = "invalid_fact"
  }

  /// The kind of problem.
  public var code: Code
  /// What is wrong, in one sentence, without what the person wrote.
  public var message: String
  /// What to do about it.
  public var advice: String

  init(_ code: Code, _ message: String, advice: String) {
    self.code = code
    self.message = message
    self.advice = advice
  }
}

extension JourneyError: CustomStringConvertible {
  /// The message and the advice.
  public var description: String { "\(message)\n  → \(advice)" }
}
