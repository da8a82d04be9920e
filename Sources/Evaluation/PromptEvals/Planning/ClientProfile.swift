public import CoachModel
import CoachTranscripts
import Documents
public import SourceFiles

/// A persona card: who the person is that a model plays, what they want, and what they do not say at once.
public struct ClientProfile: Sendable, Hashable {
  /// An ID that is unique in its folder and never changes.
  ///
  /// The file has the same name.
  public var id: String
  /// One line for readers.
  public var title: String
  /// Which conversation the person has with the coach.
  public var kind: ConversationKind
  /// The ID of the domain that the conversation is mostly about.
  public var domain: String
  /// A BCP 47 language tag.
  public var language: String
  /// The ID of the profile that the coach knows; `new` for a person of whom nothing is known.
  public var profile: String
  /// What the card shares with others, such as the template from which they were made; `nil` for nothing.
  public var cluster: String?
  /// Labels to filter by.
  public var tags: [String]
  /// What the person is like, for the model that plays them.
  public var role: Role
  /// The person's first message; `nil` if the coach writes first.
  public var opening: String?
}

extension ClientProfile {
  /// What the person is like, what they want, and what they say.
  public struct Role: Sendable, Hashable {
    /// Who the person is.
    public var about: String
    /// How the person writes.
    public var voice: String
    /// How the person feels at the start.
    public var mood: String
    /// What the person wants from the conversation.
    public var goals: [String]
    /// What the person may say from the start.
    public var facts: [String]
    /// What the person reveals only after the coach has earned it.
    public var hiddenFacts: [HiddenFact] = []
    /// What makes the person leave early; `nil` if nothing does.
    public var leaves: String?
  }

  /// A fact that the person reveals only after the coach has earned it.
  public struct HiddenFact: Sendable, Hashable {
    /// The fact, as a sentence for the model that plays the person.
    public var fact: String
    /// What the coach has to do for the person to reveal the fact.
    public var revealed: String
  }
}

extension ClientProfile {
  /// Reads a card from its YAML file.
  ///
  /// Throws ``SourceError`` with the location of the problem.
  public init(_ file: SourceFile) throws(SourceError) {
    var map = try MappingReader(try DocumentNode.parse(file), "a persona")
    let idNode = try map.required("id")
    id = try idNode.string("'id'")
    guard file.path.fileName == "\(id).yaml" else {
      throw idNode.error(
        "persona.id", "the ID '\(id)' does not match the file name '\(file.path.fileName)'",
        hint: "give both the same name")
    }
    title = try map.string("title")
    kind = try map.required("kind").conversationKind("'kind'")
    domain = try map.string("domain")
    language = try map.string("language")
    profile = try map.optional("profile")?.string("'profile'") ?? Transcript.unknownPerson
    cluster = try map.optional("cluster")?.string("'cluster'")
    tags = try map.strings("tags")
    role = try Role(&map)
    opening = try map.optional("opening")?.string("'opening'")
    try map.finish()
  }

  /// A transcript of the person without messages.
  var transcript: Transcript {
    Transcript(
      id: id, title: title, kind: kind, origin: "simulated", quality: .unrated, domain: domain,
      language: language, person: profile, cluster: cluster, tags: tags,
      ending: .stopped(reason: "not begun"), messages: [])
  }
}

extension ClientProfile.Role {
  fileprivate init(_ map: inout MappingReader) throws(SourceError) {
    about = try map.string("about")
    voice = try map.string("voice")
    mood = try map.string("mood")
    goals = try map.strings("goals")
    facts = try map.strings("facts")
    for item in try map.optional("hidden")?.list("'hidden'") ?? [] {
      var hidden = try MappingReader(item, "a hidden fact")
      hiddenFacts.append(
        ClientProfile.HiddenFact(
          fact: try hidden.string("fact"), revealed: try hidden.string("revealed")))
      try hidden.finish()
    }
    leaves = try map.optional("leaves")?.string("'leaves'")
  }
}
