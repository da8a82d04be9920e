public import JSON

/// The result of a discovery conversation, in nine fields.
public struct DiscoveryProfile: Sendable, Hashable {
  /// The ids of the domains that suit the person.
  public var coachingDomains: [String]
  /// The person's current difficulties.
  public var currentChallenges: [String]
  /// The person's usual mood.
  public var emotionalBaseline: String
  /// How the person prefers to communicate.
  public var communicationStyle: String
  /// The themes the person kept returning to.
  public var keyThemes: [String]
  /// Strengths the person showed in the conversation.
  public var strengthsIdentified: [String]
  /// What matters most to the person.
  public var values: [String]
  /// The future the person would like.
  public var vision: String
  /// The pattern the person had not noticed before.
  public var ahaInsight: String

  /// Creates a profile. Texts and lists may be empty.
  public init(
    coachingDomains: [String], currentChallenges: [String], emotionalBaseline: String,
    communicationStyle: String, keyThemes: [String], strengthsIdentified: [String],
    values: [String], vision: String, ahaInsight: String
  ) {
    self.coachingDomains = coachingDomains
    self.currentChallenges = currentChallenges
    self.emotionalBaseline = emotionalBaseline
    self.communicationStyle = communicationStyle
    self.keyThemes = keyThemes
    self.strengthsIdentified = strengthsIdentified
    self.values = values
    self.vision = vision
    self.ahaInsight = ahaInsight
  }

  /// Reads a profile from a model's JSON; `nil` unless all nine fields are present and have the right type.
  public init?(_ json: JSONValue) {
    func list(_ name: String) -> [String]? {
      guard let values = json[name]?.array else { return nil }
      let texts = values.compactMap(\.string)
      return texts.count == values.count ? texts : nil
    }
    guard let coachingDomains = list("coaching_domains"),
      let currentChallenges = list("current_challenges"),
      let emotionalBaseline = json["emotional_baseline"]?.string,
      let communicationStyle = json["communication_style"]?.string,
      let keyThemes = list("key_themes"),
      let strengthsIdentified = list("strengths_identified"), let values = list("values"),
      let vision = json["vision"]?.string, let ahaInsight = json["aha_insight"]?.string
    else { return nil }
    self.init(
      coachingDomains: coachingDomains, currentChallenges: currentChallenges,
      emotionalBaseline: emotionalBaseline, communicationStyle: communicationStyle,
      keyThemes: keyThemes, strengthsIdentified: strengthsIdentified, values: values,
      vision: vision, ahaInsight: ahaInsight)
  }

  /// Whether every field is empty or contains only whitespace.
  public var isEmpty: Bool {
    let lists = [coachingDomains, currentChallenges, keyThemes, strengthsIdentified, values]
    let texts = [emotionalBaseline, communicationStyle, vision, ahaInsight]
    return (lists.joined() + texts).allSatisfy { $0.allSatisfy(\.isWhitespace) }
  }

  /// The profile as a JSON object with the field names that models write.
  public var json: JSONValue {
    func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
    return [
      "coaching_domains": list(coachingDomains), "current_challenges": list(currentChallenges),
      "emotional_baseline": .string(emotionalBaseline),
      "communication_style": .string(communicationStyle), "key_themes": list(keyThemes),
      "strengths_identified": list(strengthsIdentified), "values": list(values),
      "vision": .string(vision), "aha_insight": .string(ahaInsight),
    ]
  }
}
