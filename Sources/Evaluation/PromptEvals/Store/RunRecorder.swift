import CoachModel
public import LanguageModels

/// Stores the results of a run as they arrive.
///
/// When a method returns, what it was given is safe: a process that is killed right afterwards loses none of
/// it. ``EvalStore`` does this with SQLite; ``MemoryRecorder`` is for tests and for programs that store results
/// elsewhere.
public protocol RunRecorder: Sendable {
  /// Records that a run starts or is resumed, before its samples are added.
  func begin(_ run: EvalRun) async throws

  /// Returns the keys of the samples of a run that are already stored.
  func finishedSamples(of run: String) async throws -> Set<SampleKey>

  /// Returns the stored calls of a sample that was interrupted before it was finished.
  func keptCalls(of sample: SampleKey, in run: String) async throws -> [KeptCall]

  /// Stores a call of an unfinished sample, so that a resumed run does not repeat it.
  func keep(_ call: KeptCall, of sample: SampleKey, in run: String) async throws

  /// Stores a finished sample with the texts that it refers to by digest, and discards its stored calls.
  func add(_ sample: FinishedSample, to run: String) async throws

  /// Replaces a stored sample in one step, so that one version of it is stored at any time.
  ///
  /// Discards the stored calls of the sample, and the verdicts on pairs of its transcript and attempt, since
  /// they are about the replaced text.
  func replace(_ sample: FinishedSample, in run: String) async throws

  /// Stores verdicts of pairwise judges.
  func add(_ verdicts: [PairwiseVerdict], to run: String) async throws

  /// Records the status with which a run ended.
  ///
  /// - Parameter note: Why the run stopped, in one sentence; `nil` if there is nothing to add to the status.
  func end(_ run: String, as status: EvalRun.Status, note: String?) async throws
}

/// A finished sample with all that is stored of it.
public struct FinishedSample: Sendable {
  /// The sample with its messages and grades.
  public var sample: EvalSample
  /// The figures of the sample, for statistics.
  public var scores: SampleScores
  /// Texts of prompt sections, by digest, that the run may not have stored yet.
  public var texts: [String: String]
}

/// A finished call with the events of its reply.
public struct KeptCall: Sendable, Hashable {
  /// The purpose of the call within its sample, such as `turn 3` or `tone 3 openai:gpt-6-luna`.
  ///
  /// It is the same in every run, so that a resumed run finds the call.
  public var step: String
  /// The events of the reply, in order.
  public var events: [ModelEvent]
  /// Seconds until the first content; `nil` if not measured.
  public var timeToFirstToken: Double?
  /// Seconds until the end of the reply; `nil` if not measured.
  public var seconds: Double?
  /// The model that answered; `nil` if it is the one that was asked.
  public var answeredBy: String?
}

/// Reads the results of runs.
///
/// A closure that is called for each sample must not read from the same reader.
public protocol RunReader: Sendable {
  /// Returns the run with an ID, or `nil` if there is none.
  func run(_ id: String) throws -> EvalRun?

  /// Calls a closure with the figures of each sample of a run, by transcript, side and attempt.
  func eachScores(of run: EvalRun, _ body: (SampleScores) throws -> Void) throws

  /// Calls a closure with each sample of a run, including its texts.
  ///
  /// One sample is in memory at a time.
  func eachSample(of run: EvalRun, _ body: (EvalSample) throws -> Void) throws

  /// Returns the samples of one transcript on all sides, by transcript, side and attempt.
  func samples(of run: EvalRun, transcript: String) throws -> [EvalSample]

  /// Returns title, tags, person and language of each transcript of a run, by the transcript's ID.
  func subjectNotes(of run: EvalRun) throws -> [String: SubjectNote]

  /// Returns the text of a prompt section by its digest, or `nil` if it is not stored.
  func text(_ digest: String) throws -> String?

  /// Returns the verdicts of pairwise judges on a run.
  func pairwiseVerdicts(of run: EvalRun) throws -> [PairwiseVerdict]
}

/// What reports show of a transcript besides its messages, and by what they group transcripts.
public struct SubjectNote: Sendable, Hashable {
  /// The title of the transcript, as reports show it.
  public var title: String
  /// The tags of the transcript.
  public var tags: [String]
  /// The ID of the person's profile; `nil` if it is unknown.
  public var person: String?
  /// The language of the transcript, such as `en`; `nil` if it is unknown.
  public var language: String?

  /// Creates a note.
  public init(title: String, tags: [String], person: String? = nil, language: String? = nil) {
    self.title = title
    self.tags = tags
    self.person = person
    self.language = language
  }
}

extension RunReader {
  /// Returns what the stored samples and pairwise verdicts of a run consumed in total, without the calls of
  /// unfinished samples.
  public func costs(of run: EvalRun) throws -> CallCosts {
    var costs = CallCosts()
    try eachScores(of: run) { scores in
      costs.add(scores.costs)
      costs.add(scores.overhead)
    }
    for verdict in try pairwiseVerdicts(of: run) { costs.add(verdict.costs) }
    return costs
  }

  /// Returns what a run has spent: what its budgets counted, or what its calls reported, whichever is more.
  public func spending(of run: EvalRun) throws -> EvalRun.Spending {
    let reported = try costs(of: run)
    let counted = run.spending ?? EvalRun.Spending()
    return EvalRun.Spending(
      dollars: max(reported.dollars ?? 0, counted.dollars),
      tokens: max(reported.usage.total, counted.tokens))
  }
}
