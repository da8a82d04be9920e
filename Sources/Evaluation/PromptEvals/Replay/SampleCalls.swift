import CoachModel
import EvalGraders
import LanguageModels
import ModelLayers
import Synchronization

/// The calls of one sample.
///
/// Those that were answered before the run was killed are not repeated.
final class SampleCalls: Sendable {
  /// The candidate's reply, with what it consumed.
  struct Answer: Sendable {
    var reply: ModelReply
    var effort: CoachMessageEffort
    var answeredBy: String?
  }

  /// Who asks.
  enum Role: Sendable, Hashable {
    /// The coach.
    case candidate
    /// A simulated person.
    case person
    /// The checker of a simulated person.
    case personCheck
    /// A grader or a pairwise judge, by its ID.
    case judge(String)
  }

  let control: RunControl
  private let sample: SampleKey
  /// The ID that the suite gives the variant; `nil` if it is the side's.
  private let variant: String?
  private let run: String
  private let recorder: any RunRecorder
  private let kept: [String: KeptCall]
  /// Whether replies are stored one by one; a sample with a single call needs no other record.
  private let keepsCalls: Bool
  private let pricing: RunPricing
  private let outages: ConsecutiveFailures
  private let clock: CallClock
  private let overheadCosts = Mutex(CallCosts())
  private let failures = Mutex<[ConsecutiveFailures.Failure]>([])
  /// Where the prompts of graders are kept; nil if they are not.
  private let texts: SectionTexts?
  private let asked = Mutex<[JudgeCall]>([])
  /// The number of calls by role, including those that were stored before.
  private let counts = Mutex<[Role: Int]>([:])

  init(
    _ sample: SampleKey, variant: String?, run: String, recorder: any RunRecorder, kept: [KeptCall],
    keepsCalls: Bool, texts: SectionTexts?, pricing: RunPricing, control: RunControl,
    outages: ConsecutiveFailures,
    clock: CallClock
  ) {
    self.sample = sample
    self.variant = variant
    self.run = run
    self.recorder = recorder
    self.kept = kept.reduce(into: [:]) { $0[$1.step] = $1 }
    self.keepsCalls = keepsCalls
    self.pricing = pricing
    self.control = control
    self.outages = outages
    self.texts = texts
    self.clock = clock
  }

  /// What calls other than the candidate's consumed.
  var overhead: CallCosts { overheadCosts.withLock { $0 } }

  /// The calls of graders.
  var judgeCalls: [JudgeCall] { asked.withLock { $0 } }

  /// The transient failures of calls.
  var passingFailures: [ConsecutiveFailures.Failure] { failures.withLock { $0 } }

  /// Asks the candidate, or returns its stored reply.
  /// - Parameter attempt: The number of the call for this message, from 1.
  func askCandidate(
    _ model: any LanguageModel, with request: ModelRequest, message: Int, attempt: Int = 1
  ) async throws(ModelError) -> Answer {
    let call = try await call(
      model, with: request, step: "turn \(message)\(attempt > 1 ? " again \(attempt)" : "")",
      role: .candidate, message: message)
    var reply = ModelReply()
    for event in call.events { reply.add(event) }
    return Answer(
      reply: reply,
      effort: CoachMessageEffort(
        timeToFirstToken: call.timeToFirstToken, seconds: call.seconds, usage: reply.usage,
        dollars: pricing.dollars(
          reply, of: call, asked: model.identity, for: request, isCandidate: true)),
      answeredBy: call.answeredBy)
  }

  /// Returns the events of a call that is not the candidate's.
  ///
  /// - Parameters:
  ///   - model: The model that is asked.
  ///   - request: What it is asked.
  ///   - step: The name of the call within the sample.
  ///   - role: Who asks.
  ///   - message: The coach message that the call is about; `nil` for the whole conversation.
  func events(
    of model: any LanguageModel, _ request: ModelRequest, step: String, role: Role, message: Int?
  ) async throws(ModelError) -> [ModelEvent] {
    let call: KeptCall
    do throws(ModelError) {
      call = try await self.call(model, with: request, step: step, role: role, message: message)
    } catch {
      note(request, to: model, reply: error.partialText, role: role, message: message)
      throw error
    }
    var reply = ModelReply()
    for event in call.events { reply.add(event) }
    let dollars = pricing.dollars(
      reply, of: call, asked: model.identity, for: request, isCandidate: false)
    overheadCosts.withLock { $0.add(reply.usage, dollars: dollars) }
    note(request, to: model, reply: reply.text, role: role, message: message)
    return call.events
  }

  /// Counts a call of an embedding model among those that are not the candidate's.
  func noteEmbeddings(_ reply: TextEmbeddings, by model: ModelIdentity) {
    let dollars = pricing.dollars(reply.usage, by: model)
    overheadCosts.withLock { $0.add(reply.usage, dollars: dollars) }
  }

  /// Keeps what a grader asked and what it was told.
  private func note(
    _ request: ModelRequest, to model: any LanguageModel, reply: String, role: Role, message: Int?
  ) {
    guard case .judge(let grader) = role, let texts else { return }
    let text = request.messages.map { "\($0.role.rawValue): \($0.text)" }
      .joined(separator: "\n\n")
    let call = JudgeCall(
      grader: grader, message: message, model: model.identity.fullName,
      prompt: texts.digest(of: text), reply: reply)
    asked.withLock { $0.append(call) }
  }

  private func call(
    _ model: any LanguageModel, with request: ModelRequest, step: String, role: Role,
    message: Int?
  ) async throws(ModelError) -> KeptCall {
    var request = request
    request.origin = origin(of: role, message: message)
    if let known = kept[step] { return known }
    guard control.stopReason == nil else { throw RunControl.stoppedCall }
    let measured = try await ask(model, with: request)
    control.count(measured.reply)
    let other = measured.answeredBy.flatMap { $0 == model.identity ? nil : $0.fullName }
    // What a prepared reply takes says nothing about a model.
    let isTimed = !model.identity.isPrepared
    let call = KeptCall(
      step: step, events: keepsCalls ? measured.events.joiningPieces : measured.events,
      timeToFirstToken: isTimed ? measured.firstContent.map(\.inSeconds) : nil,
      seconds: isTimed ? measured.total.map(\.inSeconds) : nil, answeredBy: other)
    guard keepsCalls else { return call }
    do {
      try await recorder.keep(call, of: sample, in: run)
    } catch {
      throw ModelError(
        .cancelled, "a reply cannot be kept: \(error)", advice: "see that the disk is not full")
    }
    return call
  }

  /// Counts a call of a role, and returns its place in the run.
  private func origin(of role: Role, message: Int?) -> RequestOrigin {
    let number = counts.withLock { counts in
      counts[role, default: 0] += 1
      return counts[role] ?? 1
    }
    return RequestOrigin(
      transcript: sample.transcript, side: sample.side, variant: variant, attempt: sample.attempt,
      message: message, call: number)
  }

  /// Asks a model, and records whether it is within reach.
  private func ask(_ model: any LanguageModel, with request: ModelRequest)
    async throws(ModelError) -> MeasuredReply
  {
    do throws(ModelError) {
      let reply = try await model.measuredReply(to: request, clock: clock)
      outages.succeeded(model.identity)
      return reply
    } catch {
      // A replayed failure, or one after cancellation, does not show that the model is out of reach.
      guard error.code.isPassing, !model.identity.isReplay, !Task.isCancelled else { throw error }
      guard let failure = outages.failed(model.identity) else {
        var outage = error
        outage.message =
          "\(ConsecutiveFailures.maximumInARow) calls in a row failed at \(model.identity): \(error.message)"
        control.fail(outage)
        throw RunControl.stoppedCall
      }
      failures.withLock { $0.append(failure) }
      throw error
    }
  }
}

/// Computes the costs of a run's calls.
struct RunPricing: Sendable {
  /// The suite's own price of the candidates.
  let suite: SuitePrice?
  let prices: PriceTable
  /// The day whose prices apply.
  let day: CalendarDay

  /// Returns the cost of tokens by the prices of a model; `nil` if one of them is not known.
  func dollars(_ usage: TokenUsage?, by model: ModelIdentity) -> Double? {
    guard let usage else {
      // Some free models do not count tokens.
      let price = prices.entry(for: model.model, provider: model.provider, on: day)?.price
      return price == TokenPrice(input: 0, output: 0) ? 0 : nil
    }
    return prices.cost(of: usage, by: model, on: day)
  }

  /// Returns the cost of a call by the prices of the model that answered it.
  ///
  /// The suite's own price applies only to the model that the suite asks.
  func dollars(
    _ reply: ModelReply, of call: KeptCall, asked: ModelIdentity, for request: ModelRequest,
    isCandidate: Bool
  ) -> Double? {
    let model = call.answeredBy.map(ModelIdentity.init(shown:)) ?? asked
    if isCandidate, call.answeredBy == nil, let suite {
      return reply.usage.flatMap { suite.price.cost(of: $0) }
    }
    // Somebody else asked for these replies, at a price that the file does not state.
    guard model.provider != "replies" else { return nil }
    guard let usage = reply.usage else { return dollars(nil, by: model) }
    return prices.cost(
      of: usage, opened: reply.start, by: model, on: day, at: request.parameters.serviceTier)
  }
}

extension ModelIdentity {
  /// Restores as much of an identity as prices need from its full name.
  fileprivate init(shown text: String) {
    let (place, day) = text.split(around: " (recorded ")
    let (name, address) = place.split(around: ModelIdentity.addressMark)
    let (provider, model) = name.split(around: ":")
    self.init(provider: provider, model: model ?? "", address: address, recorded: day)
  }
}

extension String {
  /// Returns the text before the first occurrence of a separator and the text after it; the latter is `nil`
  /// without one.
  fileprivate func split(around mark: String) -> (String, String?) {
    let parts = split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts.first ?? ""), parts.count == 2 ? String(parts[1]) : nil)
  }
}

extension [ModelEvent] {
  /// The same reply with consecutive text deltas joined, which takes a tenth of the space.
  fileprivate var joiningPieces: [ModelEvent] {
    var joined: [ModelEvent] = []
    for event in self {
      guard case .partDelta(let index, .text(let more)) = event,
        case .partDelta(index, .text(let text))? = joined.last
      else {
        joined.append(event)
        continue
      }
      joined[joined.count - 1] = .partDelta(index: index, delta: .text(text + more))
    }
    return joined
  }
}
