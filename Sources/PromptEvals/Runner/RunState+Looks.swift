extension RunState {
  /// Returns the finding of an interim look at the gate; `nil` if the run has to go on.
  func decision(at look: Int) throws -> String? {
    guard let gate = run.gate, let reader = recorder as? any RunReader else { return nil }
    var table = ScoreTable(run)
    try reader.eachScores(of: run) { table.add($0) }
    return InterimAnalysis(gate: gate, run: run)?.decision(at: look, table)
  }
}
