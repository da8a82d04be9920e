public import JSON

/// The nine fields that a discovery conversation ends with.
public struct DiscoveryProfile: Sendable, Hashable {
  /// The domains that fit the person, by id.
  public var coachingDomains: [String]
  /// What is hard for them at present.
  public var currentChallenges: [String]
  /// How they feel in general.
  public var emotionalBaseline: String
  /// How they like to talk.
  public var communicationStyle: String
  /// What they came back to.
  public var keyThemes: [String]
  /// Strengths they showed.
  public var strengthsIdentified: [String]
  /// What matters to them.
  public var values: [String]
  /// The future they would like.
  public var vision: String
  /// The pattern that they had not seen before.
  public var ahaInsight: String

  /// Creates a profile.
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

  /// Reads a profile as a model writes it; nil unless all nine fields are there and of their kind.
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

  /// Whether it says nothing at all.
  public var isEmpty: Bool {
    let lists = [coachingDomains, currentChallenges, keyThemes, strengthsIdentified, values]
    let texts = [emotionalBaseline, communicationStyle, vision, ahaInsight]
    return (lists.joined() + texts).allSatisfy { $0.allSatisfy(\.isWhitespace) }
  }

  /// The profile as the model would write it.
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
