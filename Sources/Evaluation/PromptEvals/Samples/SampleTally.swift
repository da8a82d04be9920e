/// The samples for which something holds: their number, and the first of them.
public struct SampleTally: Sendable, Hashable {
  /// The maximum number of samples in ``first``.
  static let maximumListed = 20

  /// The number of samples.
  public private(set) var count = 0
  /// The keys of the first samples by transcript and attempt, at most twenty.
  public private(set) var first: [SampleKey] = []

  /// Adds a sample; in whatever order samples are added, the result is the same.
  mutating func add(_ key: SampleKey) {
    count += 1
    let index = first.firstIndex { key < $0 } ?? first.count
    guard index < Self.maximumListed else { return }
    first.insert(key, at: index)
    if first.count > Self.maximumListed { first.removeLast() }
  }

  /// The first five samples by transcript and attempt, and how many there are more; `nil` if there are none.
  package var names: String? {
    guard count > 0 else { return nil }
    let shown = first.prefix(5).map { key in
      key.attempt > 1 ? "\(key.transcript) #\(key.attempt)" : key.transcript
    }
    let rest = count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

/// What a grader did on the samples of one side.
public struct GraderTally: Sendable, Hashable {
  /// The number of samples on which the grader gave a verdict, or would have if nothing had failed.
  public var applied = 0
  /// The samples whose score is below the grader's threshold.
  public var unmet = SampleTally()
  /// The samples on which at least one verdict failed for a fault of the grader.
  public var failed = SampleTally()
  /// The samples that are not below the threshold as far as they were graded, but lack a verdict or a reply.
  public var open = SampleTally()

  mutating func add(_ sample: SampleScores, score: SampleScores.Score, threshold: Double) {
    let isMissing = score.errors > 0 || score.inconclusive > 0 || sample.failedTurns > 0
    guard score.value != nil || isMissing else { return }
    applied += 1
    if score.errors > 0 { failed.add(sample.key) }
    // The tolerance allows for rounding: means of thirds differ from their sum in the last bit.
    if let value = score.value, value < threshold - 1e-9 {
      unmet.add(sample.key)
    } else if isMissing {
      open.add(sample.key)
    }
  }
}
