public import CoachModel
public import SourceFiles
import YAMLDocument

/// Somebody for a model to play: who they are, what they want, and what they do not say at once.
public struct ClientProfile: Sendable, Hashable {
  /// Something that the person does not say unless it is earned.
  public struct HiddenFact: Sendable, Hashable {
    /// The fact.
    public var fact: String
    /// What the coach must do for it to be told.
    public var revealed: String
  }

  /// A name that is unique in its folder and never changes.
  public var id: String
  /// One line for a reader.
  public var title: String
  /// Which conversation they have with the coach.
  public var kind: Transcript.Kind
  /// The domain that it is mostly about.
  public var domain: String
  /// A BCP 47 language tag.
  public var language: String
  /// The id of the profile that the coach knows; `new` for none.
  public var profile: String
  /// What it shares with other cards, such as a template they were made from; nil for nothing.
  public var cluster: String?
  /// Labels to filter by.
  public var tags: [String]
  /// Who they are.
  public var about: String
  /// How they write.
  public var voice: String
  /// How they feel when they come.
  public var mood: String
  /// What they want of the conversation.
  public var goals: [String]
  /// What may be said from the beginning.
  public var facts: [String]
  /// What is said only when it is earned.
  public var hiddenFacts: [HiddenFact]
  /// What makes them leave before the end; nil when nothing does.
  public var leaves: String?
  /// Whether the person writes first, and if so what; nil when the coach speaks first.
  public var opening: String?
}

extension ClientProfile {
  /// Reads a card. Throws ``SourceError`` with the place of what is wrong.
  public init(_ file: SourceFile) throws(SourceError) {
    var map = try YAMLMapping(try YAMLNode.parse(file), "a persona")
    let idNode = try map.required("id")
    id = try idNode.string("'id'")
    guard file.path.fileName == "\(id).yaml" else {
      throw idNode.error(
        "persona.id", "the id is '\(id)', and the file is called '\(file.path.fileName)'",
        hint: "give both the same name")
    }
    title = try map.string("title")
    kind = try map.required("kind").choice("'kind'")
    domain = try map.string("domain")
    language = try map.string("language")
    profile = try map.optional("profile")?.string("'profile'") ?? EvalSubject.unknownPerson
    cluster = try map.optional("cluster")?.string("'cluster'")
    tags = try map.strings("tags")
    about = try map.string("about")
    voice = try map.string("voice")
    mood = try map.string("mood")
    goals = try map.strings("goals")
    facts = try map.strings("facts")
    hiddenFacts = []
    for item in try map.optional("hidden")?.list("'hidden'") ?? [] {
      var hidden = try YAMLMapping(item, "a hidden fact")
      hiddenFacts.append(
        HiddenFact(fact: try hidden.string("fact"), revealed: try hidden.string("revealed")))
      try hidden.finish()
    }
    leaves = try map.optional("leaves")?.string("'leaves'")
    opening = try map.optional("opening")?.string("'opening'")
    try map.finish()
  }

  /// A transcript in which nothing has been said yet.
  var transcript: Transcript {
    Transcript(
      id: id, title: title, kind: kind, origin: "simulated", quality: .unrated, domain: domain,
      language: language, person: profile, cluster: cluster, tags: tags,
      ending: .stopped(reason: "not begun"), messages: [])
  }
}
