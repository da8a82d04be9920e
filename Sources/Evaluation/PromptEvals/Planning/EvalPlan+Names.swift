import CoachModel
import CoachTranscripts
import EvalGraders
import LanguageModels
import SourceFiles

extension EvalPlan {
  /// Checks that all transcript IDs in the suite exist, since an unknown one would silently restrict it to
  /// nothing.
  ///
  /// Throws ``SourceError`` with all unknown IDs.
  static func checkNames(_ content: EvalContent) throws(SourceError) {
    let suite = content.suite
    let known = Set(content.subjects.map(\.transcript.id))
    var places: [(place: String, ids: [String])] = [
      ("'\(suite.replay.unit)s'", suite.transcripts.filter.ids)
    ]
    places += suite.samples.subsets.map { ("the subset '\($0.name)'", $0.filter.ids) }
    places += suite.comparison.references.map { ("the reference '\($0.id)'", $0.filter.ids) }
    places += suite.grading.graders.map { ("the grader '\($0.id)'", $0.transcripts.ids) }
    let problems = places.flatMap { place, ids in
      ids.filter { !known.contains($0) }.map { id in
        Diagnostic(
          "suite.ids", "\(place) names a \(suite.replay.unit) '\(id)' that does not exist",
          hint: known.sorted().hint(for: id))
      }
    }
    if let error = SourceError(problems) { throw error }
  }

  /// Why a suite's files and filter leave nothing to evaluate.
  static func nothingChosen(by suite: EvalSuite) -> Diagnostic {
    let unit = suite.replay.unit
    let paths = suite.transcripts.paths.joined(separator: ", ")
    let isFiltered = suite.transcripts.filter != TranscriptFilter()
    let hint =
      suite.selection.transcripts != nil
      ? "the chosen \(unit)s are no longer among them"
      : isFiltered
        ? "widen the filter beside '\(unit)s'"
        : suite.replay == .task
          ? "a file of cases is a list of them" : "the files end in .yaml, and each has messages"
    return Diagnostic(
      "suite.empty",
      isFiltered || suite.selection.transcripts != nil
        ? "no \(unit) in \(paths) passes the suite's filter" : "there is no \(unit) in \(paths)",
      hint: hint)
  }

  /// Warnings about what can be run but is most likely not intended, one sentence each.
  public var notes: [String] {
    var notes: [String] = []
    if suite.replay == .recorded {
      if suite.comparison.variants.count > 1 {
        notes.append(
          "with replay: recorded every variant is the same text: what was written is graded")
      }
    }
    notes += turnNotes
    if suite.comparison.challengers.isEmpty, suite.gate?.margins.isEmpty == false {
      notes.append(
        "the gate's margin needs a second version, or an earlier run: 'eval run' takes --baseline FILE"
      )
    }
    for side in run(id: "", started: "", suitePath: "").repeatedVariants {
      notes.append(
        "'\(side)' is the same as '\(suite.comparison.baseline)': prompt, model and settings")
    }
    for use in suite.grading.graders {
      let graded = subjects.filter { use.transcripts.includes($0.transcript) }
      if graded.isEmpty {
        notes.append("the grader '\(use.id)' applies to no \(suite.replay.unit) of this run")
      }
      let isSeen = graded.contains { subject in
        let length = subject.replyPositions.count
        return subject.persona != nil
          || (1..<(length + 1)).contains {
            use.turns.includes($0, of: length) && suite.transcripts.turns.includes($0, of: length)
          }
      }
      if !graded.isEmpty, !isSeen, use.turns != .all {
        notes.append("the grader '\(use.id)' looks at messages that no transcript of this run has")
      }
    }
    let providers = Set(content.models.values.map(\.identity.provider))
    for provider in suite.limits.concurrency.keys.sorted() where !providers.contains(provider) {
      notes.append("'concurrency' limits '\(provider)', which no model of this run uses")
    }
    return notes
  }
}
