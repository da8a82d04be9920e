#if Evals
  import Conversations
  import Foundation
  import LanguageModels
  @testable import PromptEvals
  import Testing

  @Suite("Results come back from the database as they went in")
  struct EvalStoreTests {
    private static func run(_ id: String) -> EvalRun {
      EvalRun(
        id: id, suite: "s", suiteDigest: "d", question: "q", started: "now", model: "m",
        parameters: ["seed": 1], variants: [.init(id: "a", prompt: "p@v1", digest: "x")],
        references: ["w"], graders: [.init(id: "g", summary: "s")],
        price: SuitePrice(price: TokenPrice(input: 1, output: 2), note: "n"),
        gate: EvalGate(grader: "g", margin: 0.1), samples: [])
    }

    private static let sample = EvalSample(
      side: "a", isReference: false, transcript: "t", title: "T",
      turns: [
        EvalTurn(
          number: 1, personBefore: "Hi", reply: "r", visibleText: "v 😀", request: "q",
          finish: "stop", inputTokens: 1, cachedTokens: nil, outputTokens: 2, error: nil)
      ],
      grades: [Grade(grader: "g", message: 1, isPass: false, reason: "why")])

    /// A database in a folder of its own, which is removed afterwards.
    private func inStore(_ body: (EvalStore, String) throws -> Void) throws {
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "coachkit-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appending(path: "deep/evals.sqlite").path()
      try body(try EvalStore(path: path), path)
    }

    @Test("a run with its samples, also after reopening")
    func roundTrip() throws {
      try inStore { store, path in
        let run = Self.run("r1")
        try store.begin(run)
        try store.add(Self.sample, to: run)
        try store.end(run)
        let found = try #require(try EvalStore(path: path).run("r1"))
        #expect(found.samples == [Self.sample] && found.isComplete)
        #expect(found.parameters == run.parameters)
        #expect(found.price == run.price && found.gate == run.gate)
        #expect(found.variants == run.variants && found.graders == run.graders)
      }
    }

    @Test("the last run is the default; an unknown one is nil")
    func lookUp() throws {
      try inStore { store, _ in
        #expect(try store.run() == nil)
        try store.begin(Self.run("r2"))
        try store.begin(Self.run("r1"))
        #expect(try store.run()?.id == "r1")
        #expect(try store.run()?.isComplete == false)
        #expect(try store.run("zzz") == nil)
        #expect(try store.runs() == ["r1", "r2"])
      }
    }

    @Test("a sample is kept once")
    func unique() throws {
      try inStore { store, _ in
        let run = Self.run("r1")
        try store.begin(run)
        try store.add(Self.sample, to: run)
        #expect(throws: (any Error).self) { try store.add(Self.sample, to: run) }
        #expect(try store.run("r1")?.samples.count == 1)
      }
    }
  }
#endif
