public import CoachModel
public import JSON

/// A transcript in the few figures that a list shows.
public struct TranscriptSummary: Sendable, Hashable {
  /// Its name.
  public let id: String
  /// Its title.
  public let title: String
  /// Which conversation it is.
  public let kind: Transcript.Kind
  /// Whether the coach in it is an example or a warning.
  public let quality: Transcript.Quality
  /// What it is about.
  public let domain: String
  /// Its language.
  public let language: String
  /// How many messages the coach has.
  public let coachMessages: Int
  /// How many words the person says: runs of characters between white space.
  public let personWords: Int
  /// What it shares with others.
  public let cluster: String?
  /// Its labels.
  public let tags: [String]

  /// Sums a transcript up.
  public init(_ transcript: Transcript) {
    id = transcript.id
    title = transcript.title
    kind = transcript.kind
    quality = transcript.quality
    domain = transcript.domain
    language = transcript.language
    coachMessages = transcript.coachPositions.count
    personWords = transcript.messages.filter { $0.role == .user }.reduce(0) {
      $0 + $1.text.split(whereSeparator: \.isWhitespace).count
    }
    cluster = transcript.cluster
    tags = transcript.tags
  }

  /// The summary as JSON.
  public var json: JSONValue {
    [
      "id": .string(id), "title": .string(title), "kind": .string(kind.rawValue),
      "quality": .string(quality.rawValue), "domain": .string(domain),
      "language": .string(language), "coach_messages": .integer(coachMessages),
      "person_words": .integer(personWords), "cluster": cluster.map { .string($0) } ?? .null,
      "tags": .array(tags.map { .string($0) }),
    ]
  }
}
