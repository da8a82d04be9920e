import CoachSafety
package import Documents
package import SafetyRules

/// The screen's finding on one message, without the message's text.
package struct CrisisFinding: Sendable, Hashable {
  /// A concept that the message mentions.
  package struct Sign: Sendable, Hashable {
    /// The concept's name, such as `being_a_burden`.
    package var concept: String
    /// The person whom the sign is about.
    package var subject: CrisisSubject
    /// The weight of the sign after all cues.
    package var strength: Double
    /// The effects of the cues in the words around it.
    package var cues: [CueEffect]
  }

  /// The location of the message, or of its conversation.
  package var place: LabelledTable.Place
  /// The number among the person's messages of the conversation, from 1; `nil` for a single message.
  package var message: Int?
  /// The label in the data; `nil` if there is none.
  package var label: String?
  /// The group in the data; `nil` if there is none.
  package var group: String?
  /// The expected answer of the screen; `nil` if the data has none.
  package var expected: CrisisMeasure.Expectation?
  /// The actual answer of the screen.
  package var answer: CrisisMeasure.Expectation
  /// The weight of the message itself, about its writer.
  package var weight: Double
  /// The weight carried over from earlier messages of the session.
  package var carriedWeight: Double
  /// The signs in the message.
  package var signs: [Sign]

  /// The finding as JSON, with ids, numbers and concept names only.
  package var json: JSONObject {
    var object = place.json
    object["message"] = message.map { .integer($0) }
    object["label"] = label.json
    object["group"] = group.json
    object["expected"] = expected.map { .string($0.rawValue) }
    object["answer"] = .string(answer.rawValue)
    object["weight"] = .number(weight)
    object["carried_weight"] = .number(carriedWeight)
    object["signs"] = .array(
      signs.map { sign in
        [
          "concept": .string(sign.concept), "subject": .string(sign.subject.rawValue),
          "strength": .number(sign.strength),
          "cues": .array(sign.cues.map { .string($0.rawValue) }),
        ]
      })
    return object
  }
}
