public import CoachModel
package import Documents
package import SourceFiles

/// A filter that selects transcripts; properties that are `nil` or empty do not restrict.
public struct TranscriptFilter: Sendable, Hashable {
  /// The kind to select.
  public var kind: ConversationKind?
  /// The quality to select.
  public var quality: Transcript.Quality?
  /// Tags of which a transcript must have at least one.
  public var tags: [String] = []
  /// Tags of which a transcript must have none.
  public var withoutTags: [String] = []
  /// The ids to select.
  public var ids: [String] = []

  /// Creates a filter; without arguments it selects all transcripts.
  public init(
    kind: ConversationKind? = nil, quality: Transcript.Quality? = nil, tags: [String] = [],
    withoutTags: [String] = [], ids: [String] = []
  ) {
    self.kind = kind
    self.quality = quality
    self.tags = tags
    self.withoutTags = withoutTags
    self.ids = ids
  }

  /// Returns whether the filter selects a transcript.
  public func includes(_ transcript: Transcript) -> Bool {
    (kind.map { $0 == transcript.kind } ?? true)
      && (quality.map { $0 == transcript.quality } ?? true)
      && (tags.isEmpty || tags.contains { transcript.tags.contains($0) })
      && !withoutTags.contains { transcript.tags.contains($0) }
      && (ids.isEmpty || ids.contains(transcript.id))
  }
}

extension TranscriptFilter {
  package init(_ map: inout MappingReader) throws(SourceError) {
    kind = try map.optional("kind")?.conversationKind("'kind'")
    quality = try map.optional("quality")?.choice("'quality'")
    tags = try map.strings("tags")
    withoutTags = try map.strings("without_tags")
    ids = try map.strings("ids")
  }
}

extension TranscriptFilter {
  /// Creates a filter by kind, quality and tags; `nil` and empty values do not restrict.
  public init(kind: ConversationKind?, quality: Transcript.Quality?, tags: [String]) {
    self.init()
    self.kind = kind
    self.quality = quality
    self.tags = tags
  }
}
