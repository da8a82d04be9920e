public import LanguageModels

/// Where a run's results go as they come.
///
/// What a method has taken when it returns is safe: a process that is killed the moment after loses none of
/// it. In SQLite that is ``EvalStore``; ``MemoryRecorder`` is for tests and for programs that keep results
/// elsewhere.
public protocol RunRecorder: Sendable {
  /// Notes that a run begins, or goes on; its samples are still to come.
  func begin(_ run: EvalRun) async throws

  /// The samples of a run that are there already.
  func finishedSamples(of run: String) async throws -> Set<SampleKey>

  /// The calls of a sample that had ended when the run was stopped in the middle of the sample.
  func keptCalls(of sample: SampleKey, in run: String) async throws -> [KeptCall]

  /// Keeps a call of a sample that is not finished, so that it is not made again.
  func keep(_ call: KeptCall, of sample: SampleKey, in run: String) async throws

  /// Keeps a finished sample, with the texts that it refers to by digest, and lets go of its kept calls.
  func add(_ sample: FinishedSample, to run: String) async throws

  /// Keeps a finished sample in the place of the one that is there, in one step: there is always one of them.
  /// Lets go of its kept calls, and of verdicts on pairs of its transcript and attempt, which are about other words.
  func replace(_ sample: FinishedSample, in run: String) async throws

  /// Keeps verdicts on pairs of samples.
  func add(_ verdicts: [PairwiseVerdict], to run: String) async throws

  /// Notes how the run came to its end.
  func end(_ run: String, _ status: EvalRun.Status, note: String?) async throws
}

/// A sample that is ready to be kept.
public struct FinishedSample: Sendable {
  /// The sample.
  public var sample: EvalSample
  /// Its figures.
  public var scores: SampleScores
  /// Texts of prompt sections, by digest, that the run has not kept before.
  public var texts: [String: String]
}

/// A call that ended, with all that it answered.
public struct KeptCall: Sendable, Hashable {
  /// What the call was for within its sample, the same in every run: `turn 3`, `tone 3 openai:gpt-6-luna`.
  public var step: String
  /// What the model answered.
  public var events: [ModelEvent]
  /// Seconds until the first content; nil where not measured.
  public var firstContentSeconds: Double?
  /// Seconds until the end; nil where not measured.
  public var seconds: Double?
  /// The model that answered, where it was not the one that was asked.
  public var answeredBy: String?
}

/// Where results are read from. What is called for each sample must not read from the same place itself.
public protocol RunReader: Sendable {
  /// The run with an id; nil when there is none.
  func run(_ id: String) throws -> EvalRun?

  /// Goes through the figures of a run's samples, in the order in which they were kept.
  func eachScores(of run: EvalRun, _ body: (SampleScores) throws -> Void) throws

  /// Goes through a run's samples with all their texts; one is in memory at a time.
  func eachSample(of run: EvalRun, _ body: (EvalSample) throws -> Void) throws

  /// The samples of one transcript, in the order in which they were kept.
  func samples(of run: EvalRun, transcript: String) throws -> [EvalSample]

  /// What the transcripts are called, by id.
  func subjectNotes(of run: EvalRun) throws -> [String: SubjectNote]

  /// The text of a prompt's section.
  func text(_ digest: String) throws -> String?

  /// The verdicts on pairs.
  func pairwiseVerdicts(of run: EvalRun) throws -> [PairwiseVerdict]
}

/// What a reader is told of a transcript.
public struct SubjectNote: Sendable, Hashable {
  /// Its title.
  public var title: String
  /// Its labels.
  public var tags: [String]

  /// Creates a note.
  public init(title: String, tags: [String]) {
    self.title = title
    self.tags = tags
  }
}

extension RunReader {
  /// What a run's samples and pairwise judges have consumed so far, the calls of unfinished samples aside.
  public func costs(of run: EvalRun) throws -> CallCosts {
    var costs = CallCosts()
    try eachScores(of: run) { scores in
      costs.add(scores.costs)
      costs.add(scores.overhead)
    }
    for verdict in try pairwiseVerdicts(of: run) { costs.add(verdict.costs) }
    return costs
  }
}
