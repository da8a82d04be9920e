import GRDB

extension EvalStore {
  /// Declares a run the one that later runs of its suite are compared with.
  public func bless(_ run: EvalRun) throws {
    try write { database in
      try database.execute(
        sql: "UPDATE run SET isBlessed = (id = ?) WHERE suite = ?",
        arguments: [run.id, run.suite])
    }
  }

  /// Deletes runs with all that belongs to them, and gives their room back.
  public func delete(_ ids: [String]) throws {
    try write { database in
      for id in ids {
        try database.execute(sql: "DELETE FROM run WHERE id = ?", arguments: [id])
      }
    }
    try deleteUnusedTexts()
    try database.named { try database.vacuum() }
  }

  /// Texts belong to no run: what no sample names any more goes.
  private func deleteUnusedTexts() throws {
    var used: Set<String> = []
    for run in try runs() {
      try eachSample(of: run) { sample in
        for turn in sample.turns { used.formUnion(turn.source?.sections.map(\.digest) ?? []) }
      }
    }
    let known = try read {
      try String.fetchAll($0, sql: "SELECT digest FROM promptText")
    }
    let unused = known.filter { !used.contains($0) }
    try write { database in
      for digest in unused {
        try database.execute(sql: "DELETE FROM promptText WHERE digest = ?", arguments: [digest])
      }
    }
  }

  /// What a merge took.
  public struct MergeOutcome: Sendable {
    /// Runs that something was taken of.
    public var runs = 0
    /// Samples that were taken.
    public var samples = 0
    /// Runs that were left out, with the reason.
    public var skipped: [String] = []
  }

  /// Takes what another file holds and this one lacks.
  public func merge(_ other: EvalStore) throws -> MergeOutcome {
    var outcome = MergeOutcome()
    // The last one first is how they are listed; they are added in the order in which they began.
    for run in try other.runs().reversed() {
      if let own = try self.run(run.id) {
        guard own.configuration == run.configuration else {
          outcome.skipped.append("\(run.id) was asked something else here")
          continue
        }
      } else {
        var copy = run
        copy.isBlessed = false
        try write { try StoreRows.insert(copy, $0) }
      }
      let count = try takeSamples(of: run, from: other)
      try complete(run)
      outcome.samples += count
      outcome.runs += count > 0 ? 1 : 0
    }
    return outcome
  }

  private func takeSamples(of run: EvalRun, from other: EvalStore) throws -> Int {
    let known = try keys(of: run)
    let wanted = try other.keys(of: run).subtracting(known)
    for transcript in Set(wanted.map(\.transcript)).sorted() {
      let samples = try other.samples(of: run, transcript: transcript)
        .filter { wanted.contains($0.key) }
      let finished = try samples.map { sample in
        FinishedSample(
          sample: sample, scores: SampleScores(sample, run.graders),
          texts: try other.texts(of: sample))
      }
      try write { database in
        for sample in finished { try StoreRows.insert(sample, of: run, database) }
      }
    }
    try takePairs(of: run, from: other)
    return wanted.count
  }

  /// Takes verdicts that this file lacks, on pairs of which it holds the same samples: of others it may hold other
  /// words, which no judge has read.
  private func takePairs(of run: EvalRun, from other: EvalStore) throws {
    let known = Set(try pairwiseVerdicts(of: run).map(\.subject))
    let missing = try other.pairwiseVerdicts(of: run).filter { !known.contains($0.subject) }
    for (transcript, verdicts) in Dictionary(grouping: missing, by: \.sample.transcript) {
      let shared = Set(try samples(of: run, transcript: transcript))
        .intersection(try other.samples(of: run, transcript: transcript)).map(\.key)
      let judged = verdicts.filter { verdict in
        var baseline = verdict.sample
        baseline.side = run.baseline
        return shared.contains(verdict.sample) && shared.contains(baseline)
      }
      try write { database in
        let number = try StoreRows.number(of: run.id, database)
        for verdict in judged {
          try StoreRows.insert(verdict, sides: run.sides, run: number, database)
        }
      }
    }
  }

  /// The texts of the prompt sections that a sample names.
  private func texts(of sample: EvalSample) throws -> [String: String] {
    var texts: [String: String] = [:]
    for turn in sample.turns {
      for section in turn.source?.sections ?? [] where texts[section.digest] == nil {
        texts[section.digest] = try text(section.digest)
      }
    }
    return texts
  }

  private func keys(of run: EvalRun) throws -> Set<SampleKey> {
    var keys: Set<SampleKey> = []
    try eachScores(of: run) { keys.insert($0.key) }
    return keys
  }

  /// Parts of a run that together are the whole make it complete; one with pairs to judge, which are not counted,
  /// is so when the other was.
  private func complete(_ run: EvalRun) throws {
    let hasPairs = run.configuration.grading.names.contains { $0.hasPrefix("pairwise ") }
    guard !hasPairs || run.status.isFinal else { return }
    try write { database in
      try database.execute(
        sql: """
          UPDATE run SET status = ? WHERE id = ? AND
            (SELECT count(*) FROM sample WHERE sample.run = run.number) >= ?
          """, arguments: [EvalRun.Status.complete.rawValue, run.id, run.planned])
    }
  }
}

extension PairwiseVerdict {
  /// Who said it of what.
  fileprivate var subject: String { "\(judge) \(model) \(sample)" }
}
