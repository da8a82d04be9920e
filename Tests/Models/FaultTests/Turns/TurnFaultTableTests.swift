import CoachEngine
import CoachModel
import Foundation
import LanguageModels
import ModelProviders
import Testing
import WireFaults

/// A turn under every fault that calls are tested against.
@Suite("A turn under every fault on the wire")
struct TurnFaultTableTests {
  @Test(
    "each ends in time with a reply or a fixed text, and counts only if text arrived",
    arguments: ProviderWords.families)
  func faults(words: ProviderWords) throws {
    let faults = Fault.all(of: words.wire)
    #expect(faults.count >= 40)
    for fault in faults { try play(fault) }
  }

  private func play(_ fault: Fault) throws {
    let server = try #require(ScriptedServer(fault.script))
    defer { server.stop() }
    var timeouts = fault.timeouts
    timeouts.connect = ModelTimeouts.ofTurns.connect
    var scene = try FaultyConversation(
      with: fault.address(of: server), speaking: fault.wire, timeouts: timeouts)
    let played = try scene.play()
    let name: Comment = "\(fault.wire.rawValue)/\(fault.name)"
    switch fault.expected {
    case .reply(let text):
      #expect(played.failures == [], name)
      #expect(played.text == trimmed(text), name)
      try scene.expectCounted(played)
    case .failure(let code, let partial, let phase, _):
      #expect(played.text == trimmed(partial), name)
      let hasText = !partial.isEmpty
      let expected = hasText ? .interrupted : try #require(Self.unanswered(code, phase), name)
      #expect(played.failures.first?.code == expected, name)
      try played.expectFailure(played.failures.first?.code ?? expected, keepsText: hasText)
      if hasText {
        #expect(played.outcomes.last?.message?.isPartial == true, name)
        try scene.expectCounted(played)
      } else {
        let time = try #require(played.failedAfter, name)
        #expect(time <= FaultyConversation.promise, name)
        try scene.expectRefunded(played)
      }
    }
  }

  /// A message has no whitespace at its ends.
  private func trimmed(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The failure that a person sees if a call fails before its first word; nil if no fault leads to it.
  private static func unanswered(
    _ code: ModelError.Code, _ phase: TimeoutPhase?
  ) -> TurnFailure.Code? {
    switch code {
    case .timeout: phase == .connect ? .unreachable : .slow
    case .authentication, .permission, .notFound, .rateLimit, .quota, .overloaded, .transport,
      .truncated:
      .unreachable
    case .contextOverflow: .tooLong
    case .emptyReply: .empty
    case .contentFilter: .declined
    case .invalidRequest, .decoding: .unknown
    case .cancelled, .budget, .notRecorded, .invalidReply: nil
    }
  }
}
