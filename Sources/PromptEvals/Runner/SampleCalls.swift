import Conversations
import LanguageModels
import Synchronization

/// The calls of one sample: what had been answered before the run was killed is not asked for again.
final class SampleCalls: Sendable {
  /// A call that ended.
  struct Answer: Sendable {
    var reply: ModelReply
    var effort: CoachMessageEffort
    var answeredBy: String?
  }

  let control: RunControl
  private let sample: SampleKey
  private let run: String
  private let recorder: any RunRecorder
  private let kept: [String: KeptCall]
  /// Whether answers are kept one by one; a sample of one call is its own record.
  private let keepsCalls: Bool
  private let pricing: RunPricing
  private let clock: CallClock
  private let overheadCosts = Mutex(CallCosts())

  init(
    _ sample: SampleKey, run: String, recorder: any RunRecorder, kept: [KeptCall],
    keepsCalls: Bool, pricing: RunPricing, control: RunControl, clock: CallClock
  ) {
    self.sample = sample
    self.run = run
    self.recorder = recorder
    self.kept = kept.reduce(into: [:]) { $0[$1.step] = $1 }
    self.keepsCalls = keepsCalls
    self.pricing = pricing
    self.control = control
    self.clock = clock
  }

  /// What calls that were not the candidate's consumed.
  var overhead: CallCosts { overheadCosts.withLock { $0 } }

  /// Asks the candidate, or gives what it answered before.
  func askCandidate(_ model: any LanguageModel, _ request: ModelRequest, step: String)
    async throws(ModelError) -> Answer
  {
    let call = try await call(model, request, step)
    var reply = ModelReply()
    for event in call.events { reply.add(event) }
    return Answer(
      reply: reply,
      effort: CoachMessageEffort(
        firstContentSeconds: call.firstContentSeconds, seconds: call.seconds, usage: reply.usage,
        dollars: pricing.dollars(reply, by: model.identity, isCandidate: true)),
      answeredBy: call.answeredBy)
  }

  /// The events of a call that is not the candidate's.
  func events(of model: any LanguageModel, _ request: ModelRequest, step: String)
    async throws(ModelError) -> [ModelEvent]
  {
    let call = try await call(model, request, step)
    var reply = ModelReply()
    for event in call.events { reply.add(event) }
    let dollars = pricing.dollars(reply, by: model.identity, isCandidate: false)
    overheadCosts.withLock { $0.add(reply.usage, dollars: dollars) }
    return call.events
  }

  private func call(_ model: any LanguageModel, _ request: ModelRequest, _ step: String)
    async throws(ModelError) -> KeptCall
  {
    if let known = kept[step] { return known }
    let measured = try await model.measuredReply(to: request, clock: clock)
    control.count(measured.reply)
    let other = measured.answeredBy.flatMap { $0 == model.identity ? nil : $0.description }
    let call = KeptCall(
      step: step, events: keepsCalls ? measured.events.joiningPieces : measured.events,
      firstContentSeconds: measured.firstContent.map(\.inSeconds),
      seconds: measured.total.map(\.inSeconds), answeredBy: other)
    guard keepsCalls else { return call }
    do {
      try await recorder.keep(call, of: sample, in: run)
    } catch {
      throw ModelError(
        .cancelled, "a reply cannot be kept: \(error)", advice: "see that the disk is not full")
    }
    return call
  }
}

/// What calls of a run cost.
struct RunPricing: Sendable {
  /// The suite's own price for the candidate.
  let suite: SuitePrice?
  let prices: PriceTable
  /// The day whose prices hold.
  let day: CalendarDay

  func dollars(_ reply: ModelReply, by model: ModelIdentity, isCandidate: Bool) -> Double? {
    guard let usage = reply.usage else { return nil }
    if isCandidate, let suite { return suite.price.cost(of: usage) }
    // What comes from a cache or a recording was paid for when it was made.
    if reply.start.isCached || model.isReplay { return 0 }
    return prices.cost(of: usage, by: model, on: day)
  }
}

extension [ModelEvent] {
  /// The same reply with the pieces of each text joined: a tenth of the size to keep.
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
