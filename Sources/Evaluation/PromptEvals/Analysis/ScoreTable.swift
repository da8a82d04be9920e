import CoachModel
import EvalStatistics

/// The scores of a run, summed up by side, transcript and metric, from which statistics are computed.
///
/// Samples are added one by one, so memory grows with the number of transcripts, not with that of samples, apart from the
/// figures of replies to requests that several transcripts send: these are kept one by one.
///
/// What statistics rest on are observations: replies to a request that several transcripts send count in one of them, see
/// ``SharedRequests``.
public struct ScoreTable: Sendable {
  /// One metric of one transcript on one side, over its samples.
  struct Cell: Sendable {
    var count = 0
    var sum = 0.0
    var squares = 0.0
    /// The number of samples whose value meets the metric's threshold.
    var met = 0
    /// The number of samples to which the metric does not apply, which have no value although no verdict is missing.
    var notApplicable = 0

    /// Counts a sample; one that lacks a verdict changes nothing.
    mutating func add(_ sample: SampleScores, metric: EvalMetricRole, graders: [GraderRole]) {
      if let value = metric.value(of: sample) {
        add(value, threshold: metric.threshold)
      } else if metric.isNotApplicable(to: sample, graders: graders) {
        notApplicable += 1
      }
    }

    private mutating func add(_ value: Double, threshold: Double) {
      count += 1
      sum += value
      squares += value * value
      if value >= threshold - 1e-9 { met += 1 }
    }

    /// The mean over the samples; `nil` if there is none.
    var mean: Double? { moments?.mean }

    /// The mean and variance over the samples; `nil` if there is none.
    var moments: Moments? { Moments(count: count, sum: sum, sumOfSquares: squares) }
  }

  /// The totals of one side.
  struct Side: Sendable {
    var samples = 0
    var turns = 0
    var failedTurns = 0
    var limitedTurns = 0
    var personFaults = 0
    var excluded = SampleTally()
    /// The samples with a message that has no complete reply.
    var failedSamples = SampleTally()
    var costs = CallCosts()
    var overhead = CallCosts()
    var firstSeconds: [Double] = []
    var seconds: [Double] = []
    /// The number of failed verdicts of each grader.
    var errors: [Int]
    /// The number of verdicts of each grader that it could not decide.
    var inconclusive: [Int]
    /// The number of verdicts of each grader that its demand does not concern the message.
    var notApplicable: [Int]
    /// What each grader did, on samples that are not excluded.
    var tallies: [GraderTally]
  }

  /// The graders with their settings in the run.
  let graders: [GraderRole]
  /// What is compared: graders, then metrics that summarize them, then time and cost.
  let metrics: [EvalMetricRole]
  /// The IDs of transcripts, by their index in the cells.
  private(set) var transcripts: [String] = []
  /// The cluster of each transcript.
  private(set) var clusters: [String] = []
  /// The number of samples of each transcript, on all sides together.
  private(set) var counts: [Int] = []
  /// The transcripts of which a variant has samples, and not only a reference.
  private var asked: Set<String> = []
  /// Samples that are excluded from scores.
  private(set) var excluded: Set<SampleKey> = []
  private(set) var sides: [Side]
  /// What the scores would be with the missing verdicts, on the gate's metrics.
  private(set) var ranges: ScoreRanges
  private var cells: [[Cell]]
  /// The cells with each shared reply in one transcript only; `nil` if no request is shared.
  var observed: [[Cell]]?
  /// The requests of all variants, from the first sample of each transcript.
  var sent: SentRequests
  /// Whether samples were added whose requests are stored in their texts only.
  private(set) var lacksRequests = false
  /// The requests that several transcripts send; `nil` before ``collapse(_:)``, and if there are none.
  var shared: SharedRequests?
  /// A digest of each side's verdicts on each transcript, in which the order of samples does not matter.
  private var verdicts: [[UInt64]]
  private(set) var places: [String: Int] = [:]
  private let thresholds: [Double]
  let sideNumbers: [String: Int]

  init(_ run: EvalRun) {
    graders = run.design.graders
    metrics = EvalMetricRole.all(of: run)
    ranges = ScoreRanges(run)
    let empty = Side(
      errors: Array(repeating: 0, count: run.design.graders.count),
      inconclusive: Array(repeating: 0, count: run.design.graders.count),
      notApplicable: Array(repeating: 0, count: run.design.graders.count),
      tallies: Array(repeating: GraderTally(), count: run.design.graders.count))
    thresholds = run.design.graders.map(\.threshold)
    sides = Array(repeating: empty, count: run.design.sides.count)
    cells = Array(repeating: [], count: run.design.sides.count)
    verdicts = Array(repeating: [], count: run.design.sides.count)
    sent = SentRequests(sides: run.design.variants.count)
    sideNumbers = run.design.sides.enumerated().reduce(into: [:]) { $0[$1.element] = $1.offset }
  }

  mutating func add(_ sample: SampleScores) {
    guard let side = sideNumbers[sample.key.side] else { return }
    sides[side].add(sample, thresholds: thresholds)
    if !sample.isReference { asked.insert(sample.key.transcript) }
    // Replies to a simulated person who fell out of role say nothing about the coach.
    guard !sample.isExcluded else {
      excluded.insert(sample.key)
      return
    }
    ranges.add(sample)
    let place = place(of: sample)
    counts[place] += 1
    if let requests = sample.requests {
      if sample.key.attempt == 1 { sent.add(requests, side: side, place: place) }
    } else {
      lacksRequests = true
    }
    let attempt = UInt64(sample.key.attempt) &* 0x9e37_79b9_7f4a_7c15
    verdicts[side][place] &+= (UInt64(sample.verdictDigest, radix: 16) ?? 0) ^ attempt
    for (position, metric) in metrics.enumerated() {
      cells[side][place * metrics.count + position].add(sample, metric: metric, graders: graders)
    }
  }

  private mutating func place(of sample: SampleScores) -> Int {
    if let known = places[sample.key.transcript] { return known }
    let place = transcripts.count
    places[sample.key.transcript] = place
    transcripts.append(sample.key.transcript)
    clusters.append(sample.cluster)
    counts.append(0)
    for side in cells.indices {
      cells[side] += Array(repeating: Cell(), count: metrics.count)
      verdicts[side].append(0)
    }
    return place
  }

  /// Returns one metric of one side as statistics use it, by the index of the transcript: empty for a transcript that
  /// does not count by itself.
  func column(of side: String, metric: Int) -> [Cell] {
    column(of: side, metric: metric, in: observed ?? cells)
  }

  /// Returns one metric of one side with each sample in its own transcript, by the index of the transcript.
  func transcriptColumn(of side: String, metric: Int) -> [Cell] {
    column(of: side, metric: metric, in: cells)
  }

  private func column(of side: String, metric: Int, in cells: [[Cell]]) -> [Cell] {
    guard let side = sideNumbers[side] else { return [] }
    return transcripts.indices.map { cells[side][$0 * metrics.count + metric] }
  }

  /// The cells with each sample in its own transcript, by side.
  var transcriptCells: [[Cell]] { cells }

  /// The number of transcripts of which a variant has samples.
  var askedCount: Int { asked.count }

  /// Returns the share of a metric's samples that one of two sides has and the other lacks; `nil` if neither
  /// has any.
  ///
  /// A side that fails on difficult transcripts has fewer samples, and would look better for it. A sample to which the
  /// metric does not apply lacks nothing, and no further verdict could be asked for.
  func missingShare(of metric: Int, between first: String, and second: String) -> Double? {
    let columns = pairedColumns(metric, first, second)
    let pairs = zip(columns.first, columns.second)
    let expected = pairs.reduce(0) { $0 + max($1.0.count, $1.1.count) }
    let missing = pairs.reduce(0) { sum, pair in
      let (fewer, more) = pair.0.count < pair.1.count ? pair : (pair.1, pair.0)
      return sum + max(0, more.count - fewer.count - fewer.notApplicable)
    }
    return expected > 0 ? Double(missing) / Double(expected) : nil
  }

  /// Whether graders gave two sides the same verdicts on a transcript, message by message.
  func hasSameVerdicts(_ first: String, as second: String, at place: Int) -> Bool {
    guard let first = sideNumbers[first], let second = sideNumbers[second] else { return true }
    return verdicts[first][place] == verdicts[second][place]
  }

  func side(_ id: String) -> Side? { sideNumbers[id].map { sides[$0] } }
}

extension ScoreTable.Side {
  fileprivate mutating func add(_ sample: SampleScores, thresholds: [Double]) {
    samples += 1
    turns += sample.turns
    failedTurns += sample.failedTurns
    limitedTurns += sample.limitedTurns
    personFaults += sample.personFaults
    if sample.isExcluded { excluded.add(sample.key) }
    if sample.failedTurns > 0 { failedSamples.add(sample.key) }
    costs.add(sample.costs)
    overhead.add(sample.overhead)
    if let value = sample.timeToFirstToken { firstSeconds.append(value) }
    if let value = sample.seconds { seconds.append(value) }
    for (grader, score) in sample.scores.enumerated() where errors.indices.contains(grader) {
      errors[grader] += score.errors
      inconclusive[grader] += score.inconclusive
      notApplicable[grader] += score.notApplicable
      guard !sample.isExcluded, thresholds.indices.contains(grader) else { continue }
      tallies[grader].add(sample, score: score, threshold: thresholds[grader])
    }
  }
}

extension CallCosts {
  mutating func add(_ other: CallCosts) {
    guard other.calls > 0 else { return }
    calls += other.calls
    usage = usage + other.usage
    dollars = dollars.flatMap { sum in other.dollars.map { sum + $0 } }
  }
}
