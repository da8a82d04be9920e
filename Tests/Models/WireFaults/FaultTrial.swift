import CoachModel
import CurlNetwork
package import LanguageModels
import ModelProviders
import Testing
import TestTiming

/// The outcome of a fault with our client.
package struct FaultOutcome: Sendable {
  package var events: [ModelEvent]
  package var error: ModelError?
  package var duration: Duration
  /// The number of requests that the server saw.
  package var requests: Int

  /// The reply as far as it arrived.
  package var reply: ModelReply { events.reduce(into: ModelReply()) { $0.add($1) } }

  /// The outcome in one word, for a table.
  package var word: String {
    guard let error else {
      return reply.warnings.isEmpty ? "reply" : "reply, warned"
    }
    let phase = error.phase.map { " (\($0.rawValue))" } ?? ""
    return error.code.rawValue + phase + (error.partialText.isEmpty ? "" : " + words")
  }
}

/// Plays faults over real sockets and records the outcomes.
package struct FaultTrial: Sendable {
  /// The clock that applies during the calls.
  package enum Timing: Sendable {
    /// The machine's clock, for tables of real durations.
    case machine
    /// Simulated time, in which no deadline depends on the machine's load.
    case simulated
  }

  private let timing: Timing

  package init(_ timing: Timing) {
    self.timing = timing
  }

  /// Makes the calls of a fault with a separate transport, which is discarded afterwards.
  package func run(_ fault: Fault) async throws -> FaultOutcome {
    guard let server = ScriptedServer(fault.script) else { throw CancellationError() }
    defer { server.stop() }
    var outcome = try await played(fault, on: server)
    try await server.until { $0.openConnections == 0 }
    outcome.requests = server.requests.count { !$0.head.hasPrefix("TLS") }
    return outcome
  }

  /// Runs several faults at a time, since most of the time is spent waiting; outcomes by name.
  package func runAll(_ faults: [Fault]) async throws -> [String: FaultOutcome] {
    try await withThrowingTaskGroup(of: (String, FaultOutcome).self) { group in
      var outcomes: [String: FaultOutcome] = [:]
      for (position, fault) in faults.enumerated() {
        if position >= 8, let (name, outcome) = try await group.next() { outcomes[name] = outcome }
        group.addTask { (fault.name, try await run(fault)) }
      }
      for try await (name, outcome) in group { outcomes[name] = outcome }
      return outcomes
    }
  }

  private func played(_ fault: Fault, on server: ScriptedServer) async throws -> FaultOutcome {
    switch timing {
    case .machine:
      let transport = CurlTransport(CurlConfiguration(proxy: .none))
      return await calls(fault, to: server, over: transport, in: nil)
    case .simulated:
      let time = SimulatedTime()
      guard let transport = fault.address(of: server).transport(in: time),
        let outcome = time.run({ await calls(fault, to: server, over: transport, in: time) })
      else { throw CancellationError() }
      return outcome
    }
  }

  private func calls(
    _ fault: Fault, to server: ScriptedServer, over transport: any HTTPTransport,
    in time: SimulatedTime?
  ) async -> FaultOutcome {
    let clock = time?.clock ?? .system
    let model = ProviderModel(
      "m",
      at: Endpoint(
        .vendor(of: fault.wire), baseURL: fault.address(of: server).url,
        timeouts: fault.timeouts),
      over: transport, knowing: .builtIn, clock: clock)
    var outcome = FaultOutcome(events: [], error: nil, duration: .zero, requests: 0)
    let started = clock.now()
    for call in 0..<fault.calls {
      // A connection that the server closes between two calls must be seen as closed.
      if let time {
        try? await time.outside { try await server.until { $0.isSilent(afterRequests: call) } }
      } else {
        try? await server.until { $0.isSilent(afterRequests: call) }
      }
      outcome.events = []
      var events = model.stream(Self.request).makeAsyncIterator()
      do throws(ModelError) {
        while let event = try await events.next() { outcome.events.append(event) }
      } catch {
        outcome.error = error
      }
    }
    outcome.duration = started.duration(to: clock.now())
    return outcome
  }

  private static let request = ModelRequest(messages: [ModelMessage(Message(.user, "Hi"))])
}

extension FaultOutcome {
  /// The differences from the fault's expected outcome; empty if there are none. `durations` are the permitted ones.
  package func differences(from fault: Fault, durations: ClosedRange<Duration>) -> [String] {
    var differences: [String] = []
    func expect(_ what: String, _ isSo: Bool) { if !isSo { differences.append(what) } }
    switch fault.expected {
    case .reply(let text):
      expect("fails: \(error.map(String.init(describing:)) ?? "")", error == nil)
      expect("'\(reply.text)' instead of '\(text)'", reply.text == text)
      let ends = events.count { if case .finished = $0 { true } else { false } }
      expect("\(ends) ends", ends == 1)
    case .failure(let code, let partial, let phase, let retryAfter):
      expect("\(word) instead of \(code.rawValue)", error?.code == code)
      expect("phase \(String(describing: error?.phase))", error?.phase == phase)
      expect("wait \(String(describing: error?.retryAfter))", error?.retryAfter == retryAfter)
      expect("'\(error?.partialText ?? "")' kept of '\(partial)'", error?.partialText == partial)
      expect("it claims to be whole", reply.finish == nil)
      expect("no advice", error?.advice.isEmpty == false)
    }
    expect("\(requests) requests instead of \(fault.requests)", requests == fault.requests)
    expect("it took \(duration)", durations.contains(duration))
    return differences
  }
}
