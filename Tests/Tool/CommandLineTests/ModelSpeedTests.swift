@testable import EvalCommands
import LanguageModels
import PromptEvals
import Testing

@Suite("Measuring how fast a server answers")
struct ModelSpeedTests {
  @Test("a server that does not answer has no speed")
  func silent() async {
    let off = ModelError(.transport, "it is off", advice: "start it")
    let failing = ScriptedModel([.failure(off, after: [])])
    let pace = await ModelSpeed(failing).pace(input: 100, output: 10, slots: 1, concurrency: 4)
    #expect(pace == nil)
  }

  @Test("the speed-up by calls at once is between none and their number")
  func several() async throws {
    for (slots, maximum) in [(1, 1.0), (3, 3.0)] {
      let model = ScriptedModel(replies: (0..<9).map { "\($0)" }, name: "m")
      let pace = try #require(
        await ModelSpeed(model).pace(input: 100, output: 10, slots: slots, concurrency: 16))
      #expect((1...maximum).contains(pace.atOnce ?? 0) && pace.secondsPerCall >= 0)
      #expect(pace.source == "measured just now")
    }
  }
}
