import CoachModel
import EvalGraders
import LanguageModels
import PromptTemplates
import StreamParsing

extension EvalRunner {
  /// Grades the replies of another run again, without generating new ones.
  ///
  /// Everything about the generation is taken from the old run; graders, gate and pairwise judges are the
  /// plan's. Samples that the plan does not include any more, because of its filter or its references, are left
  /// out. The new run ends with the status of the old one, since it lacks the same samples. However it ends,
  /// the samples graded so far are stored.
  ///
  /// - Parameters:
  ///   - old: The run whose replies are graded.
  ///   - reader: Where the old run is stored.
  ///   - run: The new run, as created by the plan; to resume a grading, with the ID of the stored run.
  ///   - isResumed: Whether to resume a grading that was stopped.
  /// - Returns: The status with which the new run ended.
  /// - Throws: ``SourceError`` if the stored results of a resumed run have another order of graders than the
  ///   plan; otherwise the error that ended the run.
  @discardableResult
  public func grade(
    _ old: EvalRun, from reader: any RunReader, as run: EvalRun, resuming isResumed: Bool = false
  ) async throws -> EvalRun.Status {
    var keys: [SampleKey] = []
    try reader.eachScores(of: old) { keys.append($0.key) }
    let subjects = GradedSubjects(plan: plan, old: old)
    let wanted = keys.filter { subjects[$0] != nil }
    var new = run.grading(old)
    new.owner = .current
    if wanted.count < keys.count {
      new.design.planned = wanted.count
      new.design.subjects = min(old.design.subjects, plan.subjects.count)
    }
    let run = new
    let finished = isResumed ? try await known(of: run) : []
    try await recorder.begin(run)
    control.begin(total: wanted.count, done: finished.count)
    let state = try state(of: run, isResumed: isResumed)
    let rest = Dictionary(grouping: Set(wanted).subtracting(finished), by: \.transcript)
    let next = SharedList(rest.sorted { $0.key < $1.key }.map { ($0.key, Set($0.value)) })
    let whole = (old.status == .running ? .interrupted : old.status, old.note)
    return try await conclude(run, whole: whole) {
      try await withWorkers(min(concurrency, rest.count)) {
        while control.stopReason == nil, let (id, keys) = next.next() {
          for sample in try reader.samples(of: old, transcript: id) where keys.contains(sample.key)
          {
            guard control.stopReason == nil else { return }
            if let subject = subjects[sample.key] {
              try await state.grade(sample, subject: subject)
            }
          }
        }
      }
      guard control.stopReason == nil else { return }
      try await state.keepRest()
      try await state.judgePairs(workers: concurrency)
    }
  }
}

extension EvalRun {
  /// Returns this run with everything about the generation taken from another run.
  fileprivate func grading(_ old: EvalRun) -> EvalRun {
    var run = self
    run.regrades = old.id
    run.status = .running
    run.note = nil
    run.design.variants = old.design.variants
    if !old.design.variants.contains(where: { $0.id == design.baseline }) {
      run.design.baseline = old.design.baseline
    }
    run.design.references = old.design.references.filter(design.references.contains)
    run.design.replay = old.design.replay
    run.design.pipeline = old.design.pipeline
    run.design.parameters = old.design.parameters
    run.design.price = old.design.price
    run.design.planned = old.design.planned
    run.design.subjects = old.design.subjects
    // The interim looks of the old run determined which samples there are.
    run.design.lookFractions = old.design.lookFractions
    run.configuration.generation = old.configuration.generation
    run.configuration.grading["baseline"] = run.design.baseline
    return run
  }
}

/// The subjects of an old run's samples, as far as the plan includes them.
private struct GradedSubjects: Sendable {
  private let subjects: [String: EvalSubject]
  private let references: [String: [String: EvalSubject]]
  private let variants: Set<String>

  init(plan: EvalPlan, old: EvalRun) {
    subjects = plan.subjects.reduce(into: [:]) { $0[$1.transcript.id] = $1 }
    references = plan.referenceSubjects.reduce(into: [:]) { references, item in
      references[item.reference, default: [:]][item.subject.transcript.id] = item.subject
    }
    variants = Set(old.design.variants.map(\.id))
  }

  subscript(key: SampleKey) -> EvalSubject? {
    variants.contains(key.side)
      ? subjects[key.transcript] : references[key.side]?[key.transcript]
  }
}

extension RunState {
  /// Grades a sample of another run and stores it under this run.
  func grade(_ old: EvalSample, subject: EvalSubject) async throws {
    try await stoppingAtBudget {
      try Task.checkCancellation()
      var outcome = CaseReplay.Outcome(
        old, of: subject, contract: try contract(of: old.key.side),
        replay: run.design.replay)
      outcome.task = try task(of: old.key, subject)
      if let variant = variant(of: old.key.side) {
        outcome.tools = try plan.content.tools(of: variant)
      }
      let (turns, length) = (plan.suite.transcripts.turns, outcome.length)
      outcome.messages.removeAll { !turns.includes($0.number, of: length) }
      var sample = old
      let calls = try await calls(of: old.key)
      sample.grades = try await grades(
        of: outcome, subject: subject, calls: calls, after: old.grades)
      sample.overhead = calls.overhead
      sample.judgeCalls = calls.judgeCalls
      try await settle(sample, calls: calls)
    }
  }

  /// Returns what a side's prompt allows in a reply.
  private func contract(of side: String) throws -> ReplyContract {
    guard let variant = variant(of: side) else { return ReplyContract() }
    return try plan.content.library.template(variant.prompt).frontMatter.contract
  }

  /// Returns the task that a sample is the reply to; `nil` for a conversation.
  func task(of key: SampleKey, _ subject: EvalSubject) throws -> GradedTask? {
    try variant(of: key.side).flatMap { variant in
      let evalCase = EvalCase(subject: subject, variant: variant, attempt: key.attempt)
      return try CaseAssembly(plan: plan, evalCase: evalCase).task()
    }
  }

  /// Returns the variant of a side; the baseline for sides without a variant in the suite, such as references.
  private func variant(of side: String) -> EvalVariant? {
    let comparison = plan.suite.comparison
    return comparison.variants.first { $0.id == side }
      ?? comparison.variants.first { $0.id == comparison.baseline }
  }
}

extension CaseReplay.Outcome {
  /// Restores the outcome of a stored sample, as graders need it.
  init(
    _ sample: EvalSample, of subject: EvalSubject, contract: ReplyContract, replay: ReplayMode
  ) {
    self.contract = contract
    turns = sample.turns
    personFaults = sample.personFaults
    let transcript = subject.transcript
    let positions = subject.replyPositions
    let keepsRecordedHistory = sample.isReference || [.nextTurn, .recorded, .task].contains(replay)
    length = keepsRecordedHistory ? positions.count : sample.turns.count
    var said: [Message] = []
    for turn in sample.turns {
      if let person = turn.personBefore, said.last?.role != .user {
        said.append(Message(.user, person))
      }
      let recorded =
        positions.indices.contains(turn.number - 1) ? positions[turn.number - 1] : nil
      let history = keepsRecordedHistory ? transcript.messages[..<(recorded ?? 0)] : said[...]
      if turn.error == nil, !turn.answersCrisis {
        messages.append(
          CoachMessage(
            number: turn.number,
            events: ReplyTagParser.parse(turn.reply, declarations: contract.tags)
              .leavingOut(tags: turn.withheldTags),
            history: history,
            recorded: recorded.flatMap { transcript.messages.dropFirst($0).first?.text },
            effort: turn.effort, visibleText: turn.visibleText, findings: turn.findings,
            toolCalls: turn.toolCalls))
      }
      said.append(Message(.assistant, turn.visibleText))
    }
  }
}
