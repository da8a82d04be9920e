public import CoachModel
public import CoachTranscripts
import Documents
import SourceFiles

/// How many samples are generated of each transcript for each variant.
public struct SampleCounts: Sendable, Hashable {
  /// Transcripts with a number of samples of their own.
  public struct Subset: Sendable, Hashable {
    /// The name in reports.
    public var name: String
    /// Which transcripts belong to the subset.
    public var filter: TranscriptFilter
    /// The number of samples of each of its transcripts.
    public var samples: Int
  }

  /// The number of samples of a transcript that is in no subset; 1 by default.
  public var each = 1
  /// The subsets.
  ///
  /// If a transcript is in several, the largest number applies.
  public var subsets: [Subset] = []

  /// Returns the number of samples of a transcript for each variant.
  public func count(for transcript: Transcript) -> Int {
    subsets.filter { $0.filter.includes(transcript) }.map(\.samples).max() ?? each
  }

  /// The largest number of samples that a transcript can have.
  public var largest: Int { max(each, subsets.map(\.samples).max() ?? 0) }
}

extension SampleCounts {
  private static let range = 1...100_000

  init(_ map: inout MappingReader) throws(SourceError) {
    each = try map.optional("samples")?.integer("'samples'", in: Self.range) ?? 1
    for item in try map.optional("subsets")?.list("'subsets'") ?? [] {
      var subset = try MappingReader(item, "a subset")
      subsets.append(
        Subset(
          name: try subset.string("name"), filter: try TranscriptFilter(&subset),
          samples: try subset.required("samples").integer("'samples'", in: Self.range)))
      try subset.finish()
    }
  }
}
