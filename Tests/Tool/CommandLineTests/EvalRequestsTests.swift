import Documents
import Foundation
import Testing
import TestKit

@Suite("Requests that are answered elsewhere")
struct EvalRequestsTests {
  private func inSuite(_ mode: String, _ body: (String, String) throws -> Void) throws {
    try Tool.inFolder { folder in
      let suite = """
        name: elsewhere
        transcripts: "\(ProjectFolder.path)/Evals/transcripts/discovery/discovery-amara-night-shifts.yaml"
        replay: \(mode)
        turns: [1, 2]
        model: local
        parameters: {seed: 1}
        variants:
          - {id: v1, prompt: discovery@v1}
          - {id: v2, prompt: discovery@v2}
        graders: [one-question]
        """
      let path = "\(folder)/suite.yaml"
      try Data(suite.utf8).write(to: URL(filePath: path))
      try body(path, folder)
    }
  }

  private func lines(_ path: String) throws -> [JSONValue] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
      try JSONValue(parsing: String($0))
    }
  }

  /// Answers every request of a file, after the replies that a file has already.
  private func answer(_ requests: String, in replies: String) throws {
    var text =
      (try? String(contentsOfFile: replies, encoding: .utf8))
      ?? "{\"answered_by\": \"a test\", \"answered\": \"2026-03-31\"}\n"
    for line in try lines(requests) {
      let digest = try #require(line["digest"]?.string)
      text += "{\"digest\": \"\(digest)\", \"reply\": \"You stayed. What kept you?\"}\n"
    }
    try Data(text.utf8).write(to: URL(filePath: replies))
  }

  @Test("a request that several samples ask has the labels of all of them")
  func labels() throws {
    try inSuite("next-turn") { suite, folder in
      let text = try String(contentsOfFile: suite, encoding: .utf8)
      try Data(text.replacing("discovery@v2", with: "discovery@v1").utf8).write(
        to: URL(filePath: suite))
      let requests = "\(folder)/requests.jsonl"
      let written = try Tool.run(["eval", "requests", suite, "--out", requests, "--labels"])
      #expect(written.code == 0, "\(written)")
      let found = try lines(requests)
      #expect(found.count == 2 && found.allSatisfy { $0["label"] == nil })
      let labels = found.compactMap { $0["labels"]?.array?.compactMap(\.string) }
      #expect(
        labels.sorted { $0[0] < $1[0] }.first == [
          "discovery-amara-night-shifts · v1 · 01", "discovery-amara-night-shifts · v2 · 01",
        ])
    }
  }

  @Test("they are written without labels, answered, and graded under the name of who answered")
  func nextTurn() throws {
    try inSuite("next-turn") { suite, folder in
      let (requests, replies) = ("\(folder)/requests.jsonl", "\(folder)/replies.jsonl")
      let written = try Tool.run(["eval", "requests", suite, "--out", requests])
      #expect(written.code == 0, "\(written)")
      expect(written.output, contains: "4 requests")
      let found = try lines(requests)
      #expect(found.count == 4 && found.allSatisfy { $0["label"] == nil })
      #expect(found.first?["messages"]?.array?.first?["role"] == "system")
      #expect(found.first?["parameters"]?["seed"]?.integer != nil)
      try answer(requests, in: replies)
      let run = try Tool.run([
        "eval", "run", suite, "--replies", replies, "--out", folder, "--no-page",
      ])
      #expect(run.code == 0, "\(run)")
      expect(run.output, contains: "a test (recorded 2026-03-31)")
      let rest = try Tool.run([
        "eval", "requests", suite, "--out", requests, "--replies", replies,
      ])
      expect(rest.output, contains: "nothing is open: 4 calls answered")
    }
  }

  @Test("a conversation is answered in rounds, since each message depends on the one before")
  func conversation() throws {
    try inSuite("conversation") { suite, folder in
      let (requests, replies) = ("\(folder)/requests.jsonl", "\(folder)/replies.jsonl")
      var write = ["eval", "requests", suite, "--out", requests]
      try expect(Tool.run(write).output, contains: "2 requests")
      try answer(requests, in: replies)
      let early = try Tool.run([
        "eval", "run", suite, "--replies", replies, "--out", folder, "--no-page",
      ])
      #expect(early.code == 1)
      expect(early.errors, contains: "has no reply to request")
      write += ["--replies", replies]
      try expect(Tool.run(write).output, contains: "2 requests, 2 calls answered already")
      try answer(requests, in: replies)
      try expect(Tool.run(write).output, contains: "nothing is open")
      let run = try Tool.run([
        "eval", "run", suite, "--replies", replies, "--out", folder, "--no-page",
      ])
      #expect(run.code == 0, "\(run)")
    }
  }

  @Test(
    "the recorded replies of the shipped suites answer every request",
    arguments: [
      "discovery-versions", "honesty-coaching", "honesty-discovery", "memory-and-style",
    ])
  func shipped(suite: String) throws {
    try Tool.inFolder { folder in
      let result = try Tool.run([
        "eval", "requests", "Evals/suites/\(suite).yaml", "--out", "\(folder)/open.jsonl",
        "--replies", "Evals/recordings/\(suite).replies.jsonl",
      ])
      #expect(result.code == 0, "\(result.errors)")
      expect(result.output, contains: "nothing is open")
    }
  }

  @Test("the requests of a calibration name the command that scores their answers")
  func calibration() throws {
    try Tool.inFolder { folder in
      let command = [
        "eval", "calibrate", "Evals/calibrations/leans.yaml", "--requests", "\(folder)/r.jsonl",
        "--data", "Evals/calibrations/leans.test.csv", "--limit", "3",
      ]
      let result = try Tool.run(command)
      #expect(result.code == 0, "\(result.errors)")
      expect(
        result.output,
        contains: "calibrate Evals/calibrations/leans.yaml --data Evals/calibrations/leans.test.csv"
          + " --limit 3 --model replies:FILE")
      for other in [["--json"], ["--model", "test:m"]] {
        let refused = try Tool.run(command + other)
        #expect(refused.code != 0)
        expect(refused.errors, contains: "leave out \(other[0])")
      }
    }
  }

  private static let tasks =
    (try? FileManager.default.contentsOfDirectory(
      atPath: "\(ProjectFolder.path)/Evals/suites/tasks")) ?? []

  @Test("the shipped suites of tasks run on their recorded replies", arguments: tasks)
  func shippedTasks(file: String) throws {
    try Tool.inFolder { folder in
      let result = try Tool.run([
        "eval", "run", "Evals/suites/tasks/\(file)", "--out", folder, "--no-page",
      ])
      #expect(result.code == 0, "\(result.errors)")
      expect(result.output, contains: "contract")
      expect(result.output, contains: "expected")
    }
  }

  @Test("lines of a provider's batch hold its own body and the digest")
  func batch() throws {
    try inSuite("next-turn") { suite, folder in
      let path = "\(folder)/batch.jsonl"
      let write = ["eval", "requests", suite, "--out", path, "--batch"]
      try expect(Tool.run(write + ["anthropic:claude-haiku-4-5"]).code, equals: 0)
      let anthropic = try #require(try lines(path).first)
      #expect(anthropic["custom_id"]?.string?.count == 64)
      #expect(anthropic["params"]?["model"] == "claude-haiku-4-5")
      #expect(anthropic["params"]?["stream"] == nil)
      try expect(Tool.run(write + ["openai-chat:gpt-4.1"]).code, equals: 0)
      try expect(lines(path).first?["url"], equals: "/v1/chat/completions")
      let gemini = try Tool.run(write + ["gemini:gemini-3.8-flash"])
      #expect(gemini.code == 1)
      expect(gemini.errors, contains: "there is no form of a batch")
    }
  }
}
