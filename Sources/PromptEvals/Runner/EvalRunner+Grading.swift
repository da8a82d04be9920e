import Conversations
import LanguageModels
import PromptTemplates
import StreamParsing
import Synchronization

extension EvalRunner {
  /// Grades the replies of another run again; the candidate is not asked.
  ///
  /// Samples of transcripts that the plan does not have any more are left out.
  @discardableResult
  public func grade(_ old: EvalRun, from reader: any RunReader, as run: EvalRun) async throws
    -> EvalRun.Status
  {
    var new = run
    new.regrades = old.id
    var keys: [SampleKey] = []
    try reader.eachScores(of: old) { keys.append($0.key) }
    let subjects = plan.content.subjects.reduce(into: [String: EvalSubject]()) {
      $0[$1.transcript.id] = $1
    }
    keys.removeAll { subjects[$0.transcript] == nil || !new.sides.contains($0.side) }
    new.planned = keys.count
    let run = new
    try await recorder.begin(run)
    control.begin(total: keys.count, done: 0)
    let state = try RunState(plan, run, recorder, control, clock, commands, isResumed: false)
    let transcripts = Dictionary(grouping: keys, by: \.transcript).sorted { $0.key < $1.key }
    let next = SharedList(transcripts.map(\.key))
    return try await conclude(run) {
      try await workers(min(concurrency, transcripts.count)) {
        while control.stopReason == nil, let id = next.next(), let subject = subjects[id] {
          for sample in try reader.samples(of: old, transcript: id)
          where run.sides.contains(sample.key.side) {
            try await state.grade(sample, subject)
          }
        }
      }
    }
  }
}

extension RunState {
  /// Grades a sample that is there, and has it kept under this run.
  func grade(_ old: EvalSample, _ subject: EvalSubject) async throws {
    try await stoppingAtBudget {
      var outcome = CaseReplay.Outcome(
        old, of: subject.transcript, try contract(of: old.key.side), replay: run.replay)
      if !old.isReference {
        let (turns, length) = (plan.suite.turns, outcome.length)
        outcome.messages.removeAll { !turns.includes($0.number, of: length) }
      }
      var sample = old
      let calls = try await calls(of: old.key)
      sample.grades = try await grades(of: outcome, subject.transcript, calls)
      sample.overhead = calls.overhead
      try await keep(sample, texts: [:])
    }
  }

  /// What the prompt of a side allows in a reply; references are held to the baseline's.
  private func contract(of side: String) throws -> ReplyContract {
    let variants = plan.suite.variants
    let variant =
      variants.first { $0.id == side } ?? variants.first { $0.id == plan.suite.baseline }
    guard let variant else { return ReplyContract() }
    return try plan.content.library.template(variant.prompt).frontMatter.contract
  }
}

extension CaseReplay.Outcome {
  /// What a kept sample held, as graders look at it.
  init(
    _ sample: EvalSample, of transcript: Transcript, _ contract: ReplyContract, replay: ReplayMode
  ) {
    self.contract = contract
    turns = sample.turns
    personFaults = sample.personFaults
    let positions = transcript.coachPositions
    let keepsRecordedHistory = sample.isReference || replay == .nextTurn || replay == .recorded
    length = keepsRecordedHistory ? positions.count : sample.turns.count
    var said: [Message] = []
    for turn in sample.turns {
      if let person = turn.personBefore, said.last?.role != .user {
        said.append(Message(.user, person))
      }
      let recorded =
        positions.indices.contains(turn.number - 1) ? positions[turn.number - 1] : nil
      let history = keepsRecordedHistory ? transcript.messages[..<(recorded ?? 0)] : said[...]
      if turn.error == nil {
        messages.append(
          CoachMessage(
            number: turn.number,
            events: ReplyTagParser.parse(turn.reply, declarations: contract.tags),
            history: history, recorded: recorded.map { transcript.messages[$0].text },
            effort: turn.effort))
      }
      said.append(Message(.assistant, turn.visibleText))
    }
  }
}

/// A list that several workers take from.
final class SharedList<Element: Sendable>: Sendable {
  private let elements: [Element]
  private let place = Mutex(0)

  init(_ elements: [Element]) {
    self.elements = elements
  }

  func next() -> Element? {
    place.withLock { place in
      guard place < elements.count else { return nil }
      defer { place += 1 }
      return elements[place]
    }
  }
}
