public import CoachModel
package import SourceFiles
package import YAMLDocument

/// Chooses transcripts. What is nil or empty does not restrict.
public struct TranscriptFilter: Sendable, Hashable {
  /// Only this kind.
  public var kind: Transcript.Kind?
  /// Only this quality.
  public var quality: Transcript.Quality?
  /// Only those with at least one of these labels.
  public var tags: [String] = []
  /// None with one of these labels.
  public var withoutTags: [String] = []
  /// Only these.
  public var ids: [String] = []

  /// Creates a filter; without arguments it chooses all transcripts.
  public init(
    kind: Transcript.Kind? = nil, quality: Transcript.Quality? = nil, tags: [String] = [],
    withoutTags: [String] = [], ids: [String] = []
  ) {
    self.kind = kind
    self.quality = quality
    self.tags = tags
    self.withoutTags = withoutTags
    self.ids = ids
  }

  /// Whether a transcript is chosen.
  public func includes(_ transcript: Transcript) -> Bool {
    (kind.map { $0 == transcript.kind } ?? true)
      && (quality.map { $0 == transcript.quality } ?? true)
      && (tags.isEmpty || tags.contains { transcript.tags.contains($0) })
      && !withoutTags.contains { transcript.tags.contains($0) }
      && (ids.isEmpty || ids.contains(transcript.id))
  }
}

extension TranscriptFilter {
  package init(_ map: inout YAMLMapping) throws(SourceError) {
    kind = try map.optional("kind")?.choice("'kind'")
    quality = try map.optional("quality")?.choice("'quality'")
    tags = try map.strings("tags")
    withoutTags = try map.strings("without_tags")
    ids = try map.strings("ids")
  }
}
