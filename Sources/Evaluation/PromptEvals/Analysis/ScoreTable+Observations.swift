import EvalGraders

extension ScoreTable {
  /// Reads the scores of a run, with replies to the same request as one observation.
  ///
  /// Rethrows errors of the reader.
  init(_ run: EvalRun, from reader: some RunReader) throws {
    self.init(run)
    try reader.eachScores(of: run) { add($0) }
    guard run.design.replay != .recorded else { return }
    try collapse { body in try reader.eachSample(of: run, body) }
  }

  /// Counts each reply to a request that several transcripts send in one of them.
  ///
  /// - Parameter eachSample: Calls a closure with each sample that was added. It is called only if requests are shared, or
  ///   if they are stored in the texts of the samples only.
  mutating func collapse(
    _ eachSample: (_ body: (EvalSample) throws -> Void) throws -> Void
  ) throws {
    if lacksRequests {
      var sent = SentRequests(sides: self.sent.sides.count)
      try eachSample { sample in
        guard sample.key.attempt == 1, let side = sideNumbers[sample.key.side],
          let place = places[sample.key.transcript], !excluded.contains(sample.key)
        else { return }
        sent.add(sample.sentRequests, side: side, place: place)
      }
      self.sent = sent
    }
    let shared = SharedRequests(sent, names: transcripts)
    guard !shared.isEmpty else { return }
    self.shared = shared
    var replies = ObservedReplies(shared, sides: sent.sides.count, graders: graders)
    try eachSample { sample in
      guard let side = sideNumbers[sample.key.side], let place = places[sample.key.transcript],
        !excluded.contains(sample.key)
      else { return }
      replies.add(sample, side: side, place: place)
    }
    observed = replies.cells(instead: transcriptCells, metrics: metrics)
  }

  /// How many observations the transcripts with samples of a variant are; `nil` if no request is shared.
  func sharing(_ run: EvalRun) -> RequestSharing? {
    shared.flatMap {
      RequestSharing($0, transcripts: askedCount, unit: run.design.replay.unit)
    }
  }

  /// The transcript in which each transcript counts, by ID; those that count by themselves are left out.
  var owners: [String: String] {
    guard let shared else { return [:] }
    return shared.absorbed.reduce(into: [:]) { owners, place in
      owners[transcripts[place]] = transcripts[shared.owner(of: place)]
    }
  }

  /// How the requests of each challenger differ from the baseline's; empty where requests are not known.
  func requestDifferences(_ run: EvalRun) -> [RequestDifference] {
    let variants = run.design.variants
    guard run.design.replay != .recorded,
      let first = variants.firstIndex(where: { $0.id == run.design.baseline })
    else { return [] }
    return variants.indices.filter { $0 != first }.compactMap { index in
      sent.difference(
        of: (index, variants[index].id), from: (first, variants[first].id),
        isOfOtherModels: variants[index].model != variants[first].model,
        readsDifferently: variants[index].reading != variants[first].reading)
    }
  }
}

/// The replies of all samples that share a request, taken apart by message and put together to observations.
private struct ObservedReplies {
  /// What was found on the messages that a sample has in a group, or on those that it shares with none.
  private struct Reply {
    var part: PartScores
    /// What was found on the whole conversation; `nil` if that belongs to another part.
    var whole: PartScores?
    /// The figures of the whole sample.
    var sample: SampleScores
  }

  private let shared: SharedRequests
  private let graders: [GraderRole]
  private let positions: [String: Int]
  private var groups: [[[Reply]]]
  private var own: [[Int: [Reply]]]

  init(_ shared: SharedRequests, sides: Int, graders: [GraderRole]) {
    self.shared = shared
    self.graders = graders
    positions = graders.enumerated().reduce(into: [:]) { $0[$1.element.id] = $1.offset }
    groups = Array(
      repeating: Array(repeating: [], count: shared.groups.count), count: sides)
    own = Array(repeating: [:], count: sides)
  }

  /// Adds a sample; one that shares no request, and a reference, changes nothing.
  mutating func add(_ sample: EvalSample, side: Int, place: Int) {
    guard groups.indices.contains(side), shared.involved.contains(place) else { return }
    let figures = SampleScores(sample, graders: graders)
    let whole = shared.wholeGroup(of: place)
    let none = PartScores(graders: graders.count)
    var parts: [Int?: PartScores] = [:]
    var wholePart = none
    for turn in sample.turns {
      parts[shared.group(of: turn.number, at: place), default: none].add(turn)
    }
    for grade in sample.grades {
      guard let position = positions[grade.grader] else { continue }
      if let message = grade.message {
        parts[shared.group(of: message, at: place), default: none].add(grade, at: position)
      } else {
        wholePart.add(grade, at: position)
      }
    }
    for (group, part) in parts {
      let reply = Reply(part: part, whole: group == whole ? wholePart : nil, sample: figures)
      if let group {
        groups[side][group].append(reply)
      } else {
        own[side][place, default: []].append(reply)
      }
    }
  }

  /// Returns the cells of all transcripts, with those that share requests replaced.
  func cells(instead cells: [[ScoreTable.Cell]], metrics: [EvalMetricRole])
    -> [[ScoreTable.Cell]]
  {
    var cells = cells
    let owned = Dictionary(grouping: shared.groups.indices) { shared.groups[$0].owner }
    for side in groups.indices {
      for place in shared.involved {
        let range = place * metrics.count..<(place + 1) * metrics.count
        cells[side].replaceSubrange(
          range,
          with: observation(at: place, side: side, groups: owned[place] ?? [], metrics: metrics))
      }
    }
    return cells
  }

  /// Returns the cells of one transcript: its own messages, combined with each of the replies to the shared ones that
  /// count in it.
  private func observation(at place: Int, side: Int, groups owned: [Int], metrics: [EvalMetricRole])
    -> [ScoreTable.Cell]
  {
    let none = Array(repeating: ScoreTable.Cell(), count: metrics.count)
    let base = own[side][place] ?? []
    let hasOwn = shared.hasOwn(place)
    // Shared replies alone would be another measure than what the other side has.
    guard !hasOwn || !base.isEmpty else { return none }
    let lists = (hasOwn ? [base] : []) + owned.map { groups[side][$0] }.filter { !$0.isEmpty }
    guard let first = lists.first else { return none }
    var cells = none
    func add(_ figures: SampleScores, where isIncluded: (EvalMetricRole) -> Bool) {
      for (position, metric) in metrics.enumerated() where isIncluded(metric) {
        cells[position].add(figures, metric: metric, graders: graders)
      }
    }
    let combinations = ReplyCombinations.count(lists.map(\.count))
    for index in 0..<combinations {
      var part = PartScores(graders: graders.count)
      for (number, list) in lists.enumerated() {
        let reply = list[index % list.count]
        part.add(reply.part)
        if let whole = reply.whole, !hasOwn || number == 0 { part.add(whole) }
      }
      let sample = first[index % first.count].sample
      add(part.replacingScores(of: sample, graders: graders)) { !$0.isOfWholeSamples }
    }
    // A transcript has no more weight for the replies that it is combined with.
    if hasOwn {
      cells = cells.map { $0.scaled(by: Double(base.count) / Double(combinations)) }
    }
    let wholes = hasOwn ? base : lists.joined().filter { $0.whole != nil }
    for reply in wholes { add(reply.sample) { $0.isOfWholeSamples } }
    return cells
  }
}

/// How many combinations of the replies of several lists are averaged, the one with index i of each list's reply i modulo
/// its length.
enum ReplyCombinations {
  /// The number from which the replies of a list need not occur equally often.
  private static let maximum = 5_000

  /// Returns the smallest number of combinations in which each reply of a list occurs equally often.
  ///
  /// If that is too large, it is the largest multiple of the longest list that is not: then some replies of other lists
  /// occur once more than others do.
  static func count(_ counts: [Int]) -> Int {
    let longest = max(1, counts.max() ?? 1)
    var all = 1
    for count in counts {
      all = all / divisor(all, count) * count
      guard all <= maximum else { return max(1, maximum / longest) * longest }
    }
    return all
  }

  private static func divisor(_ one: Int, _ other: Int) -> Int {
    other == 0 ? max(1, one) : divisor(other, one % other)
  }
}

extension EvalMetricRole {
  /// Whether the values are those of a whole sample, whichever of its messages are shared: its time and its cost.
  fileprivate var isOfWholeSamples: Bool { kind == .seconds || kind == .dollars }
}

extension ScoreTable.Cell {
  /// The same mean and spread over another number of samples, at least one if there are any.
  fileprivate func scaled(by factor: Double) -> Self {
    var cell = self
    cell.notApplicable = Int((Double(notApplicable) * factor).rounded())
    guard count > 0 else { return cell }
    cell.count = max(1, Int((Double(count) * factor).rounded()))
    let ratio = Double(cell.count) / Double(count)
    cell.sum = sum * ratio
    cell.squares = squares * ratio
    cell.met = Int((Double(met) * ratio).rounded())
    return cell
  }
}
