import EvalStatistics

/// A comparison of two runs, as if they were two sides of one run.
package struct RunComparison: Sendable {
  /// The report, with the first run's side as the baseline.
  package let report: EvalReport

  /// Compares a side of one run with a side of another.
  ///
  /// Transcripts that both sides have are compared one by one. Without any, as in two weeks of use, the difference is
  /// unpaired (``UnpairedDifference``), and the report says that it shows less.
  ///
  /// If only one side is named, the other run's side of the same name is used; if none is named, the last
  /// variant that both runs have.
  ///
  /// - Parameters:
  ///   - first: The run that serves as the baseline.
  ///   - second: The run that is compared with it. Its gate applies.
  ///   - before: The variant of the first run.
  ///   - after: The variant of the second run.
  ///   - reader: Where both runs are stored.
  /// - Throws: ``StoreError`` if a run does not have the variant named for it, or if the runs have no grader or no
  ///   variant in common, or a side has no sample.
  package init(
    first: EvalRun, second: EvalRun, before: String?, after: String?,
    from reader: some RunReader
  ) throws {
    let (old, new) = try Self.pair(first, with: second, before: before, after: after)
    // Those of the second run, since it is its gate that decides.
    let shared = second.design.graders.filter { role in
      first.design.graders.contains { $0.id == role.id }
    }
    guard !shared.isEmpty else { throw StoreError("the runs have no grader in common") }
    let sides = ["\(old) of \(first.id)", "\(new) of \(second.id)"]
    var run = second
    run.design.graders = shared
    run.design.variants = zip(
      sides,
      [
        first.design.variants.first { $0.id == old }, second.design.variants.first { $0.id == new },
      ]
    ).compactMap { name, side in
      var side = side
      side?.id = name
      return side
    }
    run.design.baseline = sides[0]
    run.design.references = []
    run.caching = zip(sides, [(first, old), (second, new)]).flatMap { name, place in
      place.0.caching.filter { $0.side == place.1 }.map { expected in
        var expected = expected
        expected.side = name
        return expected
      }
    }
    // Interim looks belong to a single run; here both runs are complete, or the comparison is not final.
    run.design.lookFractions = []
    if !first.status.isFinal {
      run.status = first.status
      run.note = first.note
    }
    let changed = shared.map(\.id).filter { id in
      first.configuration.grading["grader \(id)"] != second.configuration.grading["grader \(id)"]
    }
    var table = ScoreTable(run)
    try Self.add(first, side: old, as: sides[0], graders: shared, to: &table, from: reader)
    try Self.add(second, side: new, as: sides[1], graders: shared, to: &table, from: reader)
    try Self.checkSamples(first, side: old, in: table, as: sides[0])
    try Self.checkSamples(second, side: new, in: table, as: sides[1])
    let names = sides
    try table.collapse { body in
      for (run, side, name) in [(first, old, names[0]), (second, new, names[1])] {
        try reader.eachSample(of: run) { sample in
          guard sample.key.side == side else { return }
          var sample = sample
          sample.key.side = name
          try body(sample)
        }
      }
    }
    // The earlier run is history: only what the later one found can fail.
    report = EvalReport(
      run, table: table, changedGraders: changed, sidesOnTrial: [sides[1]])
  }

  private static func pair(
    _ first: EvalRun, with second: EvalRun, before: String?, after: String?
  ) throws -> (String, String) {
    for (side, run) in [(before, first), (after, second)] {
      if let side, !run.design.variants.contains(where: { $0.id == side }) {
        throw StoreError("the run '\(run.id)' has no variant '\(side)'")
      }
    }
    if let before { return (before, after ?? before) }
    if let after { return (after, after) }
    let shared = first.design.variants.map(\.id).filter { id in
      second.design.variants.contains { $0.id == id }
    }
    // The last variant is a challenger, whose change is most likely what the second run is about.
    guard let last = shared.last else { throw StoreError("the runs have no variant in common") }
    return (last, last)
  }

  /// Throws if one of the sides has no sample.
  private static func checkSamples(
    _ run: EvalRun, side: String, in table: ScoreTable, as name: String
  )
    throws
  {
    guard (table.side(name)?.samples ?? 0) == 0 else { return }
    throw StoreError(
      "the run '\(run.id)' has no sample of '\(side)'",
      hint: "resume it with 'eval resume \(run.id)', or compare another run")
  }

  private static func add(
    _ run: EvalRun, side: String, as name: String, graders: [GraderRole],
    to table: inout ScoreTable, from reader: some RunReader
  ) throws {
    let places = graders.compactMap { role in run.design.graders.firstIndex { $0.id == role.id } }
    try reader.eachScores(of: run) { scores in
      guard scores.key.side == side else { return }
      var scores = scores
      scores.key.side = name
      scores.scores = places.map { scores.scores[$0] }
      scores.sum(up: graders)
      table.add(scores)
    }
  }
}
