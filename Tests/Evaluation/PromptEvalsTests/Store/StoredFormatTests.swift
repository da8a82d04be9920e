import CoachModel
import Documents
import EvalGraders
import EvalStatistics
import LanguageModels
@testable import PromptEvals
import Testing
import TestKit

/// The texts are literal because a round trip alone cannot tell a renamed member, which loses what is stored.
@Suite("Runs and samples in a database can be read by later versions")
struct StoredFormatTests {
  private static var run: EvalRun {
    var strict = GraderRole(id: "g", summary: "S")
    strict.weight = 2
    strict.threshold = 0.5
    strict.repeats = 3
    strict.isRequired = true
    var run = EvalRun(
      id: "r1", suite: "s", suitePath: "s.yaml", question: "Q?", started: "now",
      design: EvalRun.Design(
        replay: .conversation,
        variants: [
          .init(
            id: "a", prompt: "p@v1", digest: "d", model: "m", parameters: ["temperature": 0.5])
        ],
        baseline: "a", references: ["r"],
        graders: [strict, GraderRole(id: "h", summary: "T")], parameters: ["max": 3],
        price: "free",
        gate: EvalGate(
          margins: [.init(metric: "overall", margin: 0.05)],
          levels: [.init(metric: "g", minimum: 0.75)], looks: [0.5]),
        seed: .max, planned: 4, subjects: 2, lookFractions: [0.5]),
      configuration: RunConfiguration(
        generation: ["replay": "conversation"], grading: ["g": "1"]))
    run.namedModel = "local"
    run.namedModels = ["local", "echo"]
    run.regrades = "r0"
    run.owner = RunOwner(host: "h", process: 7, started: "99")
    return run
  }

  private static let runText = #"""
    {"suite_path":"s.yaml","question":"Q?","replay":"conversation",\#
    "variants":[{"id":"a","prompt":"p@v1","digest":"d","model":"m",\#
    "parameters":{"temperature":0.5}}],"baseline":"a","references":["r"],\#
    "graders":[{"id":"g","summary":"S","weight":2,"threshold":0.5,"repeats":3,"required":true},\#
    {"id":"h","summary":"T","weight":1,"threshold":1}],"parameters":{"max":3},\#
    "seed":"18446744073709551615","planned":4,"subjects":2,"look_fractions":[0.5],"grader_failures":0.1,\#
    "configuration":{"generation":{"replay":"conversation"},"grading":{"g":"1"},\#
    "versions":{"generation":3,"grading":3}},"price":"free",\#
    "gate":{"margins":[{"metric":"overall","margin":0.05}],\#
    "levels":[{"metric":"g","least":0.75}],"method":"gaffke","looks":[0.5]},\#
    "named_model":"local","named_models":["local","echo"],"regrades":"r0","owner":{"host":"h","process":7,"started":"99"}}
    """#

  private static var sample: EvalSample {
    var sample = EvalSample(
      SampleKey(side: "v1", transcript: "amara", attempt: 2), title: "Amara", cluster: "night")
    sample.isReference = true
    sample.tags = ["work", "sleep"]
    var turn = EvalTurn(number: 1, personBefore: "Hi.")
    turn.reply = "[A]Hello"
    turn.visibleText = "Hello"
    turn.finish = "stop"
    turn.source = TurnSource(
      request: "r1", prompt: "p@v1", template: "t1",
      sections: [.init(name: "role", digest: "d1"), .init(name: "role", digest: "d2")],
      answeredBy: "m2")
    turn.effort = CoachMessageEffort(
      timeToFirstToken: 0.25, seconds: 1.5,
      usage: TokenUsage(
        input: 1, cachedInput: 2, cacheWrites: 3, hourCacheWrites: 4, output: 5, reasoning: 6),
      dollars: 0.125)
    var failed = EvalTurn(number: 2, personBefore: nil)
    failed.error = "no time"
    failed.errorCode = .timeout
    sample.turns = [turn, failed]
    sample.grades = [
      Grade(
        grader: "g", message: 1, verdict: .fail, degree: 0.5, measured: 3, reason: "long",
        details: ["votes": [1, 2]]),
      Grade(grader: "h", message: nil, verdict: .pass),
    ]
    sample.personFaults = [PersonFault(.repetition, after: 1, reason: "again")]
    sample.overhead.add(TokenUsage(input: 7, output: 8), dollars: 0.5)
    sample.started = 1_795_219_200.5
    return sample
  }

  private static let sampleText = #"""
    {"side":"v1","transcript":"amara","attempt":2,"title":"Amara","cluster":"night",\#
    "turns":[{"number":1,"person":"Hi.","reply":"[A]Hello","shown":"Hello","finish":"stop",\#
    "source":{"request":"r1","prompt":"p@v1","template":"t1",\#
    "sections":[["role","d1"],["role","d2"]],"answered_by":"m2"},\#
    "usage":{"input":1,"cached":2,"cache_writes":3,"hour_cache_writes":4,"output":5,\#
    "reasoning":6},"dollars":0.125,"first_seconds":0.25,"seconds":1.5},\#
    {"number":2,"reply":"","error":"no time","error_code":"timeout"}],\#
    "grades":[{"grader":"g","verdict":"fail","message":1,"degree":0.5,"measured":3,\#
    "reason":"long","details":{"votes":[1,2]}},{"grader":"h","verdict":"pass"}],\#
    "started":1795219200.5,"reference":true,"tags":["work","sleep"],\#
    "person_faults":[{"kind":"repetition","after":1,"reason":"again"}],\#
    "overhead":{"calls":1,"usage":{"input":7,"output":8},"dollars":0.5}}
    """#

  private func read(run text: String) throws -> EvalRun? {
    EvalRun(id: "r1", suite: "s", started: "now", try JSONValue(parsing: text))
  }

  @Test("with all members")
  func complete() throws {
    expect(JSONValue.object(Self.run.json).text(), equals: Self.runText)
    try expect(read(run: Self.runText), equals: Self.run)
    expect(JSONValue.object(Self.sample.json).text(), equals: Self.sampleText)
    try expect(EvalSample(JSONValue(parsing: Self.sampleText)), equals: Self.sample)
  }

  @Test("a run with the required members only has the defaults of the others")
  func bareRun() throws {
    let run = try read(
      run: #"""
        {"question":"Q?","variants":[{"id":"b","prompt":"p"}],"graders":[{"id":"g"}],"gate":{}}
        """#)
    // Without versions, facts are those of the first format.
    expect(
      run.map { JSONValue.object($0.json).text() },
      equals: #"""
        {"suite_path":"","question":"Q?","replay":"next-turn",\#
        "variants":[{"id":"b","prompt":"p","digest":"","model":"","parameters":{}}],\#
        "baseline":"b","references":[],\#
        "graders":[{"id":"g","summary":"","weight":1,"threshold":1}],"parameters":{},"seed":"1",\#
        "planned":0,"subjects":0,"look_fractions":[],"grader_failures":0.1,\#
        "configuration":{"generation":{},"grading":{},"versions":{"generation":1,"grading":1}},\#
        "gate":{"margins":[],"levels":[],"method":"gaffke","looks":[]}}
        """#)
  }

  @Test("so does a sample; a message or a grade without what it requires is left out")
  func bareSample() throws {
    let sample = try EvalSample(
      JSONValue(
        parsing: #"""
          {"side":"a","transcript":"t","turns":[{"number":1,"reply":"R"},{"number":2},\#
          {"number":3,"reply":"Q","source":{"request":"r","prompt":"p"}}],\#
          "grades":[{"grader":"g","verdict":"pass"},{"grader":"g","verdict":"x"}],\#
          "person_faults":[{"kind":"silence"},{}],"overhead":{"calls":2}}
          """#))
    // What is unknown must not look free.
    #expect(sample?.overhead.usage.input == nil && sample?.overhead.dollars == nil)
    expect(
      sample.map { JSONValue.object($0.json).text() },
      equals: #"""
        {"side":"a","transcript":"t","attempt":1,"title":"t","cluster":"t",\#
        "turns":[{"number":1,"reply":"R"},{"number":3,"reply":"Q",\#
        "source":{"request":"r","prompt":"p","template":"","sections":[]}}],\#
        "grades":[{"grader":"g","verdict":"pass"}],"started":0,\#
        "person_faults":[{"kind":"silence","after":0,"reason":""}],\#
        "overhead":{"calls":2,"usage":{}}}
        """#)
    // A message that was generated has an effort, one as written has none.
    #expect(sample?.turns.map { $0.effort != nil } == [false, true])
  }

  @Test(
    "nothing is read if a required member is missing",
    arguments: [
      #"{"question":"Q?","variants":[]}"#, #"{"question":"Q?","graders":[]}"#,
      #"{"variants":[],"graders":[]}"#, #"{"side":"a","transcript":"t","turns":[]}"#,
      #"{"side":"a","transcript":"t","grades":[]}"#, #"{"side":"a","turns":[],"grades":[]}"#,
      #"{"transcript":"t","turns":[],"grades":[]}"#,
    ])
  func refused(text: String) throws {
    try expect(read(run: text), equals: nil)
    try expect(EvalSample(JSONValue(parsing: text)), equals: nil)
  }
}
