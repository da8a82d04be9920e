import CoachEngine
import CoachModel
import LanguageModels
import TestKit
import Testing

@Suite("A turn whose model reasons in its text")
struct ReasoningTurnTests {
  private static let thoughts =
    "She avoids it. [MEMORY: the boat] and [CONCERN]{\"about\": \"self\", \"severity\": \"high\"} come to mind."
  private static let answer =
    "You filled the silence. [PATTERN: the empty chair] What did it cost you?"

  private func play(_ pieces: [String]) async throws -> Played {
    let scene = try TurnScene(strong: [.reply(pieces)])
    try scene.subscribe()
    return try await scene.say("I talked all evening.")
  }

  private func check(_ played: Played, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    let outcome = played.outcome
    expect(played.shown, equals: outcome?.message?.text ?? "", sourceLocation: sourceLocation)
    expect(
      played.shown, equals: "You filled the silence. the empty chair What did it cost you?",
      sourceLocation: sourceLocation)
    expect(outcome?.message?.tags.map(\.name), equals: ["PATTERN"], sourceLocation: sourceLocation)
    expect(outcome?.concern, equals: nil, sourceLocation: sourceLocation)
    expect(outcome?.failure, equals: nil, sourceLocation: sourceLocation)
  }

  @Test("shows nothing of the reasoning, and no tag in it counts, wherever the text is cut")
  func between() async throws {
    let written = "<think>\n\(Self.thoughts)\n</think>\n\n\(Self.answer)"
    for cut in stride(from: 0, to: written.count, by: 7) {
      let index = written.index(written.startIndex, offsetBy: cut)
      let played = try await play([String(written[..<index]), String(written[index...])])
      check(played)
      expect(played.kinds.contains("replaced"), equals: false)
    }
  }

  @Test("takes back what was shown if only the end of the reasoning is marked")
  func onlyClosed() async throws {
    let played = try await play([Self.thoughts, " So be it.", "</think>\n", Self.answer])
    check(played)
    expect(played.events.filter { $0 == .replaced("") }.count, equals: 1)
    // An app hears of it, too.
    let client = played.events.compactMap(\.forClient)
    expect(client.contains(.replaced("")), equals: true)
  }

  @Test("does not end discovery by a signal that the model only considers")
  func discovery() async throws {
    let scene = try TurnScene(
      small: (1...9).map { _ in
        .reply([
          "<think>Is it time for [DISCOVERY_COMPLETE]{\"vision\": \"sea\"}?</think>", "What else?",
        ])
      })
    for number in 1...9 {
      let played = try await scene.say("Message \(number)")
      expect(played.outcome?.discovery == nil, equals: true)
      expect(played.shown, equals: "What else?")
    }
  }

  @Test("has no answer if there is nothing but reasoning")
  func nothingElse() async throws {
    let played = try await play(["<think>Hm.</think>"])
    expect(played.failure?.code, equals: .empty)
  }
}
