extension RunState {
  /// What the gate comes to at a look; nil when the run must go on, or where nobody can look.
  func decision(at look: Int) throws -> String? {
    guard let gate = run.gate, let reader = recorder as? any RunReader else { return nil }
    var table = ScoreTable(run)
    try reader.eachScores(of: run) { table.add($0) }
    return InterimAnalysis(gate, run)?.decision(at: look, table)
  }
}
