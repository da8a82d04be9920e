import CoachModel
import LanguageModels
import Testing

@Suite("Streams of pieces of text")
struct TextStreamTests {
  private struct Broken: Error {}

  private func stream(_ pieces: [String], throwing error: (any Error)? = nil) -> ModelStream {
    ModelStream(
      text: AsyncThrowingStream<String, any Error> { stream in
        for piece in pieces { stream.yield(piece) }
        stream.finish(throwing: error)
      })
  }

  @Test("have the events of any reply, without empty pieces")
  func events() async throws {
    var events: [ModelEvent] = []
    for try await event in stream(["Hel", "", "lo"]) { events.append(event) }
    #expect(
      events == [
        .started(ModelStart()), .partStarted(index: 0, kind: .text),
        .partDelta(index: 0, delta: .text("Hel")), .partDelta(index: 0, delta: .text("lo")),
        .partEnded(index: 0), .finished(.stop),
      ])
  }

  @Test("without any text have a start and an end")
  func empty() async throws {
    var events: [ModelEvent] = []
    for try await event in stream([]) { events.append(event) }
    #expect(events == [.started(ModelStart()), .finished(.stop)])
  }

  @Test("fail with a model error that holds what arrived")
  func failure() async {
    for (error, code) in [
      (Broken() as any Error, ModelError.Code.transport), (CancellationError(), .cancelled),
      (ModelError(.quota, "nothing left", advice: "pay"), .quota),
    ] {
      do throws(ModelError) {
        _ = try await stream(["Hel"], throwing: error).reply()
        Issue.record("\(code): no error")
      } catch {
        #expect(error.code == code && error.partialText == "Hel")
      }
    }
  }
}
