/// Where results go as they come: the database, or nowhere.
public protocol ResultSink: Sendable {
  /// Notes that a run begins; its samples are still to come.
  func begin(_ run: EvalRun) throws

  /// Keeps a sample that is complete.
  func add(_ sample: EvalSample, to run: EvalRun) throws

  /// Notes that all samples are there.
  func end(_ run: EvalRun) throws
}
