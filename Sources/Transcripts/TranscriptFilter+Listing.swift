public import CoachModel

extension TranscriptFilter {
  /// Creates a filter by kind, quality and tags; `nil` and empty values do not restrict.
  public init(kind: Transcript.Kind?, quality: Transcript.Quality?, tags: [String]) {
    self.init()
    self.kind = kind
    self.quality = quality
    self.tags = tags
  }
}
