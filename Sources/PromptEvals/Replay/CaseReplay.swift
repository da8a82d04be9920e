import CoachModel
import EvalGraders
import LanguageModels
import PromptTemplates
import SourceFiles
import StreamParsing

/// Replays one case: asks for each coach message that is to be generated.
struct CaseReplay {
  /// The coach messages of a case, with what graders need to know of them.
  struct Outcome {
    var turns: [EvalTurn] = []
    /// The messages with a complete reply.
    var messages: [CoachMessage] = []
    var contract = ReplyContract()
    /// The task that the messages are replies to; `nil` for a conversation.
    var task: GradedTask?
    /// The number of coach messages in the conversation.
    var length = 0
    var personFaults: [PersonFault] = []
  }

  let plan: EvalPlan
  let evalCase: EvalCase
  let calls: SampleCalls
  let texts: SectionTexts
  let prompts: JudgePrompts

  func run() async throws -> Outcome {
    if plan.suite.replay == .recorded { return try recorded() }
    let assembly = try TurnAssembly(plan: plan, evalCase: evalCase)
    guard let model = plan.candidates[evalCase.variant.id] else { return Outcome() }
    let transcript = evalCase.subject.transcript
    switch plan.suite.replay {
    case .recorded, .nextTurn, .task:
      return try await nextTurns(assembly: assembly, model: model)
    case .conversation:
      return try await conversation(
        with: RecordedPerson(transcript), assembly: assembly, model: model)
    case .simulated:
      guard
        let person = SimulatedPerson(plan: plan, evalCase: evalCase, calls: calls, prompts: prompts)
      else { return Outcome() }
      return try await conversation(with: person, assembly: assembly, model: model)
    }
  }

  // MARK: Replay modes

  private func recorded() throws -> Outcome {
    let contract = try plan.content.library.template(evalCase.variant.prompt).frontMatter.contract
    return Outcome(
      recorded: evalCase.subject.transcript, contract, turns: plan.suite.transcripts.turns)
  }

  private func nextTurns(
    assembly: TurnAssembly, model: any LanguageModel
  ) async throws -> Outcome {
    let transcript = evalCase.subject.transcript
    let positions = evalCase.subject.replyPositions
    var outcome = Outcome()
    outcome.length = positions.count
    outcome.task = assembly.task()
    for number in plan.suite.transcripts.turns.numbers(of: positions.count) {
      let position = positions[number - 1]
      // The last message of a finished conversation is its close, so the coach is asked to close there.
      let closes = number == positions.count && transcript.ending == .complete
      try await generate(
        number, after: transcript.messages[..<position], closing: closes ? true : nil,
        recorded: transcript.messages.dropFirst(position).first?.text, assembly: assembly,
        model: model,
        into: &outcome)
    }
    return outcome
  }

  private func conversation(
    with person: some ReplayPerson, assembly: TurnAssembly, model: any LanguageModel
  ) async throws -> Outcome {
    var person = person
    var history: [Message] = person.opening.map { [Message(.user, $0)] } ?? []
    var outcome = Outcome()
    // Messages after the last one that is graded would be paid for in vain.
    for number in 1..<(plan.suite.transcripts.turns.last(of: person.coachMessages) + 1) {
      let closes = number == person.coachMessages && person.endsWithClose
      try await generate(
        number, after: history[...], closing: closes ? true : nil,
        recorded: person.recorded(number), assembly: assembly, model: model, into: &outcome)
      outcome.length = number
      // Without this message there is nothing to answer.
      guard let turn = outcome.turns.last, turn.error == nil, let message = outcome.messages.last
      else { break }
      history.append(Message(.assistant, message.visibleText))
      guard !message.hasSignal, number < person.coachMessages,
        let answer = try await person.answer(to: number, after: history)
      else { break }
      // A person who said nothing between two messages of the coach says nothing here either.
      if !answer.isEmpty { history.append(Message(.user, answer)) }
    }
    try await person.check(history)
    outcome.personFaults = person.faults
    let length = outcome.length
    outcome.messages.removeAll { !plan.suite.transcripts.turns.includes($0.number, of: length) }
    return outcome
  }

  // MARK: One message

  private func generate(
    _ number: Int, after history: ArraySlice<Message>, closing: Bool?, recorded: String?,
    assembly: TurnAssembly, model: any LanguageModel, into outcome: inout Outcome
  ) async throws {
    let prompt = try assembly.prompt(after: Array(history), closing: closing)
    outcome.contract = prompt.contract
    let request = assembly.request(
      prompt, number: number, closing: closing, for: model.capabilities)
    let before = history.last.flatMap { $0.role == .user ? $0.text : nil }
    var turn = EvalTurn(number: number, personBefore: before)
    turn.source = TurnSource(
      request: request.digest.hexadecimal, prompt: prompt.reference,
      template: prompt.templateDigest.description, sections: texts.sections(of: prompt))
    do throws(ModelError) {
      let call = try await calls.askCandidate(model, with: request, message: number)
      let events = ReplyTagParser.parse(call.reply.words, declarations: prompt.contract.tags)
      turn.reply = call.reply.words
      turn.finish = call.reply.finish?.word
      turn.effort = call.effort
      turn.source?.answeredBy = call.answeredBy
      let message = CoachMessage(
        number: number, events: events, history: history, recorded: recorded, effort: call.effort)
      turn.visibleText = message.visibleText
      outcome.messages.append(message)
    } catch {
      // A failure after cancellation says nothing about the candidate.
      guard !error.endsRun, !Task.isCancelled else { throw error }
      turn.error = error.message
      turn.errorCode = error.code
      turn.reply = error.partialText
      turn.visibleText = turn.reply
    }
    outcome.turns.append(turn)
  }
}

extension CaseReplay.Outcome {
  /// Takes the coach's messages from a transcript, as they were written.
  init(recorded transcript: Transcript, _ contract: ReplyContract, turns selection: TurnSelection) {
    let positions = transcript.coachPositions
    self.contract = contract
    length = positions.count
    for number in selection.numbers(of: positions.count) {
      let position = positions[number - 1]
      let text = transcript.messages[position].text
      let message = CoachMessage(
        number: number, events: ReplyTagParser.parse(text, declarations: contract.tags),
        history: transcript.messages[..<position], recorded: text)
      var turn = EvalTurn(number: number, personBefore: message.personBefore)
      turn.reply = text
      turn.visibleText = message.visibleText
      turns.append(turn)
      messages.append(message)
    }
  }
}
