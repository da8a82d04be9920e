import LanguageModels
import ModelLayers
import ModelTestKit
import Testing
import TestKit
import TestTiming

/// Callers before, during and after an outage of their provider, in simulated time.
@Suite("A circuit breaker does not prolong an outage")
struct RecoveryTests {
  /// How the provider fails.
  enum Kind: String, CaseIterable, Sendable {
    /// Connections are refused.
    case refused
    /// Each request gets the status 503.
    case unavailable
    /// Nothing comes until the client's timeout, also after the provider has recovered.
    case silent
    /// Replies begin, and break off before their first word.
    case truncated
    /// Replies break off after their first word.
    case cut
    /// Connections are not accepted within the time for connecting.
    case unreachable
  }

  /// When a call was made, and when the provider's reply to it was complete; nil if none was.
  private struct Call: Sendable {
    var made: Double
    var answered: Double?
  }

  private static let start = 3.0
  private static let latency = 0.4

  @Test(
    "the first answer comes at most five seconds after the provider's return",
    arguments: Kind.allCases, [5.0, 40, 130])
  func recovery(kind: Kind, length: Double) throws {
    for interval in [0.1, 0.5] {
      for fallsBack in [false, true] {
        let calls = self.calls(every: interval, during: kind, length, fallsBack: fallsBack)
        let returned = Self.start + length
        let answers = calls.compactMap(\.answered).filter { $0 >= returned }
        let first = try #require(answers.min(), "no answer after the outage")
        #expect(
          first - returned <= 5 + Self.latency,
          "\(first - returned) s after the return, a call every \(interval) s")
        // Calls that began during the outage fail up to a minute later.
        let late = calls.filter { $0.made > first + 5 }
        #expect(late.count > 60 && late.allSatisfy { $0.answered != nil })
      }
    }
  }

  @Test("during an outage, a provider gets one request in each wait instead of every call")
  func protection() {
    let time = SimulatedTime()
    let provider = FailingProvider(time: time, kind: .unavailable, outage: 0..<1000)
    let model = Self.stack(time).model(provider)
    time.run {
      for _ in 0..<1200 {
        _ = await outcome(model.stream(greeting))
        try? await time.sleep(.milliseconds(100))
      }
    }
    let seconds = time.elapsed / .seconds(1)
    let count = Double(provider.requests.current)
    #expect(count <= 5 + 4 + seconds / 4 + 1 && count >= seconds / 5, "\(count) in \(seconds) s")
  }

  private static func stack(_ time: SimulatedTime) -> ModelStack {
    var stack = ModelStack.usual
    stack.clock = time.clock
    stack.retry = Retry(RetryPolicy(), random: { 0.5 })
    return stack
  }

  private func calls(
    every interval: Double, during kind: Kind, _ length: Double, fallsBack: Bool
  ) -> [Call] {
    let time = SimulatedTime()
    let provider = FailingProvider(
      time: time, kind: kind, outage: Self.start..<(Self.start + length))
    let other = FakeModel("other", answers: .reply("instead"))
    let model = Self.stack(time).model(provider, fallingBackOn: fallsBack ? [other] : [])
    let calls = Shared<[Call]>([])
    // A minute longer, so that every silent call ends before.
    let end = Self.start + length + 70
    time.run {
      await withTaskGroup(of: Void.self) { group in
        for begins in stride(from: 0, to: end, by: interval) {
          group.addTask {
            try? await time.sleep(.seconds(begins))
            let events = await outcome(model.stream(greeting)).events
            let isAnswered = events.text == FailingProvider.words && events.hasEnd
            let call = Call(made: begins, answered: isAnswered ? time.elapsed.inSeconds : nil)
            calls.withLock { $0.append(call) }
          }
        }
      }
    }
    return calls.withLock { $0 }
  }

  /// A provider that fails during an outage and is quick otherwise.
  private struct FailingProvider: LanguageModel {
    static let words = "Hi"

    let identity = ModelIdentity(provider: "fake", model: "m")
    let time: SimulatedTime
    let kind: Kind
    /// In seconds since the start.
    let outage: Range<Double>
    let requests = Observed(0)

    func stream(_ request: ModelRequest) -> ModelStream {
      ModelStream { FailingReply(provider: self) }
    }

    /// What a request gets that is sent now, and after which wait.
    func answer() -> (wait: Duration, events: [ModelEvent], failure: ModelError?) {
      requests.increment()
      let reply = [ModelEvent].said([Self.words])
      guard outage.contains(time.elapsed.inSeconds) else {
        return (.seconds(RecoveryTests.latency), reply, nil)
      }
      switch kind {
      case .refused: return (.milliseconds(1), [], .planned(.transport))
      case .unavailable: return (.milliseconds(80), [], .planned(.overloaded, status: 503))
      case .silent: return (.seconds(60), [], .planned(.timeout))
      case .truncated: return (.milliseconds(80), Array(reply.prefix(1)), .planned(.truncated))
      case .cut: return (.milliseconds(80), Array(reply.prefix(3)), .planned(.truncated))
      case .unreachable: return (.milliseconds(2500), [], .planned(.timeout))
      }
    }
  }

  private struct FailingReply: ModelEventSource {
    let provider: FailingProvider
    private var events: ArraySlice<ModelEvent>?
    private var failure: ModelError?

    init(provider: FailingProvider) {
      self.provider = provider
    }

    mutating func next() async throws(ModelError) -> ModelEvent? {
      if events == nil {
        let answer = provider.answer()
        events = answer.events[...]
        failure = answer.failure
        do {
          try await provider.time.sleep(answer.wait)
        } catch {
          throw .planned(.cancelled)
        }
      }
      if let event = events?.popFirst() { return event }
      if let failure { throw failure }
      return nil
    }
  }
}

extension [ModelEvent] {
  /// Whether the reply reached its end.
  fileprivate var hasEnd: Bool { contains { if case .finished = $0 { true } else { false } } }
}
