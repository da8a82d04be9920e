import Synchronization

/// Results in memory.
public final class MemoryRecorder: RunRecorder, RunReader {
  private struct State {
    var runs: [String: EvalRun] = [:]
    var samples: [String: [FinishedSample]] = [:]
    var calls: [String: [String: [KeptCall]]] = [:]
    var verdicts: [String: [PairwiseVerdict]] = [:]
    var texts: [String: String] = [:]

    mutating func add(_ sample: FinishedSample, to run: String) {
      samples[run, default: []].append(sample)
      calls[run]?[sample.sample.key.description] = nil
      texts.merge(sample.texts) { $1 }
    }
  }

  private let state = Mutex(State())

  /// Keeps nothing yet.
  public init() {}

  /// Keeps a run.
  public func begin(_ run: EvalRun) { state.withLock { $0.runs[run.id] = run } }

  /// The samples that are there.
  public func finishedSamples(of run: String) -> Set<SampleKey> {
    state.withLock { Set(($0.samples[run] ?? []).map(\.sample.key)) }
  }

  /// The calls of an unfinished sample.
  public func keptCalls(of sample: SampleKey, in run: String) -> [KeptCall] {
    state.withLock { $0.calls[run]?[sample.description] ?? [] }
  }

  /// Keeps a call.
  public func keep(_ call: KeptCall, of sample: SampleKey, in run: String) {
    state.withLock { $0.calls[run, default: [:]][sample.description, default: []].append(call) }
  }

  /// Keeps a sample.
  public func add(_ sample: FinishedSample, to run: String) {
    state.withLock { $0.add(sample, to: run) }
  }

  /// Keeps a sample in the place of another.
  public func replace(_ sample: FinishedSample, in run: String) {
    let key = sample.sample.key
    state.withLock { state in
      state.samples[run]?.removeAll { $0.sample.key == key }
      state.verdicts[run]?.removeAll {
        $0.sample.transcript == key.transcript && $0.sample.attempt == key.attempt
      }
      state.add(sample, to: run)
    }
  }

  /// Keeps verdicts.
  public func add(_ verdicts: [PairwiseVerdict], to run: String) {
    state.withLock { $0.verdicts[run, default: []] += verdicts }
  }

  /// Notes the end.
  public func end(_ run: String, _ status: EvalRun.Status, note: String?) {
    state.withLock { state in
      state.runs[run]?.status = status
      state.runs[run]?.note = note
    }
  }

  /// The run with an id.
  public func run(_ id: String) -> EvalRun? { state.withLock { $0.runs[id] } }

  /// Goes through the figures.
  public func eachScores(of run: EvalRun, _ body: (SampleScores) throws -> Void) rethrows {
    for sample in finished(run) { try body(sample.scores) }
  }

  /// Goes through the samples.
  public func eachSample(of run: EvalRun, _ body: (EvalSample) throws -> Void) rethrows {
    for sample in finished(run) { try body(sample.sample) }
  }

  /// The samples of one transcript.
  public func samples(of run: EvalRun, transcript: String) -> [EvalSample] {
    finished(run).map(\.sample).filter { $0.key.transcript == transcript }
  }

  /// What the transcripts are called.
  public func subjectNotes(of run: EvalRun) -> [String: SubjectNote] {
    finished(run).reduce(into: [:]) { notes, sample in
      notes[sample.sample.key.transcript] = SubjectNote(
        title: sample.sample.title, tags: sample.sample.tags)
    }
  }

  /// The text of a prompt's section.
  public func text(_ digest: String) -> String? { state.withLock { $0.texts[digest] } }

  /// The verdicts on pairs.
  public func pairwiseVerdicts(of run: EvalRun) -> [PairwiseVerdict] {
    state.withLock { $0.verdicts[run.id] ?? [] }
  }

  private func finished(_ run: EvalRun) -> [FinishedSample] {
    state.withLock { $0.samples[run.id] ?? [] }
  }
}
