import Documents
import Foundation
import Testing
import TestKit

@Suite("coachkit task")
struct TaskCommandTests {
  private func scripted(_ replies: String...) throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).txt")
      .path
    try replies.joined(separator: "\n---\n").write(toFile: path, atomically: true, encoding: .utf8)
    return "scripted:\(path)"
  }

  private func run(_ arguments: String..., input: String = "") throws -> Tool.Result {
    try Tool.run(["task"] + arguments, input: input)
  }

  private let title = "Evals/inputs/conversation-title.yaml"

  @Test("the list has every task, and no conversation")
  func list() throws {
    let result = try run("list")
    #expect(result.code == 0)
    for name in ["journal-themes", "nudge", "trainer-program", "paywall"] {
      #expect(result.output.contains(name))
    }
    #expect(!result.output.contains("coaching ") && !result.output.contains("trainer-intake "))
    let json = try JSONValue(parsing: Tool.run(["task", "list", "--json"]).output)
    #expect((json.array ?? []).contains { $0["task"] == "nudge" && $0["reply"] == "tags" })
  }

  @Test("a task is shown with what it takes, returns and keeps to")
  func show() throws {
    let result = try run("show", "trainer-program")
    #expect(result.code == 0)
    for words in [
      "intake: object", "schedule: list of objects", "weeks: integer",
      "sum schedule[].minutes: over exercises, add minutes or sets * 2 (repaired otherwise)",
    ] {
      #expect(result.output.contains(words), "\(words)")
    }
    let json = try JSONValue(parsing: run("show", "paywall@v2", "--json").output)
    #expect(json["prompt"] == "paywall@v2" && json["output"]?["properties"]?["cta"] != nil)
  }

  @Test("a text goes to standard output, what happened to standard error")
  func text() throws {
    let result = try run(
      "run", "conversation-title", "--input", title, "--model", try scripted("The yellow door"))
    #expect(result.code == 0 && result.output == "The yellow door\n")
    #expect(result.errors.contains("conversation-title@v3"))
  }

  @Test("a reply that breaks a rule is sent back; with --json everything is told")
  func sentBack() throws {
    let long = String(repeating: "yellow ", count: 20)
    let result = try run(
      "run", "conversation-title", "--input", title, "--json", "--model",
      try scripted(long, "The yellow door"))
    let json = try JSONValue(parsing: result.output)
    #expect(result.code == 0 && json["value"]?["text"] == "The yellow door")
    #expect(json["attempts"] == 2 && json["prompt"] == "conversation-title@v3")
    #expect(json["sent_back"]?.array?.count == 2)
    let failed = try run(
      "run", "conversation-title", "--input", title, "--show-replies", "--model",
      try scripted(long, "\(long) again"))
    #expect(failed.code == 1 && failed.output.isEmpty)
    expect(failed.errors, contains: "yellow yellow")
    expect(failed.errors, contains: "again")
    #expect(failed.errors.contains("✗ 'text' has"))
    let reported = try run(
      "run", "conversation-title", "--input", title, "--json", "--model", try scripted(long, long))
    #expect(reported.code == 1)
    #expect(try JSONValue(parsing: reported.output)["error"] == "invalid_reply")
    let formal = try run(
      "run", "conversation-title", "--input", title, "--skip-rules", "--model", try scripted(long))
    #expect(formal.code == 0)
  }

  @Test("inputs may come from standard input and single values")
  func inputs() throws {
    let reply = try scripted("Ten minutes on the stairs?")
    let result = try run(
      "run", "nudge", "--input", "-", "--set", "kind=re_engagement", "--set", "days_away=5",
      "--model", reply, input: "open_question: which stairs")
    #expect(result.code == 0 && result.output == "Ten minutes on the stairs?\n")
    let nothing = try run(
      "run", "nudge", "--set", "kind=event", "--model", try scripted("[NO_NUDGE]"))
    #expect(nothing.code == 0 && nothing.output == "[NO_NUDGE]\n")
  }

  @Test(
    "mistakes say what to do",
    arguments: [
      (["run", "nudges"], "'nudge'"), (["show", "coaching"], "a conversation"),
      (["run", "nudge"], "'kind'"), (["run", "nudge", "--set", "kind=later"], "must be one of"),
      (["run", "nudge", "--set", "kind=event", "--set", "who=me"], "no input 'who'"),
      (["run", "nudge@v9"], "v9"), (["run", "nudge", "--input", "nowhere.yaml"], "nowhere.yaml"),
      (["run", "nudge", "--timeout", "0"], "--timeout"),
    ])
  func mistakes(arguments: [String], words: String) throws {
    let model = arguments[0] == "run" ? ["--model", "echo"] : []
    let result = try Tool.run(["task"] + arguments + model)
    #expect(result.code != 0)
    #expect(result.errors.contains(words), "\(result.errors)")
  }
}
