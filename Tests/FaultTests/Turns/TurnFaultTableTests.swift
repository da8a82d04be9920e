import CoachEngine
import Foundation
import LanguageModels
import Testing
import WireFaults

/// Every fault that a call is tested against, done to a turn.
@Suite("A turn against every fault on the wire", .timeLimit(.minutes(5)))
struct TurnFaultTableTests {
  /// As in ``FaultTests``: a limit that is short on purpose must not be too short on a busy machine.
  private static let patience =
    ProcessInfo.processInfo.environment["COACHKIT_PATIENCE"].flatMap { Int($0) } ?? 2

  @Test(
    "each ends in a reply or in the coach's own words, in time, and counts only where words came",
    arguments: ProviderWords.families)
  func faults(words: ProviderWords) async throws {
    let faults = Fault.all(of: words.wire)
    #expect(faults.count >= 40)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (position, fault) in faults.enumerated() {
        // Some at a time, since much of the time is spent waiting.
        if position >= 12 { try await group.next() }
        group.addTask { try await play(fault) }
      }
      try await group.waitForAll()
    }
  }

  private func play(_ fault: Fault) async throws {
    let server = try #require(ScriptedServer(fault.script))
    let silent = try #require(ScriptedServer([.waitForClose]))
    defer {
      server.stop()
      silent.stop()
    }
    let url =
      switch fault.scheme {
      case .http: server.url
      case .https: "https://127.0.0.1:\(server.port)"
      case .silentHTTPS: "https://127.0.0.1:\(silent.port)"
      }
    var timeouts = fault.timeouts
    timeouts.connect = .milliseconds(2500)
    timeouts.firstToken *= Self.patience
    timeouts.idle *= Self.patience
    timeouts.total *= Self.patience
    var scene = try FaultyConversation(
      asking: SocketModel.usual(fault.wire, at: url, timeouts: timeouts))
    let played = await scene.play()
    let name: Comment = "\(fault.wire.rawValue)/\(fault.name)"
    switch fault.expected {
    case .reply(let text):
      #expect(played.failures == [], name)
      #expect(played.text == trimmed(text), name)
      try await scene.expectCounted(played)
    case .failure(let code, let partial, let phase, _):
      #expect(played.text == trimmed(partial), name)
      let isBegun = !partial.isEmpty
      let expected = isBegun ? .interrupted : try #require(Self.unanswered(code, phase), name)
      #expect(played.failures.first?.code == expected, name)
      try played.expectFailure(played.failures.first?.code ?? expected, keepsText: isBegun)
      if isBegun {
        #expect(played.outcomes.last?.message?.isPartial == true, name)
        try await scene.expectCounted(played)
      } else {
        let time = try #require(played.failedAfter, name)
        #expect(time < FaultyConversation.promise, name)
        try await scene.expectGivenBack(played)
      }
    }
  }

  /// A message has no blanks at its ends.
  private func trimmed(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// What a call that failed before its first word is to the person; nil for what no fault comes to.
  private static func unanswered(
    _ code: ModelError.Code, _ phase: TimeoutPhase?
  ) -> TurnFailure.Code? {
    switch code {
    case .timeout: phase == .connect ? .unreachable : .slow
    case .authentication, .permission, .notFound, .rateLimit, .quota, .overloaded, .transport,
      .truncated:
      .unreachable
    case .contextOverflow: .tooLong
    case .contentFilter: .declined
    case .invalidRequest, .decoding: .unknown
    case .cancelled, .budget, .notRecorded, .invalidReply: nil
    }
  }
}
