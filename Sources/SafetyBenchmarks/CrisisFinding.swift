public import SafetyRules
import CoachSafety
public import JSON

/// What the screen saw in one message, without the message.
public struct CrisisFinding: Sendable, Hashable {
  /// A concept that was mentioned.
  public struct Sign: Sendable, Hashable {
    /// The concept's name.
    public var concept: String
    /// Whom it is about.
    public var subject: CrisisSubject
    /// What it adds after all cues.
    public var strength: Double
    /// The cues that were heard.
    public var cues: [CueEffect]
  }

  /// Where the message, or its conversation, stands.
  public var place: LabelledTable.Place
  /// Its number among the person's messages of a conversation, from 1.
  public var message: Int?
  /// What people called it.
  public var label: String?
  /// What it is counted with.
  public var group: String?
  /// What the screen should have said, where the data says so.
  public var expected: CrisisMeasure.Expectation?
  /// What it said.
  public var answer: CrisisMeasure.Expectation
  /// What the message adds by itself.
  public var weight: Double
  /// What was left over of the messages before it.
  public var carriedWeight: Double
  /// What it mentions.
  public var signs: [Sign]

  /// The finding as data, with ids, numbers and names of concepts only.
  public var json: JSONObject {
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
