import Documents
import Foundation
import Testing
import TestKit

/// Suites with planted trouble: the exit code and every form of report have to agree with each other and with what
/// was planted. `Documentation/endings.md` lists the same cases, and says what each ends with.
@Suite("Every report of a run ends with the same outcome")
struct RunEndingTests {
  /// What a run is expected to end with.
  enum Ending: String, Sendable {
    case informed, passed, failed, inconclusive, error
    /// The run does not start.
    case refused

    var exitCode: Int32 {
      switch self {
      case .informed, .passed: 0
      case .failed: 100
      case .inconclusive: 101
      case .error, .refused: 1
      }
    }

    var headline: String {
      switch self {
      case .informed: "nothing was demanded"
      case .passed: "passed: "
      case .failed: "failed: "
      case .inconclusive: "not decided: "
      case .error: "error: "
      case .refused: ""
      }
    }

    var markdown: String {
      switch self {
      case .informed: "results"
      case .passed: "✅ passed"
      case .failed: "❌ failed"
      case .inconclusive: "❔ not decided"
      case .error: "⚠️ error"
      case .refused: ""
      }
    }
  }

  struct Trouble: Sendable, CustomTestStringConvertible {
    var name: String
    var ending: Ending
    /// Words of the headline, or of the error of a run that does not start.
    var words: String
    /// Lines to add to the suite, or to replace in it by their key.
    var suite: [String] = []
    var coach = Trouble.good
    var judge = "loop: ['{\"reasoning\": \"Yes.\", \"verdict\": \"pass\"}']"
    var options: [String] = []

    var testDescription: String { name }

    static let good = "loop: [What brings you here?]"
    /// The second variant asks twice.
    static let worse =
      "replies: [{side: v2, reply: What is it? And why?}]\nloop: [What brings you here?]"
  }

  private static let never = "assertions: [{use: forbidden, id: never, words: [twice]}]"
  private static let twice = "loop: [Once or twice?]"
  private static let judged =
    "graders: [{use: judge, id: kind, models: scripted:judge.yaml, rubric: Kind?}]"

  /// A judge that breaks the form on the first transcripts of the second variant.
  private static func broken(_ count: Int) -> String {
    let ids = (1..<(count + 1)).map { $0 < 10 ? "t0\($0)" : "t\($0)" }.joined(separator: ", ")
    return """
      replies: [{transcript: [\(ids)], side: v2, reply: No idea.}]
      loop: ['{"reasoning": "Yes.", "verdict": "pass"}']
      """
  }

  static let troubles: [Trouble] = [
    Trouble(name: "nothing is demanded", ending: .informed, words: "no gate and no assertion"),
    Trouble(
      name: "a level is reached", ending: .passed, words: "2 demands of the gate",
      suite: [
        "gate: {at_least: [{grader: one-question, share: 0.5}, {grader: overall, share: 0.5}]}"
      ]),
    Trouble(
      name: "a margin is kept", ending: .passed, words: "1 demand of the gate",
      suite: ["gate: {grader: one-question, margin: 0.4}"]),
    Trouble(name: "an assertion is met", ending: .passed, words: "1 assertion", suite: [never]),
    Trouble(
      name: "both variants are the same", ending: .error, words: "nothing is compared",
      suite: [
        "variants: [{id: v1, prompt: discovery@v1}, {id: v2, prompt: discovery@v1}]",
        "gate: {grader: one-question, margin: 0.4}",
      ]),
    Trouble(
      name: "a gate and an assertion are met", ending: .passed,
      words: "1 demand of the gate, 1 assertion",
      suite: [never, "gate: {grader: one-question, margin: 0.4}"]),
    Trouble(
      name: "a challenger is worse than the margin", ending: .failed, words: "v2 on one-question",
      suite: ["gate: {grader: one-question, margin: 0.1}"], coach: Trouble.worse),
    Trouble(
      name: "a level is not reached", ending: .failed, words: "v2 on one-question at least 90.0 %",
      suite: ["gate: {at_least: [{grader: one-question, share: 0.9}]}"], coach: Trouble.worse),
    Trouble(
      name: "one of two requirements fails", ending: .failed, words: "v2 on one-question",
      suite: [
        "graders: [one-question, no-advice]",
        "gate: {margins: [{grader: one-question, margin: 0.1}, {grader: no-advice, margin: 0.9}]}",
      ], coach: Trouble.worse),
    Trouble(
      name: "a margin with `replay: recorded`", ending: .inconclusive,
      words: "both are the same texts",
      suite: ["replay: recorded", "gate: {grader: one-question, margin: 0.4}"]),
    Trouble(
      name: "a margin with a single variant", ending: .inconclusive,
      words: "no earlier run was named",
      suite: [
        "variants: [{id: v1, prompt: discovery@v1}]",
        "gate: {grader: one-question, margin: 0.4}",
      ]),
    Trouble(
      name: "no message is selected", ending: .refused, words: "'turns' selects no message",
      suite: ["turns: 9"]),
    Trouble(
      name: "a judge of pairs compares no message", ending: .refused,
      words: "the judge 'pair' compares message 9",
      suite: ["pairwise: [{id: pair, models: scripted:judge.yaml, rubric: Which?, turns: 9}]"]),
    Trouble(
      name: "all transcripts send one request", ending: .inconclusive,
      words: "12 transcripts send the same request: 1 observation",
      suite: ["parameters: {max_tokens: 100}", "gate: {grader: one-question, margin: 0.4}"]),
    Trouble(
      name: "a seed changes nothing at temperature 0", ending: .inconclusive,
      words: "12 transcripts send the same request: 1 observation",
      suite: [
        "parameters: {seed: 1, temperature: 0}", "gate: {grader: one-question, margin: 0.4}",
      ]),
    Trouble(
      name: "all transcripts share their opening", ending: .informed,
      words: "12 transcripts send the same request for message 1",
      suite: ["parameters: {max_tokens: 100}", "turns: [1, 2]"],
      coach: "replies: [{message: 1, side: v2, reply: What is it? And why?}]\n\(Trouble.good)"),
    Trouble(
      name: "too little data for a margin", ending: .inconclusive, words: "would decide",
      suite: ["gate: {grader: one-question, margin: 0.01}"]),
    Trouble(
      name: "too little data for a level", ending: .inconclusive, words: "v2 on one-question",
      suite: ["gate: {at_least: [{grader: one-question, share: 0.5}]}"],
      coach: "loop: [What brings you here?, Hello.]"),
    Trouble(
      name: "a gate on a grader that saw no message", ending: .inconclusive,
      words: "nothing was measured",
      suite: [
        "graders: [{use: one-question, turns: 9}]",
        "gate: {at_least: [{grader: one-question, share: 0.5}]}",
      ]),
    Trouble(
      name: "an assertion fails in every sample", ending: .failed,
      words: "assertion never on v1: 12 of 12 samples failed", suite: [never], coach: twice),
    Trouble(
      name: "an assertion fails in one sample", ending: .failed,
      words: "assertion never on v2: 1 of 12 samples failed", suite: [never],
      coach: "replies: [{transcript: t05, side: v2, reply: Once or twice?}]\n\(Trouble.good)"),
    Trouble(
      name: "an assertion fails on the baseline alone", ending: .failed,
      words: "assertion never on v1: 12 of 12", suite: [never],
      coach: "replies: [{side: v1, reply: Once or twice?}]\n\(Trouble.good)"),
    Trouble(
      name: "an assertion that informs fails", ending: .informed, words: "12 of 12 samples failed",
      suite: ["assertions: [{use: forbidden, id: never, words: [twice], informs: true}]"],
      coach: twice),
    Trouble(
      name: "the assertions of a suite inform", ending: .informed, words: "which informs only",
      suite: [never, "informs: true"], coach: twice),
    Trouble(
      name: "an assertion looks at no message", ending: .inconclusive,
      words: "applied to no sample",
      suite: ["assertions: [{use: forbidden, id: never, words: [twice], turns: 9}]"]),
    Trouble(
      name: "an assertion fails and the gate passes", ending: .failed, words: "assertion never",
      suite: [never, "gate: {grader: one-question, margin: 0.4}"], coach: twice),
    Trouble(
      name: "an assertion is met and the gate is undecided", ending: .inconclusive,
      words: "gate: v2 on one-question",
      suite: [never, "gate: {grader: one-question, margin: 0.01}"]),
    Trouble(
      name: "an assertion whose judge is undecided", ending: .inconclusive,
      words: "12 of 12 samples have no verdict",
      suite: [
        "assertions: [{use: judge, id: kind, models: scripted:judge.yaml, rubric: Kind?}]"
      ], judge: "loop: ['{\"reasoning\": \"Hm.\", \"verdict\": \"unsure\"}']"),
    Trouble(
      name: "an assertion with a threshold is met in part", ending: .passed, words: "1 assertion",
      suite: [
        "turns: [1, 2]",
        "assertions: [{use: forbidden, id: never, words: [twice], threshold: 0.5}]",
      ], coach: "replies: [{message: 1, reply: Once or twice?}]\n\(Trouble.good)"),
    Trouble(
      name: "a grader that is required fails", ending: .failed,
      words: "assertion one-question on v2",
      suite: ["graders: [{use: one-question, required: true}]"], coach: Trouble.worse),
    Trouble(
      name: "a program always fails", ending: .error,
      words: "the grader own failed on 12 of 12 samples of v1: t01, message 1: 'false' ended",
      suite: ["graders: [{use: command, id: own, run: ['false']}]"]),
    Trouble(
      name: "a program writes no verdict", ending: .error, words: "the program wrote no verdict",
      suite: ["graders: [{use: command, id: own, run: ['true']}]"]),
    Trouble(
      name: "a program does not exist", ending: .refused, words: "no program 'nosuchprog' in PATH",
      suite: ["graders: [{use: command, id: own, run: [nosuchprog]}]"]),
    Trouble(
      name: "a judge never keeps the form", ending: .error,
      words:
        "the grader kind failed on 12 of 12 samples of v1: t01, message 1: 2 replies do not fit",
      suite: [judged], judge: "loop: [It is lovely.]"),
    Trouble(
      name: "a judge says nothing", ending: .error, words: "ended its reply without any text",
      suite: [judged], judge: "loop: ['']"),
    Trouble(
      name: "a judge fails on one sample of twelve", ending: .informed, words: "no gate",
      suite: [judged], judge: broken(1)),
    Trouble(
      name: "a judge fails on a third of the samples", ending: .error,
      words: "the grader kind failed on 4 of 12 samples of v2", suite: [judged], judge: broken(4)),
    Trouble(
      name: "a judge fails as often as the suite tolerates", ending: .informed, words: "no gate",
      suite: [judged, "grader_failures: 0.5"], judge: broken(4)),
    Trouble(
      name: "a judge is overloaded", ending: .error, words: "8 calls in a row failed",
      suite: [judged], judge: "loop: [{error: overloaded}]", options: ["--retries", "0"]),
    Trouble(
      name: "a judge is undecided", ending: .informed, words: "no gate", suite: [judged],
      judge: "loop: ['{\"reasoning\": \"Hm.\", \"verdict\": \"unsure\"}']"),
    Trouble(
      name: "a judge has no key", ending: .refused, words: "there is no key for 'anthropic'",
      suite: [judged.replacing("scripted:judge.yaml", with: "anthropic:claude-haiku-4-5")]),
    Trouble(
      name: "a judge of pairs always fails", ending: .error,
      words: "the judge pair failed on 12 of 12 pairs of v2",
      suite: ["pairwise: [{id: pair, models: scripted:judge.yaml, rubric: Which?}]"],
      judge: "loop: [Both.]"),
    Trouble(
      name: "a dead grader and a failed assertion", ending: .error,
      words: "the grader own failed",
      suite: [never, "graders: [{use: command, id: own, run: ['false']}]"], coach: twice),
    Trouble(
      name: "no reply of a variant is complete", ending: .error,
      words: "no reply of v2 is complete: t01, message 1: the script says so",
      coach: "replies: [{side: v2, reply: {error: truncated, text: Wha}}]\n\(Trouble.good)"),
    Trouble(
      name: "all replies are cut", ending: .error,
      words: "every reply of v1 ended at the token limit: raise 'max_tokens'",
      coach: "loop: [{text: What brings, finish: length}]"),
    Trouble(
      name: "one reply is missing", ending: .informed, words: "no gate",
      coach: "replies: [{transcript: t03, side: v2, reply: {error: truncated}}]\n\(Trouble.good)"),
    Trouble(
      name: "a variant lacks half of its replies", ending: .inconclusive,
      words: "with the 6 missing verdicts against v2 it is −50.0",
      suite: ["gate: {grader: one-question, margin: 0.48}"],
      coach: """
        replies: [{transcript: [t01, t02, t03, t04, t05, t06], side: v2, reply: {error: truncated}}]
        \(Trouble.good)
        """),
    Trouble(
      name: "the replies are empty", ending: .error, words: "ended its reply without any text",
      suite: [
        "variants: [{id: v1, prompt: discovery@v1}]",
        "gate: {at_least: [{grader: one-question, share: 0.5}]}",
      ], coach: "loop: ['']"),
    Trouble(
      name: "a script is too short", ending: .error, words: "the script has no reply for message 1",
      coach: "replies: [{transcript: t01, reply: What?}]"),
    Trouble(
      name: "a recording lacks the replies", ending: .error, words: "contains no reply to request",
      suite: ["model: replay:empty.jsonl"]),
    Trouble(
      name: "the budget is used up", ending: .inconclusive, words: "the run is not complete",
      suite: ["budget: {tokens: 20000}"], options: ["--concurrency", "1"]),
    Trouble(
      name: "a model has no price and the budget is money", ending: .refused,
      words: "the price of compatible:coach is not known",
      suite: ["model: compatible:coach", "budget: {dollars: 1}"],
      options: ["--base-url", "http://192.0.2.1/v1"]),
    Trouble(
      name: "--model where variants name their own", ending: .refused, words: "'v2' (local)",
      suite: [
        "variants: [{id: v1, prompt: discovery@v1}, {id: v2, prompt: discovery@v2, model: local}]"
      ],
      options: ["--model", "echo"]),
    Trouble(
      name: "the transcripts are of one person", ending: .refused,
      words: "the gate cannot be decided",
      suite: ["transcripts: {folder: T, ids: [t01]}", "gate: {grader: one-question, margin: 0.1}"]),
  ]

  @Test("exit code, headline, page, JUnit, Markdown and JSON agree", arguments: troubles)
  func ending(trouble: Trouble) throws {
    try Tool.inFolder { folder in
      try write(trouble, to: folder)
      let out = ["--out", "\(folder)/out"]
      let run = try Tool.run(
        [
          "eval", "run", "suite.yaml", "--prompts", "\(ProjectFolder.path)/Prompts",
          "--people", "\(ProjectFolder.path)/Evals/people", "--domains",
          "\(ProjectFolder.path)/DomainConfigs",
        ]
          + trouble.options + out, in: folder)
      #expect(run.code == trouble.ending.exitCode, "\(run)")
      guard trouble.ending != .refused else {
        expect(run.errors, contains: trouble.words)
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/out/evals.sqlite"))
        return
      }
      let shown = try Tool.run(["eval", "show"] + out)
      #expect(shown.code == trouble.ending.exitCode, "\(shown)")
      let result = try #require(shown.output.split(separator: "\n").last { $0.hasPrefix("result") })
      let headline = String(result.dropFirst("result     ".count))
      #expect(headline.hasPrefix(trouble.ending.headline), "\(headline)")
      expect(headline, contains: trouble.words)
      func export(_ format: String) throws -> String {
        let exported = try Tool.run(["eval", "export", "--format", format] + out)
        #expect(exported.code == 0, "\(exported.errors)")
        return exported.output
      }
      let json = try JSONValue(parsing: export("json"))
      #expect(
        json["outcome"]?.string == trouble.ending.rawValue && json["headline"]?.string == headline)
      let markdown = try export("markdown")
      #expect(markdown.hasPrefix("### planted: \(trouble.ending.markdown)\n"), "\(markdown)")
      let page = try export("html")
      expect(page, contains: "\"word\":\"\(trouble.ending.rawValue)\",\"headline\":")
      try check(try export("junit"), trouble)
      // A run that ended with an error of its own has printed it, and no report.
      if !run.output.isEmpty { expect(run.output, contains: "result     \(headline)") }
    }
  }

  private func check(_ junit: String, _ trouble: Trouble) throws {
    func count(_ name: String) -> Int {
      let head = junit.split(separator: "\n").first { $0.contains("<testsuites") } ?? ""
      let value = head.split(separator: " ").first { $0.hasPrefix("\(name)=") }
      return value.flatMap { Int($0.dropFirst(name.count + 2).prefix { $0 != "\"" }) } ?? -1
    }
    switch trouble.ending {
    case .error: #expect(count("errors") > 0, "\(junit)")
    case .failed: #expect(count("failures") > 0 && count("errors") == 0, "\(junit)")
    case .informed, .passed, .inconclusive, .refused:
      #expect(count("failures") == 0 && count("errors") == 0, "\(junit)")
    }
    let run = junit.split(separator: "<testsuite name=\"v").first ?? ""
    #expect(
      run.contains("<skipped") == (trouble.ending == .inconclusive) || trouble.ending == .error)
  }

  private func write(_ trouble: Trouble, to folder: String) throws {
    var lines = [
      "name: planted", "transcripts: T", "turns: 1", "model: scripted:coach.yaml",
      // It keeps the openings of different transcripts apart.
      "parameters: {seed: 1}",
      "variants: [{id: v1, prompt: discovery@v1}, {id: v2, prompt: discovery@v2}]",
      "graders: [one-question]",
    ]
    for line in trouble.suite {
      let key = line.prefix { $0 != ":" } + ":"
      if let index = lines.firstIndex(where: { $0.hasPrefix(key) }) {
        lines[index] = line
      } else {
        lines.append(line)
      }
    }
    var files = [
      "suite.yaml": lines.joined(separator: "\n"), "coach.yaml": trouble.coach,
      "judge.yaml": trouble.judge,
      "empty.jsonl":
        #"{"coachkit_recording":1,"provider":"p","model":"m","parameters":{},"recorded":"2026-01-01"}"#,
    ]
    for number in 1..<13 {
      let id = number < 10 ? "t0\(number)" : "t\(number)"
      files["T/\(id).yaml"] = """
        id: \(id)
        kind: discovery
        quality: good
        language: en
        messages:
          - coach: What brings you here?
          - person: I sleep badly since week \(number).
          - coach: What happened then?
          - person: We moved.
        """
    }
    try FileManager.default.createDirectory(
      atPath: "\(folder)/T", withIntermediateDirectories: true)
    for (name, text) in files {
      try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
    }
  }

  @Test("the documentation lists every case with what it ends with")
  func documentation() throws {
    let text = try String(
      contentsOfFile: "\(ProjectFolder.path)/Documentation/endings.md", encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map { row in
      row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let listed = rows.filter { $0.count == 4 && Ending(rawValue: $0[1]) != nil }.map {
      "\($0[0]) \($0[1]) \($0[2])"
    }
    let expected = Self.troubles.map { "\($0.name) \($0.ending.rawValue) \($0.ending.exitCode)" }
    #expect(listed == expected)
    #expect(expected.count >= 40)
  }
}
