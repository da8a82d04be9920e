import Conversations
import CurlTransport
import Foundation
package import LanguageModels

/// What our client made of a fault.
package struct FaultOutcome: Sendable {
  package var events: [ModelEvent]
  package var error: ModelError?
  package var duration: Duration
  /// How many requests the server saw.
  package var requests: Int
  /// Whether all connections were closed when the client was gone.
  package var isClosed: Bool

  /// The reply, as far as it came.
  package var reply: ModelReply { events.reduce(into: ModelReply()) { $0.add($1) } }

  /// In one word, for a table.
  package var word: String {
    guard let error else {
      return reply.warnings.isEmpty ? "reply" : "reply, warned"
    }
    let phase = error.phase.map { " (\($0.rawValue))" } ?? ""
    return error.code.rawValue + phase + (error.partialText.isEmpty ? "" : " + words")
  }
}

/// Plays faults over real sockets and keeps what came of them.
package struct FaultTrial: Sendable {
  private let silent: ScriptedServer
  private let patience: Int

  /// Creates a trial whose time limits are so many times the faults' own, for machines that have other
  /// work. Nil when there are no ports.
  package init?(patience: Int = 1) {
    guard let silent = ScriptedServer([.waitForClose]) else { return nil }
    self.silent = silent
    self.patience = patience
  }

  /// Frees the ports.
  package func stop() { silent.stop() }

  /// Makes the calls of a fault with a transport of its own, which is gone afterwards.
  package func run(_ fault: Fault) async throws -> FaultOutcome {
    guard let server = ScriptedServer(fault.script) else { throw CancellationError() }
    defer { server.stop() }
    var outcome = await calls(fault, to: server)
    outcome.isClosed = await eventually { server.openConnections == 0 }
    outcome.requests = server.requests.filter { !$0.head.hasPrefix("TLS") }.count
    return outcome
  }

  /// Runs faults some at a time, since much of the time is spent waiting; outcomes by name.
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

  private func calls(_ fault: Fault, to server: ScriptedServer) async -> FaultOutcome {
    let transport = CurlTransport(CurlConfiguration(proxy: .none))
    let model = ProviderModel(
      "m",
      at: Endpoint(
        .maker(of: fault.wire), baseURL: url(fault, server), timeouts: fault.timeouts * patience),
      over: transport)
    var outcome = FaultOutcome(
      events: [], error: nil, duration: .zero, requests: 0, isClosed: false)
    let begun = ContinuousClock.now
    for call in 0..<fault.calls {
      // A connection that the server closes between two calls is to be found closed.
      if call > 0 { try? await Task.sleep(for: .milliseconds(50)) }
      outcome.events = []
      var events = model.stream(Self.request).makeAsyncIterator()
      do throws(ModelError) {
        while let event = try await events.next() { outcome.events.append(event) }
      } catch {
        outcome.error = error
      }
    }
    outcome.duration = begun.duration(to: .now)
    return outcome
  }

  private static let request = ModelRequest(messages: [ModelMessage(Message(.user, "Hi"))])

  private func url(_ fault: Fault, _ server: ScriptedServer) -> String {
    switch fault.scheme {
    case .http: server.url
    case .https: "https://127.0.0.1:\(server.port)"
    case .silentHTTPS: "https://127.0.0.1:\(silent.port)"
    }
  }
}

extension FaultOutcome {
  /// How this differs from what the fault must come to; empty when it does not. `limit` is the longest
  /// that it may take: more where other work goes on beside it.
  package func differences(from fault: Fault, limit: Duration = .seconds(3)) -> [String] {
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
    expect("it took \(duration)", duration < limit)
    expect("a connection is left", isClosed)
    return differences
  }
}

extension ModelTimeouts {
  fileprivate static func * (timeouts: ModelTimeouts, factor: Int) -> ModelTimeouts {
    ModelTimeouts(
      connect: timeouts.connect * factor, firstToken: timeouts.firstToken * factor,
      idle: timeouts.idle * factor, total: timeouts.total * factor)
  }
}
