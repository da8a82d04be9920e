import CoachModel
import Documents
@testable import EvalGraders
import EvalStatistics
import Foundation
import GRDB
import LanguageModels
@testable import PromptEvals
import Testing
import TestKit

@Suite("Results round-trip through the database")
struct EvalStoreTests {
  static func run(_ id: String, graders: [String] = ["g"]) -> EvalRun {
    EvalRun(
      id: id, suite: "s", suitePath: "s.yaml", question: "q", started: "now",
      design: EvalRun.Design(
        replay: .nextTurn,
        variants: [
          .init(id: "a", prompt: "p@v1", digest: "x", model: "m", parameters: ["seed": 1]),
          .init(id: "b", prompt: "p@v2", digest: "y", model: "m", parameters: [:]),
        ],
        baseline: "a", references: ["w"], graders: graders.map { GraderRole(id: $0, summary: "S") },
        parameters: ["seed": 1], price: "n",
        gate: EvalGate(margins: [.init(metric: "g", margin: 0.1)]),
        seed: .max, planned: 3, subjects: 1, lookFractions: [0.5, 1]),
      configuration: RunConfiguration(generation: ["x": "1"], grading: ["y": "2"]))
  }

  static func sample(_ key: SampleKey = SampleKey(side: "a", transcript: "t")) -> EvalSample {
    var sample = EvalSample(key, title: "T", cluster: "c")
    var turn = EvalTurn(number: 1, personBefore: "Hi")
    turn.reply = "r [X]"
    turn.visibleText = "r 😀"
    turn.finish = "length"
    turn.source = TurnSource(
      request: "q \(key)", prompt: "p@v1", template: "x",
      sections: [.init(name: "task", digest: "d1")],
      answeredBy: "other:m")
    turn.effort = CoachMessageEffort(
      timeToFirstToken: 0.25, seconds: 1.5, usage: TokenUsage(input: 1, output: 2),
      dollars: 0.125)
    var failed = EvalTurn(number: 2, personBefore: nil)
    failed.error = "cut"
    sample.turns = [turn, failed]
    sample.grades = [
      Grade(grader: "g", message: 1, verdict: .fail, degree: 0.25, measured: 3, reason: "why"),
      Grade(grader: "g", message: nil, verdict: .error, reason: "broke", details: ["k": [1]]),
    ]
    sample.personFaults = [PersonFault(.inventedFact, after: 1, reason: "a dog")]
    sample.overhead = CallCosts()
    sample.overhead.add(TokenUsage(input: 5, output: 6), dollars: nil)
    sample.started = 12.5
    return sample
  }

  static func finished(_ sample: EvalSample, of run: EvalRun) -> FinishedSample {
    FinishedSample(
      sample: sample, scores: SampleScores(sample, graders: run.design.graders),
      texts: ["d1": "The text"])
  }

  /// A database in its own folder, which is removed afterwards.
  static func inStore(_ body: (EvalStore, String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "coachkit-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "deep/evals.sqlite").path()
    try await body(try EvalStore(path: path), path)
  }

  @Test("a gate's method, of which earlier versions stored several, is not read")
  func gateMethod() throws {
    let run = Self.run("r1")
    let written = JSONValue.object(run.json).text()
    #expect(written.contains(#""method":"gaffke""#))
    let earlier = written.replacing(#""method":"gaffke""#, with: #""method":"bca""#)
    let value = try JSONValue(parsing: earlier)
    #expect(EvalRun(id: "r1", suite: "s", started: "now", value) == run)
  }

  @Test("a run with its samples, also after reopening")
  func roundTrip() async throws {
    try await Self.inStore { store, path in
      var run = Self.run("r1")
      run.regrades = "r0"
      let finished = Self.finished(Self.sample(), of: run)
      try await store.begin(run)
      try await store.add(finished, to: "r1")
      try await store.end("r1", as: .budget, note: "out of money")
      let again = try EvalStore(path: path)
      let found = try #require(try again.run("r1"))
      var expected = run
      expected.status = .budget
      expected.note = "out of money"
      #expect(found == expected)
      try expect(again.samples(of: found, transcript: "t"), equals: [Self.sample()])
      var scores: [SampleScores] = []
      try again.eachScores(of: found) { scores.append($0) }
      #expect(scores == [finished.scores])
      try expect(again.text("d1"), equals: "The text")
      try expect(again.text("d2"), equals: nil)
    }
  }

  @Test("the latest run is listed first, with its contents")
  func list() async throws {
    try await Self.inStore { store, _ in
      try await store.begin(Self.run("r2"))
      try await store.begin(Self.run("r1"))
      try await store.add(Self.finished(Self.sample(), of: Self.run("r1")), to: "r1")
      try expect(store.runs().map(\.id), equals: ["r1", "r2"])
      try expect(store.sampleCounts(), equals: ["r1": 1, "r2": 0])
      try expect(store.run("zzz"), equals: nil)
    }
  }

  @Test("a sample is stored once, and a failure does not affect its neighbours")
  func unique() async throws {
    try await Self.inStore { store, _ in
      let run = Self.run("r1")
      try await store.begin(run)
      try await store.add(Self.finished(Self.sample(), of: run), to: "r1")
      let outcomes = await withTaskGroup(of: Bool.self) { group in
        for number in 1..<41 {
          group.addTask {
            // Every fourth already exists.
            let attempt = number % 4 == 0 ? 1 : number + 1
            let key = SampleKey(side: "a", transcript: "t", attempt: attempt)
            do {
              try await store.add(Self.finished(Self.sample(key), of: run), to: "r1")
              return true
            } catch {
              return false
            }
          }
        }
        return await group.reduce(into: [Bool]()) { $0.append($1) }
      }
      #expect(outcomes.count { $0 } == 30 && outcomes.count == 40)
      try expect(store.sampleCounts()["r1"], equals: 31)
    }
  }

  @Test("calls of an unfinished sample are kept until it is finished")
  func keptCalls() async throws {
    try await Self.inStore { store, path in
      let run = Self.run("r1")
      let key = SampleKey(side: "a", transcript: "t")
      let call = KeptCall(
        step: "turn 1",
        events: [
          .started(ModelStart(model: "m")), .partStarted(index: 0, kind: .text),
          .partDelta(index: 0, delta: .text("Hé\n")),
          .usage(TokenUsage(input: 3, output: 4)), .finished(.stop),
        ], timeToFirstToken: 0.5, seconds: nil, answeredBy: "x:y")
      try await store.begin(run)
      try await store.keep(call, of: key, in: "r1")
      let again = try EvalStore(path: path)
      try await expect(again.keptCalls(of: key, in: "r1"), equals: [call])
      try await expectEmpty(again.keptCalls(of: SampleKey(side: "b", transcript: "t"), in: "r1"))
      try await again.add(Self.finished(Self.sample(), of: run), to: "r1")
      try await expectEmpty(again.keptCalls(of: key, in: "r1"))
      try await expect(again.finishedSamples(of: "r1"), equals: [key])
    }
  }

  @Test("many concurrent readers and writers all succeed")
  func crowd() async throws {
    try await Self.inStore { store, _ in
      let run = Self.run("r1")
      try await store.begin(run)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1..<101 {
          group.addTask {
            let key = SampleKey(side: "b", transcript: "t", attempt: number)
            let call = KeptCall(step: "turn 1", events: [.finished(.stop)])
            try await store.keep(call, of: key, in: "r1")
            try await expect(store.keptCalls(of: key, in: "r1"), equals: [call])
            _ = try store.text("d1")
            try await store.add(Self.finished(Self.sample(key), of: run), to: "r1")
          }
        }
        try await group.waitForAll()
      }
      try await expect(store.finishedSamples(of: "r1").count, equals: 100)
    }
  }

  @Test("verdicts on pairs")
  func pairs() async throws {
    try await Self.inStore { store, _ in
      var verdict = PairwiseVerdict(
        judge: "j", model: "m", sample: SampleKey(side: "b", transcript: "t", attempt: 2),
        baselineFirst: .second, challengerFirst: nil, reasons: ["one", "two"])
      verdict.costs.add(TokenUsage(input: 700, output: 30), dollars: 0.25)
      try await store.begin(Self.run("r1"))
      try await store.add([verdict], to: "r1")
      try expect(store.pairwiseVerdicts(of: Self.run("r1")), equals: [verdict])
    }
  }

  @Test("deleting a run removes its texts, and not those of others")
  func delete() async throws {
    try await Self.inStore { store, _ in
      for id in ["r1", "r2"] {
        try await store.begin(Self.run(id))
        var sample = Self.sample()
        if id == "r2" { sample.turns[0].source?.sections[0].digest = "d2" }
        var finished = Self.finished(sample, of: Self.run(id))
        if id == "r2" { finished.texts = ["d2": "Another"] }
        try await store.add(finished, to: id)
      }
      try store.delete(["r1"])
      try expect(store.runs().map(\.id), equals: ["r2"])
      try expect(store.text("d1"), equals: nil)
      try expect(store.text("d2"), equals: "Another")
    }
  }

  @Test("one run of a suite is blessed at a time")
  func bless() async throws {
    try await Self.inStore { store, _ in
      for id in ["r1", "r2"] { try await store.begin(Self.run(id)) }
      try store.bless(Self.run("r1"))
      try store.bless(Self.run("r2"))
      try expect(store.runs().filter(\.isBlessed).map(\.id), equals: ["r2"])
    }
  }

  private static let places = [("a", "t"), ("b", "t"), ("w", "t"), ("a", "u"), ("b", "u")]

  /// Stores samples of the run "r1" that all say the same.
  private static func add(
    _ places: [(String, String)], saying reply: String? = nil, to store: EvalStore
  ) async throws {
    for (side, transcript) in places {
      var sample = Self.sample(SampleKey(side: side, transcript: transcript))
      if let reply { sample.turns[0].reply = reply }
      try await store.add(Self.finished(sample, of: Self.run("r1")), to: "r1")
    }
  }

  @Test("merging adds what a copy of a run has more, each sample once")
  func merge() async throws {
    try await Self.inStore { store, _ in
      try await Self.inStore { other, _ in
        let run = Self.run("r1")
        for index in [store, other] { try await index.begin(run) }
        try await Self.add(Array(Self.places.prefix(2)), to: store)
        try await Self.add(Self.places, to: other)
        let outcome = try store.merge(other)
        #expect(outcome.runs == 1 && outcome.samples == 3)
        #expect(outcome.renamed.isEmpty && outcome.skipped.isEmpty)
        try expect(store.run("r1")?.status, equals: .complete)
        try expect(store.merge(other).samples, equals: 0)
        try expect(store.text("d1"), equals: "The text")
        // The other run judges its pairs later.
        for transcript in ["t", "u"] {
          let verdict = PairwiseVerdict(
            judge: "j", model: "m", sample: SampleKey(side: "b", transcript: transcript),
            baselineFirst: .second, challengerFirst: .first, reasons: [])
          try await other.add([verdict], to: "r1")
        }
        for _ in 0..<2 {
          _ = try store.merge(other)
          try expect(store.pairwiseVerdicts(of: run).map(\.sample.transcript), equals: ["t", "u"])
        }
      }
    }
  }

  @Test("a sample whose call failed in one store is taken from the other, in both directions")
  func mergeRepaired() async throws {
    try await Self.inStore { store, _ in
      try await Self.inStore { repaired, _ in
        for index in [store, repaired] {
          try await index.begin(Self.run("r1"))
          try await Self.add(Array(Self.places.dropFirst()), saying: "What?", to: index)
        }
        try await Self.add(Array(Self.places.prefix(1)), saying: "What?", to: repaired)
        var failed = Self.sample(SampleKey(side: "a", transcript: "t"))
        failed.turns[0].reply = ""
        failed.turns[0].error = "the server is unreachable"
        failed.turns[0].errorCode = .timeout
        #expect(failed.mayBeRetried)
        try await store.add(Self.finished(failed, of: Self.run("r1")), to: "r1")
        let back = try repaired.merge(store)
        #expect(back.samples == 0 && back.renamed.isEmpty)
        let outcome = try store.merge(repaired)
        #expect(outcome.samples == 1 && outcome.renamed.isEmpty)
        for index in [store, repaired] {
          try expect(index.runs().map(\.id), equals: ["r1"])
          let samples = try index.samples(of: Self.run("r1"), transcript: "t")
          #expect(samples.allSatisfy { $0.turns[0].error == nil } && samples.count == 3)
        }
      }
    }
  }

  @Test("another run with the same id is taken under another one, and found there the next time")
  func mergeOthers() async throws {
    try await Self.inStore { store, _ in
      try await Self.inStore { other, _ in
        for (index, reply) in [(store, "said here"), (other, "said there")] {
          try await index.begin(Self.run("r1"))
          try await Self.add(Self.places, saying: reply, to: index)
        }
        var changed = Self.run("r2")
        try await store.begin(changed)
        changed.configuration.generation["x"] = "2"
        changed.regrades = "r1"
        try await other.begin(changed)
        let outcome = try store.merge(other)
        #expect(outcome.runs == 1 && outcome.samples == 5 && outcome.skipped.isEmpty)
        #expect(
          outcome.renamed == [
            .init(id: "r1", newID: "r1-2", differsInSamples: true), .init(id: "r2", newID: "r2-2"),
          ])
        func replies(_ id: String) throws -> Set<String> {
          let run = try #require(try store.run(id))
          return Set(
            try store.samples(of: run, transcript: "t").flatMap { $0.turns.map(\.reply) }
              .filter { !$0.isEmpty })
        }
        try expect(replies("r1"), equals: ["said here"])
        try expect(replies("r1-2"), equals: ["said there"])
        // What was graded again is what was renamed.
        try expect(store.run("r2-2")?.regrades, equals: "r1-2")
        let again = try store.merge(other)
        #expect(again.samples == 0 && again.renamed.isEmpty)
        try expect(store.runs().count, equals: 4)
      }
    }
  }

  @Test("results in the first file format are migrated")
  func conversion() async throws {
    try await Self.inStore { _, path in
      let old = path + ".old"
      let queue = try DatabaseQueue(path: old)
      try StoreSchema.migrations.migrate(queue, upTo: "runs and samples")
      let header: JSONValue = [
        "id": "r1", "suite": "s", "suiteDigest": "d", "question": "q", "started": "now",
        "model": "m",
        "parameters": "{\"seed\":1}", "variants": [["id": "a", "prompt": "p@v1", "digest": "x"]],
        "references": ["w"], "graders": [["id": "g", "summary": "S"]],
        "price": ["input": 1, "output": 2, "note": "n"], "gate": ["grader": "g", "margin": 0.1],
      ]
      let content: JSONValue = [
        "side": "a", "isReference": false, "transcript": "t", "title": "T",
        "turns": [
          [
            "number": 1, "personBefore": "Hi", "reply": "r", "visibleText": "v", "request": "q",
            "finish": "stop", "inputTokens": 1, "outputTokens": 2,
          ]
        ],
        "grades": [["grader": "g", "message": 1, "isPass": false, "reason": "why"]],
      ]
      try await queue.write { database in
        try database.execute(
          sql: "INSERT INTO run (id, suite, started, isComplete, header) VALUES (?, ?, ?, 1, ?)",
          arguments: ["r1", "s", "now", header.text()])
        try database.execute(
          sql: "INSERT INTO sample (runId, side, transcript, content) VALUES (?, ?, ?, ?)",
          arguments: ["r1", "a", "t", content.text()])
      }
      try queue.close()
      let store = try EvalStore(path: old)
      let run = try #require(try store.run("r1"))
      #expect(run.status == .complete && run.design.baseline == "a" && run.design.price == "n")
      #expect(run.design.gate?.margins == [.init(metric: "g", margin: 0.1)])
      #expect(run.design.parameters == ["seed": 1] && run.design.models == ["m"])
      let sample = try #require(try store.samples(of: run, transcript: "t").first)
      #expect(sample.turns[0].visibleText == "v" && sample.grades[0].reason == "why")
      #expect(sample.turns[0].effort?.usage?.output == 2)
      try expect(EvalReport(run, from: store).metric("g")?.values["a"]?.estimate.value, equals: 0)
    }
  }
}

@Suite("Figures of a sample on one line")
struct ScoreTextTests {
  @Test(
    "scores",
    arguments: [
      [], [SampleScores.Score(value: 1)],
      [SampleScores.Score(value: 0.1 + 0.2), .init(value: 0)],
      [
        .init(), .init(errors: 2), .init(inconclusive: 3),
        .init(value: 0.5, errors: 1, inconclusive: 2),
        .init(value: 0.25, errors: 1, inconclusive: 2, scored: 4), .init(value: 1, scored: 12),
        .init(notApplicable: 2), .init(value: 0.5, errors: 1, notApplicable: 12, scored: 2),
      ],
      [.init(value: 1e-7), .init(value: 1.5e-7, errors: 2), .init(value: 1)],
    ])
  func scores(scores: [SampleScores.Score]) {
    let text = ScoreText.write(scores)
    #expect(ScoreText.read(text, count: scores.count) == scores)
    #expect(ScoreText.read(text, count: scores.count + 2) == nil)
  }

  @Test("scores of earlier versions, which do not count what was not applicable")
  func earlierScores() {
    #expect(
      ScoreText.read("1,,0.5e1i2n3", count: 3) == [
        .init(value: 1), .init(), .init(value: 0.5, errors: 1, inconclusive: 2, scored: 3),
      ])
  }

  @Test("costs; unknown ones stay unknown")
  func costs() {
    var costs = CallCosts()
    #expect(ScoreText.readCosts(ScoreText.write(costs)) == costs)
    costs.add(TokenUsage(input: 3, cachedInput: 1, output: nil), dollars: 0.0012)
    #expect(ScoreText.readCosts(ScoreText.write(costs))?.dollars == 0.0012)
    #expect(ScoreText.readCosts(ScoreText.write(costs))?.usage.output == nil)
    #expect(ScoreText.readCosts(ScoreText.write(costs))?.usage.input == 3)
  }
}
