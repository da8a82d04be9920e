import CoachModel
import Documents
@testable import EvalGraders
import EvalTestKit
import Foundation
@testable import PromptEvals
import PromptTemplates
import SourceFiles
import StreamParsing
import Testing
import TestKit

@Suite("Running a grader's program")
struct GraderCommandTests {
  private let commands = GraderCommands()

  /// A command with a time limit of an hour, unless given.
  private func shell(
    _ script: String, in folder: String = ".", seconds: Double = 3600
  ) -> GraderCommandLine {
    GraderCommandLine(program: "sh", arguments: ["-c", script], folder: folder, seconds: seconds)
  }

  /// The reason why a command failed.
  private func failure(
    _ command: GraderCommandLine, by commands: GraderCommands? = nil
  ) async -> String {
    do {
      return "no failure, but: " + (try await (commands ?? self.commands).run(command, input: ""))
    } catch {
      return "\(error)"
    }
  }

  /// Whether a process exists and is not a zombie.
  private func exists(_ process: String) -> Bool {
    guard let number = pid_t(process.filter(\.isNumber)), kill(number, 0) == 0 else { return false }
    let state = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
    return state?.contains(") Z ") != true
  }

  @Test("input and output are passed completely")
  func output() async throws {
    let input = String(repeating: "größer\n", count: 60_000)
    try await expect(commands.run(shell("cat"), input: input), equals: input)
    let count = try await commands.run(shell("wc -c"), input: input + input + input)
    #expect(count.filter(\.isNumber) == "\(input.utf8.count * 3)")
  }

  @Test("arguments are passed unchanged, without a shell")
  func arguments() async throws {
    let command = GraderCommandLine(
      program: "printf", arguments: ["%s|", "a b", "$HOME", "*", "'"], folder: ".", seconds: 3600)
    try await expect(commands.run(command, input: ""), equals: "a b|$HOME|*|'|")
  }

  @Test("a program does not have to read its input")
  func unread() async throws {
    let input = String(repeating: "x", count: 2_000_000)
    try await expect(commands.run(shell("exec <&-; echo fine"), input: input), equals: "fine\n")
    try await expectEmpty(commands.run(shell("exec <&- >&- 2>&-; sleep 0.1"), input: input))
  }

  @Test("it runs in its folder, and a path to it is relative to the current folder")
  func folder() async throws {
    let folder = try TemporaryFolder()
    // Another process writes the script: a program started in the meantime would inherit the open file for a moment,
    // and a file that is open for writing cannot be executed.
    let script = "#!/bin/sh\ncat words.txt\n"
    _ = try await commands.run(shell("cat > grade.sh", in: folder.path), input: script)
    try folder.write("here", to: "words.txt")
    let command = GraderCommandLine(
      program: "\(folder.path)/grade.sh", arguments: [], folder: folder.path, seconds: 3600)
    await expect(failure(command), contains: "chmod +x")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(folder.path)/grade.sh")
    try await expect(commands.run(command, input: ""), equals: "here")
  }

  @Test("an exit code other than 0 is an error with the end of standard error")
  func exitCode() async {
    let long = "for i in $(seq 2000); do echo line $i >&2; done; exit 3"
    let reason = await failure(shell(long))
    #expect(reason.hasPrefix("'sh' ended with exit code 3: "))
    #expect(reason.hasSuffix("line 2000"))
    #expect(reason.utf8.count < 3000)
    await expect(failure(shell("kill -9 $$")), contains: "signal 9")
  }

  @Test("a missing program is an error")
  func missing() async {
    let command = GraderCommandLine(
      program: "no-such-program-here", arguments: [], folder: ".", seconds: 3600)
    await expect(failure(command), contains: "does not exist")
    await expect(failure(shell("true", in: "no-such-folder")), contains: "does not exist")
  }

  @Test("a program that exceeds its time limit is killed with all its children")
  func timeout() async throws {
    let folder = try TemporaryFolder()
    let script = "echo waiting >&2; sleep 3600 & echo $! > child; wait"
    // Its time is over at the second check after the wait.
    let started = ContinuousClock.now
    let looks = Observed(0)
    let path = "\(folder.path)/child"
    let commands = GraderCommands {
      let waits = (try? String(contentsOfFile: path, encoding: .utf8))?.hasSuffix("\n") == true
      let count = looks.update { looks in
        looks += waits ? 1 : 0
        return looks
      }
      return count > 1 ? started + .seconds(30) : started
    }
    let reason = await failure(shell(script, in: folder.path, seconds: 30), by: commands)
    #expect(reason == "'sh' did not end within 30 s: waiting")
    let child = try folder.read("child")
    await until { !exists(child) }
  }

  @Test("a child that outlives its program is not waited for")
  func leftover() async throws {
    let child = try await commands.run(shell("sleep 3600 & echo $!"), input: "")
    #expect(pid_t(child.filter { $0.isNumber }) != nil)
    await until { !exists(child) }
  }

  @Test("too much output is an error, however fast it arrives")
  func tooMuch() async {
    await expect(failure(shell("yes")), contains: "more than 1048576 bytes")
    await expect(failure(shell("yes >&2; exit 1", seconds: 0.3)), contains: "did not end")
  }

  @Test("output that is not UTF-8 is an error")
  func encoding() async {
    await expect(failure(shell(#"printf '\377'"#)), contains: "not UTF-8")
  }

  @Test("the number of concurrent programs is limited")
  func atOnce() async throws {
    let folder = try TemporaryFolder()
    let single = GraderCommands(atOnce: 1)
    // The folder can be created only if no other run has it.
    let command = shell("mkdir lock && sleep 0.02 && rmdir lock", in: folder.path)
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<8 { group.addTask { try await single.run(command, input: "") } }
      for try await output in group { #expect(output.isEmpty) }
    }
  }

  @Test("many concurrent programs neither hang nor mix their output")
  func many() async throws {
    let commands = commands
    try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for number in 0..<40 {
        group.addTask {
          (number, try await commands.run(shell("cat; exit 0"), input: "n\(number)"))
        }
      }
      for try await (number, output) in group { #expect(output == "n\(number)") }
    }
  }

  @Test("cancellation kills the program")
  func cancellation() async throws {
    let folder = try TemporaryFolder()
    let command = shell("echo $$ > self; exec sleep 3600", in: folder.path)
    let task = Task { [commands] in try await commands.run(command, input: "") }
    await until { (try? folder.read("self"))?.hasSuffix("\n") == true }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!exists(try folder.read("self")))
  }
}

@Suite("The command grader")
struct CommandGraderTests {
  private func grades(
    _ script: String, scope: String = "message", _ conversation: GradedConversation? = nil
  ) async throws -> [Grade] {
    let script = JSONValue.string(script).text()
    let yaml = "- {use: command, id: own, run: [sh, -c, \(script)], scope: \(scope)}"
    let use = try #require(try GraderSamples.uses(yaml, folder: ".").first)
    let commands = GraderCommands()
    let tools = GraderTools(
      model: { model, _, _ in throw GraderFailure("no model \(model)") },
      run: { try await commands.run($0, input: $1) })
    return try await use.grade(conversation ?? Self.two, with: tools)
  }

  private static var two: GradedConversation {
    let transcript = Samples.transcript(["Hello?", "And then?"])
    return GradedConversation(
      transcript: transcript,
      messages: transcript.coachPositions.enumerated().map { number, position in
        CoachMessage(
          number: number + 1, events: [.text(transcript.messages[position].text)],
          history: transcript.messages[..<position])
      }, contract: ReplyContract())
  }

  @Test("each message is graded separately")
  func messages() async throws {
    let script =
      #"grep -q 'And then' && echo '{"verdict": "fail", "reason": "r", "measured": 2}' || echo '{"verdict": "pass", "score": 0.5}'"#
    let grades = try await grades(script)
    #expect(grades.map(\.message) == [1, 2])
    #expect(grades.map(\.verdict) == [.pass, .fail])
    #expect(grades.map(\.score) == [0.5, 0])
    #expect(grades.map(\.reason) == [nil, "r"])
    #expect(grades.map(\.measured) == [nil, 2])
    #expect(grades.allSatisfy { $0.grader == "own" })
  }

  @Test("a conversation is graded as a whole, or message by message in one run")
  func conversation() async throws {
    let one = try await grades(#"echo '{"verdict": "inconclusive"}'"#, scope: "conversation")
    #expect(one.map(\.message) == [nil])
    #expect(one.map(\.verdict) == [.inconclusive])
    let outside = try await grades(#"echo '{"verdict": "not-applicable", "reason": "r"}'"#)
    #expect(outside.map(\.verdict) == [.notApplicable, .notApplicable])
    #expect(outside.map(\.score) == [nil, nil] && outside.map(\.reason) == ["r", "r"])
    let script = #"echo '[{"verdict": "pass", "message": 2}, {"verdict": "fail"}]'"#
    let several = try await grades(script, scope: "conversation")
    #expect(several.map(\.message) == [2, nil])
    try await expectEmpty(grades("echo '[]'", scope: "conversation"))
  }

  @Test("the document contains everything that the program needs")
  func document() throws {
    let contract = try GraderSamples.contract("discovery")
    let conversation = GraderSamples.conversation(
      "Bye. [DISCOVERY_COMPLETE]\n{\"vision\": \"x\"}", after: [Message(.user, "Go on.")],
      recorded: "Ciao.", contract: contract)
    let exchange = CommandProtocol(grader: "own", conversation: conversation)
    let message = try #require(conversation.messages.first)
    let value = try JSONValue(parsing: exchange.input(for: message))
    #expect(value["version"] == 1)
    #expect(value["grader"] == "own")
    #expect(value["scope"] == "message")
    #expect(value["transcript"]?["id"] == "t")
    #expect(value["history"] == [["role": "person", "text": "Go on."]])
    #expect(value["message"]?["number"] == 4)
    #expect(value["message"]?["text"]?.string?.contains("DISCOVERY") == false)
    #expect(value["message"]?["reply"]?.string?.contains("[DISCOVERY_COMPLETE]") == true)
    #expect(
      value["message"]?["tags"] == [["name": "DISCOVERY_COMPLETE", "payload": ["vision": "x"]]])
    #expect(value["message"]?["recorded"] == "Ciao.")
    #expect(value["contract"]?["tags"]?.array?.first?["payload"] != nil)
    let all = try JSONValue(parsing: exchange.input())
    #expect(all["messages"]?.array?.first?["history"] == value["history"])
  }

  @Test(
    "an invalid verdict is an error of the grader",
    arguments: [
      ("true", "wrote no verdict"), ("echo fine", "invalid JSON"),
      (#"echo '{"verdict": "great"}'"#, "pass, fail, inconclusive or not-applicable"),
      ("echo 1", "pass, fail"),
      (#"echo '{"verdict": "pass", "score": 2}'"#, "from 0 to 1"),
      (#"echo '{"verdict": "pass", "score": "1"}'"#, "'score'"),
      (#"echo '{"verdict": "pass", "message": 9}'"#, "message 9"),
      (#"echo '[{"verdict": "pass"}, {"verdict": "pass"}]'"#, "2 verdicts on one message"),
      ("echo oh >&2; exit 2", "exit code 2: oh"),
      (#"echo '{"verdict": "fail", "score": 1.0}'"#, "contradicts itself"),
      (#"echo '{"verdict": "pass", "score": 0}'"#, "contradicts itself"),
      (#"echo '{"verdict": "inconclusive", "score": 0.5}'"#, "contradicts itself"),
      (#"echo '{"verdict": "not-applicable", "score": 0.5}'"#, "contradicts itself"),
      (#"echo '{"verdict": "fail", "verdict": "pass"}'"#, "'verdict' more than once"),
    ])
  func errors(script: String, reason: String) async throws {
    let grades = try await grades(script)
    #expect(grades.map(\.verdict) == [.error, .error])
    #expect(grades.first?.reason?.contains(reason) == true, "\(grades.first?.reason ?? "")")
  }

  @Test("an error on one message does not affect the verdicts of others")
  func single() async throws {
    let grades = try await grades(#"grep -q 'And then' && exit 2 || echo '{"verdict": "pass"}'"#)
    #expect(grades.map(\.message) == [1, 2])
    #expect(grades.map(\.verdict) == [.pass, .error])
    #expect(grades.last?.reason?.contains("exit code 2") ?? false)
  }

  @Test("a program that is killed has no verdict")
  func givenUp() async throws {
    let task = Task { try await grades("sleep 60") }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("a score in between fits either verdict")
  func partial() async throws {
    for verdict in ["pass", "fail"] {
      let grades = try await grades("echo '{\"verdict\": \"\(verdict)\", \"score\": 0.6}'")
      #expect(grades.map(\.score) == [0.6, 0.6])
    }
    try await expect(
      grades(#"echo '{"verdict": "fail", "score": 0}'"#).map(\.score), equals: [0, 0])
  }

  @Test("two different verdicts on one message of a conversation are an error")
  func contradictions() async throws {
    let script = #"echo '[{"verdict": "pass", "message": 2}, {"verdict": "fail", "message": 2}]'"#
    let grades = try await grades(script, scope: "conversation")
    #expect(grades.map(\.verdict) == [.error])
    #expect(grades.first?.reason?.contains("two verdicts on message 2, pass and fail") == true)
    let agreeing = #"echo '[{"verdict": "fail", "message": 2}, {"verdict": "fail", "message": 2}]'"#
    try await expect(
      self.grades(agreeing, scope: "conversation").map(\.verdict), equals: [.fail, .fail])
  }

  @Test(
    "a script that is missing is found when the suite is read",
    arguments: [
      "[python3, graders/nope.py]", "[python3, -u, graders/nope.py, x]", "[sh, graders/nope]",
      "[env, python3, nope.py]", "[/bin/sh, ./nope.sh]", "[sh, -e, there.sh, x]",
    ])
  func missingScript(run: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("true", to: "there.sh")
    // What follows an option that takes code is not looked for.
    let isThere = run.contains("-e")
    let yaml = "- use: command\n  run: \(run.replacing("python3", with: "sh"))"
    let problem = GraderSamples.problem(yaml, folder: folder.path)
    #expect((problem == nil) == isThere)
    if !isThere {
      #expect(problem?.message.contains("nope") == true && problem?.location?.line == 2)
    }
  }

  @Test(
    "what is no script is not looked for",
    arguments: [
      "[sh, -c, cat graders/nope.py]", "[sed, s/a/b/]", "[printf, a/b]",
      "[sh, there.sh, out/result.py]",
      "[sh, -s, https://example.org/x.sh]", "[env, PATH=a/b, sh, there.sh]",
    ])
  func otherWords(run: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("true", to: "there.sh")
    let yaml = "- use: command\n  run: \(run)"
    #expect(GraderSamples.problem(yaml, folder: folder.path) == nil, "\(run)")
  }

  @Test("a missing program is rejected when the suite is read")
  func missing() {
    let problem = GraderSamples.problem("- use: command\n  run: [./grade.py]")
    #expect(problem?.location?.line == 2)
    #expect(problem?.message.contains("grade.py") == true)
  }
}
