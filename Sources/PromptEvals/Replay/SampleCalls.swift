import CoachModel
import EvalGraders
import LanguageModels
import ModelMiddleware
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
  private let outages: ConsecutiveFailures
  private let clock: CallClock
  private let overheadCosts = Mutex(CallCosts())
  private let failures = Mutex<[ConsecutiveFailures.Failure]>([])

  init(
    _ sample: SampleKey, run: String, recorder: any RunRecorder, kept: [KeptCall],
    keepsCalls: Bool, pricing: RunPricing, control: RunControl, outages: ConsecutiveFailures,
    clock: CallClock
  ) {
    self.sample = sample
    self.run = run
    self.recorder = recorder
    self.kept = kept.reduce(into: [:]) { $0[$1.step] = $1 }
    self.keepsCalls = keepsCalls
    self.pricing = pricing
    self.control = control
    self.outages = outages
    self.clock = clock
  }

  /// What calls that were not the candidate's consumed.
  var overhead: CallCosts { overheadCosts.withLock { $0 } }

  /// Calls that failed for a reason that passes.
  var passingFailures: [ConsecutiveFailures.Failure] { failures.withLock { $0 } }

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
        dollars: pricing.dollars(reply, of: call, asked: model.identity, isCandidate: true)),
      answeredBy: call.answeredBy)
  }

  /// The events of a call that is not the candidate's.
  func events(of model: any LanguageModel, _ request: ModelRequest, step: String)
    async throws(ModelError) -> [ModelEvent]
  {
    let call = try await call(model, request, step)
    var reply = ModelReply()
    for event in call.events { reply.add(event) }
    let dollars = pricing.dollars(reply, of: call, asked: model.identity, isCandidate: false)
    overheadCosts.withLock { $0.add(reply.usage, dollars: dollars) }
    return call.events
  }

  private func call(_ model: any LanguageModel, _ request: ModelRequest, _ step: String)
    async throws(ModelError) -> KeptCall
  {
    if let known = kept[step] { return known }
    guard control.stopReason == nil else { throw RunControl.stoppedCall }
    let measured = try await ask(model, request)
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

  /// Asks, and takes note of whether the model is within reach.
  private func ask(_ model: any LanguageModel, _ request: ModelRequest)
    async throws(ModelError) -> MeasuredReply
  {
    do throws(ModelError) {
      let reply = try await model.measuredReply(to: request, clock: clock)
      outages.succeeded(model.identity)
      return reply
    } catch {
      // A recording fails as it was recorded, and a call that was given up says nothing of its model.
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

/// What calls of a run cost.
struct RunPricing: Sendable {
  /// The suite's own price for the candidate.
  let suite: SuitePrice?
  let prices: PriceTable
  /// The day whose prices hold.
  let day: CalendarDay

  /// What a call cost by the prices of the model that answered it; the suite's own price is that of the model that
  /// it asks.
  func dollars(
    _ reply: ModelReply, of call: KeptCall, asked: ModelIdentity, isCandidate: Bool
  ) -> Double? {
    guard let usage = reply.usage else { return nil }
    if isCandidate, call.answeredBy == nil, let suite { return suite.price.cost(of: usage) }
    let model = call.answeredBy.map(ModelIdentity.init(shown:)) ?? asked
    return prices.cost(of: usage, opened: reply.start, by: model, on: day)
  }
}

extension ModelIdentity {
  /// The identity that a kept call shows, as far as prices need it.
  fileprivate init(shown text: String) {
    let (name, day) = text.split(around: " (recorded ")
    let (provider, model) = name.split(around: ":")
    self.init(provider: provider, model: model ?? "", recorded: day)
  }
}

extension String {
  /// What stands before the first occurrence of a mark, and behind it; nil behind it where there is none.
  fileprivate func split(around mark: String) -> (String, String?) {
    let parts = split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts.first ?? ""), parts.count == 2 ? String(parts[1]) : nil)
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
