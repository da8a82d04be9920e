public import CoachModel

extension TranscriptFilter {
  /// Creates a filter of what a list is narrowed by; nil and empty do not restrict.
  public init(kind: Transcript.Kind?, quality: Transcript.Quality?, tags: [String]) {
    self.init()
    self.kind = kind
    self.quality = quality
    self.tags = tags
  }
}
