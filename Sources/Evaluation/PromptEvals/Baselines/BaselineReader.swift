/// Reads a baseline beside the runs of a store, so that both can be compared as if they were in one.
package struct BaselineReader<Store: RunReader>: RunReader {
  private let baseline: RunBaseline
  private let store: Store

  package init(_ baseline: RunBaseline, beside store: Store) {
    self.baseline = baseline
    self.store = store
  }

  package func run(_ id: String) throws -> EvalRun? {
    id == baseline.run.id ? baseline.run : try store.run(id)
  }

  package func eachScores(of run: EvalRun, _ body: (SampleScores) throws -> Void) throws {
    guard run.id == baseline.run.id else { return try store.eachScores(of: run, body) }
    for sample in baseline.samples {
      try body(SampleScores(sample, graders: baseline.run.design.graders))
    }
  }

  package func eachSample(of run: EvalRun, _ body: (EvalSample) throws -> Void) throws {
    guard run.id == baseline.run.id else { return try store.eachSample(of: run, body) }
    for sample in baseline.samples { try body(sample) }
  }

  package func samples(of run: EvalRun, transcript: String) throws -> [EvalSample] {
    guard run.id == baseline.run.id else {
      return try store.samples(of: run, transcript: transcript)
    }
    return baseline.samples.filter { $0.key.transcript == transcript }
  }

  package func subjectNotes(of run: EvalRun) throws -> [String: SubjectNote] {
    guard run.id == baseline.run.id else { return try store.subjectNotes(of: run) }
    return baseline.samples.reduce(into: [:]) { notes, sample in
      notes[sample.key.transcript] = SubjectNote(
        title: sample.title, tags: sample.tags, person: sample.person, language: sample.language)
    }
  }

  package func text(_ digest: String) throws -> String? { try store.text(digest) }

  package func pairwiseVerdicts(of run: EvalRun) throws -> [PairwiseVerdict] {
    run.id == baseline.run.id ? [] : try store.pairwiseVerdicts(of: run)
  }
}
