import GRDB

extension EvalStore {
  /// Marks a run as the one that later runs of its suite are compared with.
  ///
  /// At most one run of a suite has this mark; marking another run moves it. Throws ``StoreError`` if the
  /// database cannot be written.
  public func bless(_ run: EvalRun) throws {
    try write { database in
      try database.execute(
        sql: "UPDATE run SET isBlessed = (id = ?) WHERE suite = ?",
        arguments: [run.id, run.suite])
    }
  }

  /// Deletes runs with all their results, and returns the free space to the file system.
  ///
  /// Prompt texts that no remaining sample refers to are deleted as well. IDs of runs that do not exist are
  /// ignored. Throws ``StoreError`` if the database cannot be written.
  public func delete(_ ids: [String]) throws {
    try write { database in
      for id in ids {
        try database.execute(sql: "DELETE FROM run WHERE id = ?", arguments: [id])
      }
    }
    try deleteUnusedTexts()
    try named { try database.vacuum() }
  }

  /// Deletes prompt texts that no sample refers to.
  ///
  /// Runs share texts, so they cannot be deleted along with a run.
  private func deleteUnusedTexts() throws {
    var used: Set<String> = []
    // What a damaged run refers to is unknown, so its texts may be among the unused ones.
    let (runs, unreadable) = try allRuns()
    guard unreadable.isEmpty else { return }
    for run in runs {
      do {
        try eachSample(of: run) { used.formUnion($0.textDigests) }
      } catch is StoreError {
        return
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

  /// What was copied by a merge.
  public struct MergeOutcome: Sendable {
    /// The number of runs of which at least one sample was copied.
    public var runs = 0
    /// The number of samples that were copied.
    public var samples = 0
    /// One message for each run that was skipped, with the reason.
    public var skipped: [String] = []
  }

  /// Copies runs, samples and pairwise verdicts that another store holds and this one lacks.
  ///
  /// A run that is in both stores is skipped if its configuration differs; see ``MergeOutcome/skipped``. A run
  /// that is copied as a whole loses the mark of ``bless(_:)``. Throws ``StoreError`` if one of the databases
  /// cannot be read or written.
  public func merge(_ other: EvalStore) throws -> MergeOutcome {
    var outcome = MergeOutcome()
    // `runs()` returns the newest run first; the oldest one has to be inserted first.
    let found = try other.allRuns()
    let (runs, unreadable) = (found.readable, found.unreadable.count)
    if unreadable > 0 {
      outcome.skipped.append(
        "\(unreadable) of \(unreadable + runs.count) runs cannot be read or have an id, a side or a"
          + " figure that no run has")
    }
    for run in runs.reversed() {
      do {
        try other.eachScores(of: run) { _ in }
        try other.eachSample(of: run) { _ in }
        _ = try other.pairwiseVerdicts(of: run)
      } catch let error as StoreError {
        outcome.skipped.append(error.message)
        continue
      }
      if let own = try self.run(run.id) {
        guard own.configuration == run.configuration else {
          outcome.skipped.append("\(run.id) has another configuration here")
          continue
        }
      } else {
        var copy = run
        copy.isBlessed = false
        try write { try StoreRows.insert(copy, into: $0) }
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
          sample: sample, scores: SampleScores(sample, graders: run.design.graders),
          texts: try other.texts(of: sample))
      }
      try write { database in
        for sample in finished { try StoreRows.insert(sample, of: run, into: database) }
      }
    }
    try takePairs(of: run, from: other)
    return wanted.count
  }

  /// Copies missing verdicts, but only those on pairs whose samples are identical in both stores: where the
  /// samples differ, the judge has read other text.
  private func takePairs(of run: EvalRun, from other: EvalStore) throws {
    let known = Set(try pairwiseVerdicts(of: run).map(\.subject))
    let missing = try other.pairwiseVerdicts(of: run).filter { !known.contains($0.subject) }
    for (transcript, verdicts) in Dictionary(grouping: missing, by: \.sample.transcript) {
      let shared = Set(try samples(of: run, transcript: transcript))
        .intersection(try other.samples(of: run, transcript: transcript)).map(\.key)
      let judged = verdicts.filter { verdict in
        var baseline = verdict.sample
        baseline.side = run.design.baseline
        return shared.contains(verdict.sample) && shared.contains(baseline)
      }
      try write { database in
        let number = try StoreRows.number(of: run.id, database)
        for verdict in judged {
          try StoreRows.insert(verdict, sides: run.design.sides, run: number, into: database)
        }
      }
    }
  }

  /// Returns the texts that a sample refers to, by digest.
  private func texts(of sample: EvalSample) throws -> [String: String] {
    var texts: [String: String] = [:]
    for digest in sample.textDigests { texts[digest] = try text(digest) }
    return texts
  }

  private func keys(of run: EvalRun) throws -> Set<SampleKey> {
    var keys: Set<SampleKey> = []
    try eachScores(of: run) { keys.insert($0.key) }
    return keys
  }

  /// Marks a run as complete if its merged parts make up all planned samples.
  ///
  /// Pairwise verdicts are not counted, so a run with pairwise judges becomes complete only if the other
  /// store's run is complete.
  private func complete(_ run: EvalRun) throws {
    let hasPairs = run.configuration.grading.names.contains { $0.hasPrefix("pairwise ") }
    guard !hasPairs || run.status.isFinal else { return }
    try write { database in
      try database.execute(
        sql: """
          UPDATE run SET status = ? WHERE id = ? AND
            (SELECT count(*) FROM sample WHERE sample.run = run.number) >= ?
          """, arguments: [EvalRun.Status.complete.rawValue, run.id, run.design.planned])
    }
  }
}

extension PairwiseVerdict {
  /// Identifies a verdict by judge, model and sample, to find those that are missing.
  fileprivate var subject: String { "\(judge) \(model) \(sample)" }
}
