/// Everything the coach may know about a person when a prompt is assembled.
///
/// A caller keeps this data and sends it with each turn. Only the id is required; the language defaults to English:
///
/// ```swift
/// var person = Person(id: "p-4711", language: "en")
/// person.name = "Noor"
/// person.region = "GB"
/// person.sessions = 1
/// person.profile.goals.append(
///   ContextProfile.Item(text: "leave work on time", source: .told, date: "2026-11-14"))
/// person.memories.append(Memory(text: "rows on Wednesdays", date: "2026-11-14"))
/// ```
///
/// ``init(_:)`` reads the same data from a file.
public struct Person: Sendable, Hashable {
  /// The caller's id for the person. Usage counts, request ids and prompt experiments are keyed by it.
  public var id: String
  /// The name the coach uses for the person; `nil` if it is unknown.
  public var name: String?
  /// The person's language as a BCP 47 tag.
  public var language: String
  /// The country the person is in, as a two-letter code (ISO 3166-1); `nil` if it is unknown.
  ///
  /// It decides which crisis resources are named. A text that is not such a code, such as the name of a country, counts as
  /// unknown.
  public var region: String? {
    didSet { region = region.flatMap { Self.regionCode($0) } }
  }
  /// The number of completed sessions, including the discovery conversation.
  public var sessions: Int
  /// The person's values, goals and circumstances.
  public var profile: ContextProfile
  /// The result of the discovery conversation; `nil` before it is completed.
  public var discovery: DiscoveryProfile?
  /// The person's preferred coaching style; `nil` if it has not been learned yet.
  public var style: StylePreference?
  /// Themes that recurred over several conversations.
  public var patterns: PatternSummary
  /// Details remembered from earlier conversations.
  public var memories: [Memory]
  /// The question that the last session left open; `nil` if there is none.
  public var openQuestion: String?
  /// The goals on which the person recently told of progress.
  public var goalProgress: [GoalProgress] = []
  /// The domains of the last three months, the most frequent first.
  public var domainsUsed: [DomainShare] = []

  /// Creates a person with no sessions and an empty profile.
  public init(id: String, language: String = "en") {
    self.id = id
    self.language = language
    sessions = 0
    profile = ContextProfile()
    patterns = PatternSummary()
    memories = []
  }

  /// Returns the code of a country in upper case; `nil` for a text that is not two letters.
  package static func regionCode(_ text: String) -> String? {
    text.utf8.count == 2 && text.allSatisfy { $0.isASCII && $0.isLetter }
      ? text.uppercased() : nil
  }
}
