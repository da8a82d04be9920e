public import Documents
public import SourceFiles

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

  /// Whether every field is empty or contains only whitespace.
  public var isEmpty: Bool {
    let lists = [coachingDomains, currentChallenges, keyThemes, strengthsIdentified, values]
    let texts = [emotionalBaseline, communicationStyle, vision, ahaInsight]
    return (lists.joined() + texts).allSatisfy { $0.allSatisfy(\.isWhitespace) }
  }
}

extension DiscoveryProfile: JSONConvertible {
  /// Texts and lists may be empty: a model wrote them, and leaves those empty for which it found nothing.
  package static let members = JSONObjectForm<DiscoveryProfile>(
    "a discovery profile", .required("coaching_domains", \.coachingDomains, .list(.text)),
    .required("current_challenges", \.currentChallenges, .list(.text)),
    .required("emotional_baseline", \.emotionalBaseline, .text),
    .required("communication_style", \.communicationStyle, .text),
    .required("key_themes", \.keyThemes, .list(.text)),
    .required("strengths_identified", \.strengthsIdentified, .list(.text)),
    .required("values", \.values, .list(.text)), .required("vision", \.vision, .text),
    .required("aha_insight", \.ahaInsight, .text)
  ) {
    DiscoveryProfile(
      coachingDomains: $0.coachingDomains, currentChallenges: $0.currentChallenges,
      emotionalBaseline: $0.emotionalBaseline, communicationStyle: $0.communicationStyle,
      keyThemes: $0.keyThemes, strengthsIdentified: $0.strengthsIdentified, values: $0.values,
      vision: $0.vision, ahaInsight: $0.ahaInsight)
  }

  private static let document = JSONDocumentForm(members)

  /// The profile as JSON without a version: it is part of others, and of prompts, with the member names that models write.
  public var json: JSONValue { Self.members.form.write(self) }

  /// Reads a profile from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }

  /// Reads a profile from a model's JSON; `nil` unless all nine members are present and have the right type. Others
  /// are ignored.
  public init?(_ json: JSONValue) {
    var known: JSONObject = [:]
    for name in Self.members.names { known[name] = json[name] }
    guard let profile = try? Self(json: .object(known)) else { return nil }
    self = profile
  }
}
