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
    /// The runs that were copied under another ID, because another run has theirs.
    public var renamed: [Renaming] = []
    /// One message for each run that was skipped, with the reason.
    public var skipped: [String] = []
  }

  /// A run that was copied under another ID.
  public struct Renaming: Sendable, Hashable {
    /// The ID in the other store.
    public var id: String
    /// The ID in this one.
    public var newID: String
    /// Whether the run with this ID here has the same start, configuration and sides, and only replies or verdicts differ.
    public var differsInSamples = false
  }

  /// Copies runs, samples and pairwise verdicts that another store holds and this one lacks.
  ///
  /// A run with the ID of one of this store is the same run if both have the same start, configuration and sides, and the
  /// same samples as far as both have them; then what it lacks is added. A sample in which a call failed in one of the two
  /// only, as after ``EvalRunner/run(_:resuming:retryFailed:)``, does not count: the complete one is kept. Otherwise it is
  /// copied under an ID with a number; see ``MergeOutcome/renamed``. Merging again
  /// finds it there. A run that is copied as a whole loses the mark of ``bless(_:)``. A run that cannot be read is
  /// skipped; see ``MergeOutcome/skipped``. Throws ``StoreError`` if one of the databases cannot be read or written.
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
    var newIDs: [String: String] = [:]
    for run in runs.reversed() {
      do {
        try other.eachScores(of: run) { _ in }
        try other.eachSample(of: run) { _ in }
        _ = try other.pairwiseVerdicts(of: run)
      } catch let error as StoreError {
        outcome.skipped.append(error.message)
        continue
      }
      var copy = run
      copy.id = try freeID(for: run, from: other)
      copy.isBlessed = false
      // The run whose replies it grades was copied before.
      copy.regrades = copy.regrades.map { newIDs[$0] ?? $0 }
      newIDs[run.id] = copy.id
      let isNew = try self.run(copy.id) == nil
      if isNew { try write { try StoreRows.insert(copy, into: $0) } }
      let count = try takeSamples(of: run, from: other, into: copy)
      try complete(copy)
      outcome.samples += count
      outcome.runs += count > 0 ? 1 : 0
      if isNew, copy.id != run.id {
        let own = try self.run(run.id)
        outcome.renamed.append(
          Renaming(
            id: run.id, newID: copy.id, differsInSamples: own.map { isAlike($0, run) } ?? false))
      }
    }
    return outcome
  }

  /// Returns the ID under which this store has a run of another store, or can take it: its own, unless another run has it.
  private func freeID(for run: EvalRun, from other: EvalStore) throws -> String {
    let unreadable = Set(try unreadableRuns())
    var number = 1
    while true {
      let id = number == 1 ? run.id : "\(run.id)-\(number)"
      let own = try self.run(id)
      if let own, try isSame(own, as: run, from: other) { return id }
      if own == nil, !unreadable.contains(id) { return id }
      number += 1
    }
  }

  private func isAlike(_ own: EvalRun, _ run: EvalRun) -> Bool {
    own.suite == run.suite && own.started == run.started
      && own.configuration == run.configuration && own.design.sides == run.design.sides
  }

  private func isSame(_ own: EvalRun, as run: EvalRun, from other: EvalStore) throws -> Bool {
    guard isAlike(own, run) else { return false }
    let shared = try keys(of: own).intersection(try other.keys(of: run))
    return try Set(shared.map(\.transcript)).allSatisfy { transcript in
      let there = try other.samples(of: run, transcript: transcript)
        .reduce(into: [SampleKey: EvalSample]()) { $0[$1.key] = $1 }
      return try samples(of: own, transcript: transcript).allSatisfy { here in
        guard let sample = there[here.key] else { return true }
        return here == sample || here.mayBeRetried != sample.mayBeRetried
      }
    }
  }

  /// Returns the samples of which a call failed for a reason that may be gone by now.
  private func failed(in run: EvalRun) throws -> Set<SampleKey> {
    var failed: Set<SampleKey> = []
    try eachSample(of: run) { if $0.mayBeRetried { failed.insert($0.key) } }
    return failed
  }

  /// Copies the samples and verdicts of another store's run that this store's lacks, or in which a call failed here alone;
  /// the two runs differ in their IDs alone.
  private func takeSamples(of run: EvalRun, from other: EvalStore, into own: EvalRun) throws -> Int
  {
    let known = try keys(of: own)
    let theirs = try other.keys(of: run)
    let failedHere = try failed(in: own).intersection(theirs)
    let repaired = failedHere.isEmpty ? [] : failedHere.subtracting(try other.failed(in: run))
    let wanted = theirs.subtracting(known).union(repaired)
    for transcript in Set(wanted.map(\.transcript)).sorted() {
      let samples = try other.samples(of: run, transcript: transcript)
        .filter { wanted.contains($0.key) }
      let finished = try samples.map { sample in
        try StoreRows.Prepared(
          FinishedSample(
            sample: sample, scores: SampleScores(sample, graders: run.design.graders),
            texts: try other.texts(of: sample)), sides: own.design.sides)
      }
      try write { database in
        let number = try StoreRows.number(of: own.id, database)
        for sample in finished {
          if repaired.contains(sample.scores.key) {
            try StoreRows.replace(with: sample, run: number, in: database)
          } else {
            try StoreRows.insert(sample, run: number, into: database)
          }
        }
      }
    }
    try takePairs(of: run, from: other, into: own)
    return wanted.count
  }

  /// Copies missing verdicts on pairs whose samples are in both stores.
  private func takePairs(of run: EvalRun, from other: EvalStore, into own: EvalRun) throws {
    let known = Set(try pairwiseVerdicts(of: own).map(\.subject))
    let missing = try other.pairwiseVerdicts(of: run).filter { !known.contains($0.subject) }
    for (transcript, verdicts) in Dictionary(grouping: missing, by: \.sample.transcript) {
      let shared = Set(try samples(of: own, transcript: transcript))
        .intersection(try other.samples(of: run, transcript: transcript)).map(\.key)
      let judged = verdicts.filter { verdict in
        var baseline = verdict.sample
        baseline.side = run.design.baseline
        return shared.contains(verdict.sample) && shared.contains(baseline)
      }
      try write { database in
        let number = try StoreRows.number(of: own.id, database)
        for verdict in judged {
          try StoreRows.insert(verdict, sides: own.design.sides, run: number, into: database)
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
