import Documents
@testable import EvalCommands
import Foundation
import Testing
import TestKit

@Suite("Seeing what failed")
struct EvalFailuresTests {
  /// A run with a judge whose second reply is no verdict, and an assertion that fails.
  private func inRun(_ body: (([String]) throws -> Tool.Result) throws -> Void) throws {
    try Tool.inFolder { folder in
      let shipped = "\(ProjectFolder.path)/Evals/transcripts/discovery"
      let files = [
        "suite.yaml": """
        name: small
        transcripts: "\(shipped)/discovery-amara-night-shifts.yaml"
        turns: [1, 2]
        model: scripted:coach.yaml
        variants: [{id: v1, prompt: discovery@v1}]
        graders:
          - one-question
          - {use: judge, id: kind, models: "scripted:judge.yaml", rubric: Is it kind?}
        assertions: [{use: forbidden, id: never, words: [night]}]
        """,
        "coach.yaml": "loop: [Was it a long night? And before?]",
        "judge.yaml": """
        replies:
          - {message: 1, reply: '{"reasoning": "It is cold.", "verdict": "fail"}'}
          - {message: 2, reply: '{"reasoning": "It is", "verdict": "yes"}'}
        """,
      ]
      for (name, text) in files {
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
      }
      let out = "\(folder)/out"
      let result = try Tool.run(["eval", "run", "\(folder)/suite.yaml", "--out", out])
      #expect(result.code == 1, "\(result)")
      expect(result.output, contains: "error      the grader kind failed on 1 of 1 sample of v1")
      expect(result.output, contains: "'verdict' must be one of")
      expect(
        result.output, contains: #"the judge's reply: {"reasoning": "It is", "verdict": "yes"}"#)
      expect(result.output, contains: "failed     assertion never on v1: 1 of 1 sample failed")
      expect(result.output, contains: "coachkit eval failures")
      try body { try Tool.run(["eval"] + $0 + ["--out", out]) }
    }
  }

  @Test("failures show each message with its verdicts and the words that decided them")
  func failures() throws {
    try inRun { run throws in
      let all = try run(["failures"])
      #expect(all.code == 0)
      expect(all.output, contains: "── v1, discovery-amara-night-shifts, coach message 1")
      expect(
        all.output, contains: "one-question: 2 questions, 'Was it a long night?', 'And before?'")
      expect(all.output, contains: "never: says 'night'")
      expect(all.output, contains: "kind: It is cold.")
      expect(all.output, contains: "2 messages; verdicts: one-question 2, kind 1, never 2")
      let one = try run(["failures", "--grader", "kind", "--errors"]).output
      expect(one, contains: "! kind: ")
      #expect(!one.contains("one-question"))
      try expect(run(["failures", "--limit", "1"]).output, contains: "… 1 more (--limit 2)")
      try expect(run(["failures", "--grader", "knid"]).errors, contains: "did you mean 'kind'?")
      let misspelt = try run(["failures", "--transcript", "discovery-amara-nigt-shifts"])
      #expect(misspelt.code == 1 && misspelt.errors.contains("did you mean"), "\(misspelt)")
      try expect(run(["failures", "--side", "v2"]).errors, contains: "no side 'v2'")
    }
  }

  @Test("a sample is shown whole, with what judges were shown and wrote")
  func sample() throws {
    try inRun { run throws in
      let shown = try run(["show", "--sample", "discovery-amara-night-shifts#1", "--side", "v1"])
      #expect(shown.code == 0, "\(shown.errors)")
      for words in [
        "coach message 2", "judge kind, scripted:", "was shown", "Is it kind?", "and wrote",
        #""verdict": "yes""#, "person: ",
      ] {
        expect(shown.output, contains: words)
      }
      // A judge that breaks the form is asked once more.
      #expect(shown.output.ranges(of: "was shown").count == 3)
      let json = try JSONValue(
        parsing: run(["show", "--sample", "discovery-amara-night-shifts", "--json"]).output)
      #expect(json.array?.first?["judge_calls"]?.array?.count == 3)
      try expect(
        run(["show", "--sample", "discovery-amara-nigt-shifts"]).errors, contains: "did you mean")
      try expect(
        run(["show", "--sample", "discovery-amara-night-shifts#2"]).errors, contains: "v1 #1")
      try expect(run(["show", "--side", "v1"]).code, equals: 64)
    }
  }

  @Test("the page holds what judges were shown and wrote")
  func page() throws {
    try inRun { run throws in
      let page = try run(["export", "--format", "html"]).output
      for words in ["\"calls\":[{", "Is it kind?", "\"quotes\":[\"night\"]", "\"word\":\"error\""] {
        expect(page, contains: words)
      }
    }
  }
}
