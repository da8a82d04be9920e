import CoachModel
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import PromptTemplates
import SourceFiles
import Testing
import TestKit

@Suite("Recorded person messages in a generated conversation")
struct GeneratedConversationTests {
  @Test(
    "between two consecutive coach messages nothing is inserted, and the conversation continues")
  func twice() async throws {
    let model = RuleModel { request in .reply(["Reply \(request.messages.count)?"]) }
    var bench = try EvalBench("replay: conversation", transcripts: 1, model: model)
    bench.suite.comparison.references = []
    bench.suite.comparison.variants = [bench.suite.comparison.variants[0]]
    bench.transcripts[0].messages = [
      Message(.assistant, "Hi?"), Message(.assistant, "Are you there?"), Message(.user, "Yes."),
      Message(.assistant, "Good?"),
    ]
    let recorder = MemoryRecorder()
    let report = try await bench.report(into: recorder)
    #expect(model.requests.allSatisfy { $0.messages.allSatisfy { !$0.text.isEmpty } })
    let last = try #require(model.requests.last)
    #expect(last.messages.dropFirst().map(\.text) == ["Reply 1?", "Reply 2?", "Yes."])
    let sample = try #require(recorder.samples(of: report.run, transcript: "t1").first)
    #expect(sample.turns.map(\.personBefore) == [nil, nil, "Yes."])
  }
}

@Suite("Stored texts of prompt sections are reported once")
struct SectionTextsTests {
  @Test("their memory is bounded")
  func bounded() throws {
    let texts = SectionTexts(maximumKept: 2)
    let files = [1, 2, 3].reduce(into: [String: String]()) {
      $0["P/p.v\($1).prompt"] = "{{role \"system\"}}Text \($1)"
    }
    let library = try PromptLibrary(folder: "P", files: InMemoryFileSystem(files))
    func isHandedOver(_ version: String) throws -> Bool {
      let prompt = try library.prompt(PromptReference(name: "p", version: version))
      let sections = texts.sections(of: try prompt.render())
      #expect(sections.count == 1)
      return !texts.takeFresh().isEmpty
    }
    try expect(["v1", "v1", "v2", "v1"].map(isHandedOver), equals: [true, false, true, false])
    // The third text evicts the others.
    #expect(try isHandedOver("v3"))
    #expect(texts.remembered == 1)
  }
}
