import EvalStatistics

/// The part of a suite that a run covers, to try a suite on little or to look at some transcripts again.
public struct SuiteSelection: Sendable, Hashable {
  /// The maximum number of transcripts, drawn by the suite's seed; `nil` for all.
  public var maximumTranscripts: Int?
  /// The number of samples of every transcript; `nil` for the suite's own numbers.
  public var samples: Int?
  /// The IDs of the transcripts; `nil` for all.
  public var transcripts: [String]?
  /// The ID of the run in which ``transcripts`` failed, if they were chosen for that; otherwise `nil`.
  public var failedIn: String?

  /// Creates a selection, by default of everything.
  public init(
    maximumTranscripts: Int? = nil, samples: Int? = nil, transcripts: [String]? = nil,
    failedIn: String? = nil
  ) {
    self.maximumTranscripts = maximumTranscripts
    self.samples = samples
    self.transcripts = transcripts
    self.failedIn = failedIn
  }

  /// Whether the run covers the whole suite.
  public var isWhole: Bool { self == SuiteSelection() }
}

extension EvalSuite {
  /// Restricts the suite to a part of it.
  public mutating func select(_ selection: SuiteSelection) {
    self.selection = selection
    if let count = selection.samples { samples = SampleCounts(each: count) }
  }
}

extension SuiteSelection {
  /// Returns the selection in words, such as `at most 3 transcripts, 2 samples each`.
  public func words(for replay: ReplayMode) -> String {
    let parts = [
      transcripts.map { transcripts in
        "\(Figures.counted(transcripts.count, replay.unit)) chosen "
          + (failedIn.map { "because they failed in \($0)" } ?? "by name")
      },
      maximumTranscripts.map { "at most \(Figures.counted($0, replay.unit))" },
      samples.map { "\(Figures.counted($0, "sample")) each" },
    ].compactMap { $0 }
    return parts.isEmpty ? "everything" : parts.joined(separator: ", ")
  }
}
