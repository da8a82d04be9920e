package import CoachModel
package import Documents

/// The key figures of a transcript, for lists.
package struct TranscriptSummary: Sendable, Hashable {
  /// The id of the transcript.
  package let id: String
  /// The title of the transcript.
  package let title: String
  /// The kind of conversation.
  package let kind: ConversationKind
  /// Whether the coach is a good or a deliberately flawed example.
  package let quality: Transcript.Quality
  /// The id of the domain.
  package let domain: String
  /// The language of the conversation (BCP 47).
  package let language: String
  /// The number of the coach's messages.
  package let coachMessages: Int
  /// The number of words in the person's messages: runs of characters between whitespace.
  package let personWords: Int
  /// What the transcript has in common with others, such as the person; `nil` if it has no cluster.
  package let cluster: String?
  /// The tags of the transcript.
  package let tags: [String]

  /// Creates the summary of a transcript.
  package init(_ transcript: Transcript) {
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

  /// The summary as JSON, with the keys in snake case and null for a missing cluster.
  package var json: JSONValue {
    [
      "id": .string(id), "title": .string(title), "kind": .string(kind.rawValue),
      "quality": .string(quality.rawValue), "domain": .string(domain),
      "language": .string(language), "coach_messages": .integer(coachMessages),
      "person_words": .integer(personWords), "cluster": cluster.map { .string($0) } ?? .null,
      "tags": .array(tags.map { .string($0) }),
    ]
  }
}
