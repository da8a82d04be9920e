public import CoachEngine
public import Conversations
public import LanguageModels
public import PromptTemplates
import SourceFiles
import StreamParsing

/// Runs a suite: generates, grades and keeps every sample as soon as it is complete.
public struct EvalRunner: Sendable {
  private let suite: EvalSuite
  private let library: PromptLibrary
  private let transcripts: [Transcript]
  private let people: @Sendable (String) throws -> Person
  private let model: any LanguageModel
  private let concurrency: Int
  private let redactor: Redactor

  /// Creates a runner. `people` finds a person's profile by id; `concurrency` is the number of
  /// transcripts under way at once; the redactor takes secrets out of the samples once they are graded.
  public init(
    suite: EvalSuite, library: PromptLibrary, transcripts: [Transcript],
    people: @escaping @Sendable (String) throws -> Person, model: any LanguageModel,
    concurrency: Int, redactor: Redactor = Redactor()
  ) {
    self.suite = suite
    self.library = library
    self.transcripts = transcripts
    self.people = people
    self.model = model
    self.concurrency = max(1, concurrency)
    self.redactor = redactor
  }

  /// What is under way.
  public struct Progress: Sendable {
    /// Samples that are complete.
    public var done: Int
    /// All samples.
    public var total: Int
  }

  /// Runs everything. Prompts are assembled before the first call, so that a broken one costs
  /// nothing.
  ///
  /// A reply that fails for a reason of its own (cut, slow, too long) is kept as such and not
  /// graded. A failure that the next call would meet too (no server, wrong key, not recorded) ends
  /// the run; what was complete by then is kept.
  public func run(
    id: String, started: String, into sink: any ResultSink,
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws -> EvalRun {
    let chosen = transcripts.filter(suite.filter.includes)
    guard !chosen.isEmpty else {
      throw SourceError(
        Diagnostic(
          "suite.empty", "no transcript in \(suite.transcriptFolder) passes the suite's filter",
          hint: "widen 'kind', 'quality' or 'tags'"))
    }
    let jobs = try jobs(for: chosen)
    var run = try header(id: id, started: started)
    try sink.begin(run)
    run.samples = try references()
    for sample in run.samples { try sink.add(sample, to: run) }
    progress(Progress(done: 0, total: jobs.count))
    run.samples += try await generate(jobs, run, sink, progress)
    try sink.end(run)
    return run
  }

  private struct Job: Sendable {
    var transcript: Transcript
    var variant: EvalVariant
    var turns: [ReplayTurn]
  }

  private func jobs(for transcripts: [Transcript]) throws -> [Job] {
    let replay = NextTurnReplay(
      assembler: PromptAssembler(library: library), parameters: suite.parameters,
      closingTokens: suite.closingTokens)
    return try transcripts.flatMap { transcript in
      try suite.variants.map { variant in
        let turns = try replay.turns(
          of: transcript, person: people(transcript.person), variant: variant,
          selection: suite.turns)
        return Job(transcript: transcript, variant: variant, turns: turns)
      }
    }
  }

  private func header(id: String, started: String) throws -> EvalRun {
    EvalRun(
      id: id, suite: suite.name, suiteDigest: suite.digest.description,
      question: suite.description, started: started, model: model.identity.description,
      parameters: suite.parametersNote,
      variants: try suite.variants.map { variant in
        let template = try library.template(variant.prompt)
        return EvalRun.Side(
          id: variant.id, prompt: template.reference,
          digest: library.digest(of: template).description)
      },
      references: suite.references.map(\.id),
      graders: suite.graders.map { EvalRun.GraderNote(id: $0.id, summary: $0.summary) },
      price: suite.price, gate: suite.gate, samples: [])
  }

  /// Grades the written transcripts by the contract of the baseline's prompt.
  private func references() throws -> [EvalSample] {
    let contract = try library.template(suite.variants[0].prompt).frontMatter.contract
    return suite.references.flatMap { reference in
      transcripts.filter(reference.filter.includes).map { transcript in
        let conversation = transcript.graded(contract)
        let turns = zip(conversation.messages, transcript.coachPositions).map { message, at in
          EvalTurn(
            number: message.number, personBefore: message.personBefore,
            reply: transcript.messages[at].text, visibleText: message.visibleText)
        }
        return EvalSample(
          side: reference.id, isReference: true, transcript: transcript.id,
          title: transcript.title, turns: turns, grades: grades(of: conversation)
        ).redacted(by: redactor)
      }
    }
  }

  private func grades(of conversation: GradedConversation) -> [Grade] {
    suite.graders.flatMap { $0.grade(conversation) }
  }

  private func generate(
    _ jobs: [Job], _ run: EvalRun, _ sink: any ResultSink,
    _ progress: @Sendable (Progress) -> Void
  ) async throws -> [EvalSample] {
    var samples: [EvalSample?] = Array(repeating: nil, count: jobs.count)
    try await withThrowingTaskGroup(of: (Int, EvalSample).self) { group in
      var next = 0
      func start() {
        guard next < jobs.count else { return }
        let (position, job) = (next, jobs[next])
        next += 1
        group.addTask { (position, try await self.sample(job)) }
      }
      for _ in 0..<min(concurrency, jobs.count) { start() }
      var done = 0
      while let (position, sample) = try await group.next() {
        try sink.add(sample, to: run)
        samples[position] = sample
        done += 1
        progress(Progress(done: done, total: jobs.count))
        start()
      }
    }
    return samples.compactMap { $0 }
  }

  private func sample(_ job: Job) async throws -> EvalSample {
    var turns: [EvalTurn] = []
    var messages: [CoachMessage] = []
    var contract = ReplyContract()
    for turn in job.turns {
      contract = turn.prompt.contract
      let (result, message) = try await self.turn(turn)
      turns.append(result)
      if let message { messages.append(message) }
    }
    let conversation = GradedConversation(
      transcript: job.transcript, messages: messages, contract: contract)
    // A conversation with a missing message cannot be judged as a whole.
    let isWhole = messages.count == turns.count
    let grades = grades(of: conversation).filter { isWhole || $0.message != nil }
    return EvalSample(
      side: job.variant.id, isReference: false, transcript: job.transcript.id,
      title: job.transcript.title, turns: turns, grades: grades
    ).redacted(by: redactor)
  }

  private func turn(_ turn: ReplayTurn) async throws -> (EvalTurn, CoachMessage?) {
    var result = EvalTurn(
      number: turn.number, personBefore: turn.personBefore, reply: "", visibleText: "",
      request: turn.request.digest.hexadecimal)
    do throws(ModelError) {
      let reply = try await model.stream(turn.request).reply()
      let events = ReplyTagParser.parse(
        reply.words, declarations: turn.prompt.contract.tags)
      result.reply = reply.words
      result.visibleText = events.visibleText
      result.finish = reply.finish?.word
      result.inputTokens = reply.usage?.input
      result.cachedTokens = reply.usage?.cachedInput
      result.outputTokens = reply.usage?.output
      let message = CoachMessage(
        number: turn.number, events: events, personBefore: turn.personBefore)
      return (result, message)
    } catch {
      guard !error.endsRun else { throw error }
      result.error = error.message
      result.reply = error.partialText
      return (result, nil)
    }
  }
}

extension ModelError {
  /// Whether every further call would meet the same failure.
  fileprivate var endsRun: Bool {
    switch code {
    case .authentication, .permission, .notFound, .quota, .transport, .notRecorded, .cancelled,
      .invalidRequest, .budget:
      true
    case .contextOverflow, .rateLimit, .overloaded, .timeout, .decoding, .truncated,
      .contentFilter, .invalidReply:
      false
    }
  }
}
