import CoachEngine
import CoachModel
import CoachSafety
import EvalGraders
import LanguageModels
import PromptTemplates
import SourceFiles
import StreamParsing

/// Replays one case: asks for each coach message that is to be generated, and takes each reply on its way to the person.
///
/// What is asked and what becomes of the reply is up to ``CaseAssembly``, which uses the stages of the product's turn. This type
/// walks through the conversation: it decides which messages are generated, after which history, and when the conversation ends.
struct CaseReplay {
  /// The coach messages of a case, with what graders need to know of them.
  struct Outcome {
    var turns: [EvalTurn] = []
    /// The messages with a complete reply.
    var messages: [CoachMessage] = []
    var contract = ReplyContract()
    /// The task that the messages are replies to; `nil` for a conversation.
    var task: GradedTask?
    /// The tools that were declared for the replies.
    var tools: [ToolDeclaration] = []
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
    let assembly = try CaseAssembly(plan: plan, evalCase: evalCase)
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
      recorded: evalCase.subject.transcript, contract, turns: plan.suite.transcripts.turns,
      guardrail: plan.guardrail(for: evalCase.subject))
  }

  private func nextTurns(
    assembly: CaseAssembly, model: any LanguageModel
  ) async throws -> Outcome {
    let transcript = evalCase.subject.transcript
    let positions = evalCase.subject.replyPositions
    var outcome = Outcome()
    outcome.length = positions.count
    outcome.task = assembly.task()
    outcome.tools = assembly.tools
    outcome.contract = try assembly.contract()
    var domain = assembly.firstDomain
    let numbers = plan.suite.transcripts.turns.numbers(of: positions.count)
    for number in 1..<((numbers.last ?? 0) + 1) {
      let position = positions[number - 1]
      let history = transcript.messages[..<position]
      guard numbers.contains(number) else {
        domain = try await assembly.domain(after: Array(history), from: domain)
        continue
      }
      // The last message of a finished conversation is its close, so the coach is asked to close there.
      let closes = number == positions.count && transcript.ending == .complete
      _ = try await generate(
        number, after: history, closing: closes ? true : nil,
        recorded: transcript.messages.dropFirst(position).first?.text, assembly: assembly,
        model: model, domain: &domain, into: &outcome)
    }
    return outcome
  }

  private func conversation(
    with person: some ReplayPerson, assembly: CaseAssembly, model: any LanguageModel
  ) async throws -> Outcome {
    var person = person
    var history: [Message] = person.opening.map { [Message(.user, $0)] } ?? []
    var outcome = Outcome()
    outcome.contract = try assembly.contract()
    var domain = assembly.firstDomain
    // Messages after the last one that is graded would be paid for in vain.
    for number in 1..<(plan.suite.transcripts.turns.last(of: person.coachMessages) + 1) {
      let closes = number == person.coachMessages && person.endsWithClose
      let shown = try await generate(
        number, after: history[...], closing: closes ? true : nil,
        recorded: person.recorded(number), assembly: assembly, model: model, domain: &domain,
        into: &outcome)
      outcome.length = number
      // Without this message there is nothing to answer.
      guard let shown else { break }
      history.append(Message(.assistant, shown.text, tags: shown.tags))
      guard !shown.endsConversation, number < person.coachMessages,
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

  /// A message of the coach as the person got it.
  private struct Shown {
    var text: String
    /// The names of its tags: an alarm that the coach raised keeps discovery open.
    var tags: [String] = []
    /// Whether the conversation is over with it.
    var endsConversation = false
  }

  /// Generates a message, and returns what the person got; `nil` if there is no complete reply.
  private func generate(
    _ number: Int, after history: ArraySlice<Message>, closing: Bool?, recorded: String?,
    assembly: CaseAssembly, model: any LanguageModel, domain: inout String?,
    into outcome: inout Outcome
  ) async throws -> Shown? {
    var turn = EvalTurn(
      number: number, personBefore: history.last.flatMap { $0.role == .user ? $0.text : nil })
    defer { outcome.turns.append(turn) }
    var prepared: CaseAssembly.PreparedMessage?
    do {
      prepared = try await assembly.message(
        after: Array(history), closing: closing, domain: &domain)
    } catch let error as TurnError {
      turn.error = error.detail
    }
    guard let prepared else { return nil }
    let ask = Question(number: number, closing: closing, assembly: assembly, model: model)
    do throws(ModelError) {
      switch prepared {
      case .prompt(let prompt):
        let reply = try await answer(to: ask, with: prompt, into: &turn)
        let message = CoachMessage(
          number: number,
          events: ReplyTagParser.parse(reply.words, declarations: prompt.contract.tags),
          history: history, recorded: recorded, effort: turn.effort, toolCalls: turn.toolCalls)
        turn.visibleText = message.visibleText
        outcome.messages.append(message)
        return Shown(text: message.visibleText, endsConversation: message.hasSignal)
      case .turn(let prepared, let inputs, let screened):
        let (reply, delivered) = try await answer(to: ask, in: prepared, into: &turn)
        let keepsOpen = inputs.keepsDiscoveryOpen(after: screened, tags: delivered.tags)
        let events = ReplyTagParser.parse(
          reply.words, declarations: prepared.prompt.contract.tags)
        turn.domain = domain
        turn.visibleText = inputs.text(
          of: delivered, in: prepared.kind, keepsDiscoveryOpen: keepsOpen)
        turn.findings = delivered.findings
        turn.withheldTags = events.tags.indices(without: delivered.tags.map(\.tag))
        outcome.messages.append(
          CoachMessage(
            number: number, events: events.leavingOut(tags: turn.withheldTags), history: history,
            recorded: recorded, effort: turn.effort, visibleText: turn.visibleText,
            findings: turn.findings))
        return Shown(
          text: turn.visibleText,
          tags: delivered.tags.map(\.name),
          endsConversation: inputs.endsDiscovery(
            delivered.tags, in: prepared.kind, keepsDiscoveryOpen: keepsOpen)
            || inputs.isAtDiscoveryCeiling(in: prepared.kind)
              && inputs.mayEndDiscoveryByLength(after: screened, tags: delivered.tags)
        )
      case .crisis(let crisis):
        turn.answersCrisis = true
        turn.visibleText = try await answer(to: ask, crisis, into: &turn)
        return Shown(text: turn.visibleText)
      }
    } catch {
      // A failure after cancellation says nothing about the candidate.
      guard !error.endsRun, !Task.isCancelled else { throw error }
      turn.error = error.message
      turn.errorCode = error.code
      turn.reply = error.partialText
      turn.visibleText = turn.reply
      return nil
    }
  }

  /// What all calls for one message have in common.
  private struct Question {
    var number: Int
    var closing: Bool?
    var assembly: CaseAssembly
    var model: any LanguageModel
  }

  /// Asks the candidate, and notes where the reply comes from and what it took.
  /// - Parameter attempt: The number of the call for this message, from 1.
  private func answer(
    to ask: Question, with prompt: RenderedPrompt, attempt: Int = 1, into turn: inout EvalTurn
  ) async throws(ModelError) -> ModelReply {
    let request = ask.assembly.request(
      prompt, number: ask.number, closing: ask.closing, for: ask.model.capabilities)
    turn.source = TurnSource(
      request: request.digest.hexadecimal, seedless: request.seedlessDigest?.hexadecimal,
      prompt: prompt.reference,
      template: prompt.templateDigest.description, sections: texts.sections(of: prompt))
    let call = try await calls.askCandidate(
      ask.model, with: request, message: ask.number, attempt: attempt)
    turn.reply = call.reply.words
    turn.finish = call.reply.finish?.word
    if !request.tools.isEmpty { turn.toolCalls = call.reply.toolCalls }
    turn.effort = call.effort
    turn.source?.answeredBy = call.answeredBy
    return call.reply
  }

  /// Asks the candidate as a turn does: again with half of the conversation if it is too long for the model.
  private func answer(
    to ask: Question, in prepared: PreparedTurn, into turn: inout EvalTurn
  ) async throws(ModelError) -> (ModelReply, DeliveredReply) {
    var prepared = prepared
    var attempt = 1
    while true {
      do throws(ModelError) {
        let reply = try await answer(to: ask, with: prepared.prompt, attempt: attempt, into: &turn)
        let delivered = prepared.pipeline.delivered(reply)
        guard reply.finish == .contextFull, delivered.text.isEmpty, let half = prepared.half else {
          return (reply, delivered)
        }
        prepared = half
      } catch {
        guard error.code == .contextOverflow, let half = prepared.half else { throw error }
        prepared = half
      }
      attempt += 1
    }
  }

  /// Answers a crisis as the product does, with its fixed texts if the model fails.
  private func answer(
    to ask: Question, _ crisis: PreparedCrisisReply, into turn: inout EvalTurn
  ) async throws(ModelError) -> String {
    var (delivered, isDeclined) = (DeliveredReply(), false)
    if case .success(let prepared) = crisis.turn {
      do throws(ModelError) {
        let reply = try await answer(to: ask, with: prepared.prompt, into: &turn)
        delivered = prepared.pipeline.delivered(reply)
        isDeclined = reply.isDeclined
      } catch {
        guard !error.endsRun, !Task.isCancelled else { throw error }
      }
    }
    turn.findings = delivered.findings
    let ending = crisis.ending(after: delivered, isDeclined: isDeclined)
    return crisis.text(with: delivered, ending: ending.text)
  }
}

extension PreparedTurn {
  /// The same turn with half of the conversation; `nil` if nothing more can be left out.
  fileprivate var half: PreparedTurn? { (try? halved()) ?? nil }
}

extension [ReplyTag] {
  /// The indices of the tags that are not among those that were delivered, which are in the same order.
  fileprivate func indices(without delivered: [ReplyTag]) -> [Int] {
    var rest = delivered[...]
    return indices.filter { index in
      guard rest.first == self[index] else { return true }
      rest.removeFirst()
      return false
    }
  }
}

extension [ReplyEvent] {
  /// The events without the tags at some indices among all tags.
  func leavingOut(tags indices: [Int]) -> [ReplyEvent] {
    var index = -1
    return filter { event in
      guard case .tag = event else { return true }
      index += 1
      return !indices.contains(index)
    }
  }
}

extension CaseReplay.Outcome {
  /// Takes the coach's messages from a transcript, as they were written.
  ///
  /// - Parameter guardrail: What the product's guardrails would find is noted, and nothing replaced; `nil` to look for nothing.
  init(
    recorded transcript: Transcript, _ contract: ReplyContract, turns selection: TurnSelection,
    guardrail: ReplyGuard? = nil
  ) {
    let positions = transcript.coachPositions
    self.contract = contract
    length = positions.count
    for number in selection.numbers(of: positions.count) {
      let position = positions[number - 1]
      let text = transcript.messages[position].text
      let events = ReplyTagParser.parse(text, declarations: contract.tags)
      let message = CoachMessage(
        number: number, events: events, history: transcript.messages[..<position], recorded: text,
        findings: guardrail?.removals(in: events.visibleText) ?? [])
      var turn = EvalTurn(number: number, personBefore: message.personBefore)
      turn.reply = text
      turn.visibleText = message.visibleText
      turn.findings = message.findings
      turns.append(turn)
      messages.append(message)
    }
  }
}
