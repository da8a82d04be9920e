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
  /// It decides which crisis resources are named; without it, the country of the ``jurisdiction`` does. A text that is not such
  /// a code, such as the name of a country, counts as unknown.
  public var region: String? {
    didSet { region = region.flatMap { Self.regionCode($0) } }
  }
  /// Where the person is under the law: a country, or a part of one, as a code of ISO 3166 such as `DE` or `US-CA`; `nil` if
  /// it is unknown.
  ///
  /// It decides which legal duties apply. A text that is not such a code counts as unknown.
  public var jurisdiction: String? {
    didSet { jurisdiction = jurisdiction.flatMap { Self.jurisdictionCode($0) } }
  }
  /// Whether the person is of age, as far as the caller knows.
  public var ageGroup = AgeGroup.unknown
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

  /// The country for which help is named: the region or, without one, that of the jurisdiction; `nil` if both are unknown.
  package var country: String? { Self.country(region: region, jurisdiction: jurisdiction) }

  /// Returns the country for which help is named, from codes that are valid.
  package static func country(region: String?, jurisdiction: String?) -> String? {
    region ?? jurisdiction.map { String($0.prefix(2)) }
  }

  /// Returns the code of a country in upper case; `nil` for a text that is not two letters.
  package static func regionCode(_ text: String) -> String? {
    text.utf8.count == 2 && text.allSatisfy { $0.isASCII && $0.isLetter }
      ? text.uppercased() : nil
  }

  /// Returns the code of a country or a part of one in upper case, such as `US-CA`; `nil` for a text that is neither.
  package static func jurisdictionCode(_ text: String) -> String? {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard let country = parts.first.flatMap({ regionCode(String($0)) }) else { return nil }
    guard parts.count == 2 else { return country }
    let isPart =
      (1...3).contains(parts[1].utf8.count)
      && parts[1].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return isPart ? "\(country)-\(parts[1].uppercased())" : nil
  }
}
