import Synchronization

/// Keeps results in memory, for tests and for programs that store results elsewhere.
package final class MemoryRecorder: RunRecorder, RunReader {
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

  /// Creates a recorder without results.
  package init() {}

  /// Stores a run, replacing one with the same ID.
  package func begin(_ run: EvalRun) { state.withLock { $0.runs[run.id] = run } }

  /// Returns the keys of the samples of a run that are stored.
  package func finishedSamples(of run: String) -> Set<SampleKey> {
    state.withLock { Set(($0.samples[run] ?? []).map(\.sample.key)) }
  }

  /// Returns the stored calls of a sample that is not finished.
  package func keptCalls(of sample: SampleKey, in run: String) -> [KeptCall] {
    state.withLock { $0.calls[run]?[sample.description] ?? [] }
  }

  /// Stores a call of an unfinished sample.
  package func keep(_ call: KeptCall, of sample: SampleKey, in run: String) {
    state.withLock { $0.calls[run, default: [:]][sample.description, default: []].append(call) }
  }

  /// Stores a finished sample and discards its stored calls.
  package func add(_ sample: FinishedSample, to run: String) {
    state.withLock { $0.add(sample, to: run) }
  }

  /// Replaces a stored sample.
  ///
  /// Its stored calls are discarded, and so are the verdicts on pairs of its transcript and attempt.
  package func replace(_ sample: FinishedSample, in run: String) {
    let key = sample.sample.key
    state.withLock { state in
      state.samples[run]?.removeAll { $0.sample.key == key }
      state.verdicts[run]?.removeAll {
        $0.sample.transcript == key.transcript && $0.sample.attempt == key.attempt
      }
      state.add(sample, to: run)
    }
  }

  /// Stores verdicts of pairwise judges.
  package func add(_ verdicts: [PairwiseVerdict], to run: String) {
    state.withLock { $0.verdicts[run, default: []] += verdicts }
  }

  /// Sets the status and note of a run; does nothing if there is no such run.
  package func end(_ run: String, as status: EvalRun.Status, note: String?) {
    state.withLock { state in
      state.runs[run]?.status = status
      state.runs[run]?.note = note
    }
  }

  /// Returns the run with an ID, or `nil` if there is none.
  package func run(_ id: String) -> EvalRun? { state.withLock { $0.runs[id] } }

  /// Calls a closure with the figures of each sample of a run, by transcript, side and attempt.
  package func eachScores(of run: EvalRun, _ body: (SampleScores) throws -> Void) rethrows {
    for sample in finished(run) { try body(sample.scores) }
  }

  /// Calls a closure with each sample of a run, by transcript, side and attempt.
  package func eachSample(of run: EvalRun, _ body: (EvalSample) throws -> Void) rethrows {
    for sample in finished(run) { try body(sample.sample) }
  }

  /// Returns the samples of one transcript on all sides, by transcript, side and attempt.
  package func samples(of run: EvalRun, transcript: String) -> [EvalSample] {
    finished(run).map(\.sample).filter { $0.key.transcript == transcript }
  }

  /// Returns the notes of each transcript by ID, taken from the last sample of the transcript.
  package func subjectNotes(of run: EvalRun) -> [String: SubjectNote] {
    finished(run).reduce(into: [:]) { notes, sample in
      notes[sample.sample.key.transcript] = SubjectNote(
        title: sample.sample.title, tags: sample.sample.tags, person: sample.sample.person,
        language: sample.sample.language)
    }
  }

  /// Returns the text of a prompt section by its digest, or `nil` if it is not stored.
  package func text(_ digest: String) -> String? { state.withLock { $0.texts[digest] } }

  /// Returns the verdicts of pairwise judges on a run, by transcript, side and attempt.
  package func pairwiseVerdicts(of run: EvalRun) -> [PairwiseVerdict] {
    Self.inOrder(state.withLock { $0.verdicts[run.id] ?? [] }, of: run, key: \.sample)
  }

  private func finished(_ run: EvalRun) -> [FinishedSample] {
    let samples = state.withLock { $0.samples[run.id] ?? [] }
    return Self.inOrder(samples, of: run, key: \.sample.key)
  }

  /// Sorts by transcript, side and attempt; what has the same key keeps its order.
  private static func inOrder<Element>(
    _ elements: [Element], of run: EvalRun, key: (Element) -> SampleKey
  ) -> [Element] {
    let sides = run.design.sides.enumerated().reduce(into: [:]) { $0[$1.element] = $1.offset }
    let keyed = elements.enumerated().map { number, element in
      let key = key(element)
      return (place: (key.transcript, sides[key.side] ?? 0, key.attempt, number), element: element)
    }
    return keyed.sorted { $0.place < $1.place }.map(\.element)
  }
}
