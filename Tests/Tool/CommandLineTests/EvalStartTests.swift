import Documents
import Foundation
import Testing
import TestKit

@Suite("Starting an evaluation")
struct EvalStartTests {
  @Test("a new suite can be checked and run as it is, and is not overwritten")
  func new() throws {
    try Tool.inFolder { folder in
      let suite = "\(folder)/suites/opening.yaml"
      let new = ["eval", "new", "opening", "--to", suite, "--model", "echo"]
      let made = try Tool.run(new + ["--question", "Is v5 \"better\"?"])
      #expect(made.code == 0 && made.output.contains("coachkit eval check"), "\(made)")
      let check = try Tool.run(["eval", "check", suite, "--limit", "2"])
      #expect(check.code == 0, "\(check)")
      expect(check.output, contains: "v5: discovery@v5 (baseline)")
      expect(check.output, contains: "Is v5 \"better\"?")
      expect(check.output, contains: "prepared replies answer all 8 calls")
      let run = try Tool.run(["eval", "run", suite, "--limit", "2", "--out", folder, "--no-page"])
      #expect(run.code == 0, "\(run)")
      expect(run.output, contains: "This is a part of the suite: at most 2 transcripts.")
      try expect(Tool.run(new).errors, contains: "is there already")
    }
  }

  @Test("a new suite has a grader that needs a limit with the one of its documentation")
  func limited() throws {
    try Tool.inFolder { folder in
      let suite = "\(folder)/tone.yaml"
      let made = try Tool.run([
        "eval", "new", "tone", "--prompt", "coaching", "--transcripts",
        "Evals/transcripts/coaching",
        "--versions", "v5,v6", "--graders", "one-question,length", "--to", suite, "--model", "echo",
      ])
      #expect(made.code == 0 && made.output.contains("'length' needs a choice of yours"), "\(made)")
      try expect(String(contentsOfFile: suite, encoding: .utf8), contains: "at_most: 80")
      let check = try Tool.run(["eval", "check", suite, "--limit", "2"])
      #expect(check.code == 0 && check.output.contains("one-question, length"), "\(check)")
    }
  }

  @Test("a version that is named twice is found by new, check and run")
  func same() throws {
    try inSuite { suite, ways, folder in
      let whole = try String(contentsOfFile: suite, encoding: .utf8)
      let text = whole.replacing(
        "prompt: discovery@v1}", with: "prompt: discovery@v1}, {id: w, prompt: discovery@v1}")
      try Data(text.utf8).write(to: URL(filePath: suite))
      for command in [["check", suite], ["run", suite] + ways] {
        let result = try Tool.run(["eval"] + command)
        #expect(result.code == 1, "\(result)")
        expect(
          result.errors + result.output,
          contains: "w and v1 send the same 3 requests: nothing is compared")
      }
      let new = try Tool.run([
        "eval", "new", "x", "--versions", "v1,v1", "--prompt", "discovery", "--to",
        "\(folder)/x.yaml",
      ])
      #expect(new.code == 1 && new.errors.contains("'discovery@v1' is named twice"), "\(new)")
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/x.yaml"))
    }
  }

  @Test("a check says in how many requests versions differ, and which transcripts send the same")
  func requests() throws {
    try inSuite { suite, _, _ in
      let whole = try String(contentsOfFile: suite, encoding: .utf8)
      let text = whole.replacing(
        "prompt: discovery@v1}", with: "prompt: discovery@v1}, {id: v2, prompt: discovery@v2}")
      for model in ["scripted:coach.yaml", "local"] {
        let other = text.replacing("scripted:coach.yaml", with: model)
        try Data(other.utf8).write(to: URL(filePath: suite))
        // The other model is not there to be asked, which is a problem of its own.
        let check = try Tool.run(["eval", "check", suite])
        expect(check.output, contains: "requests     v2 differs from v1 in all 3 requests")
        expect(check.output, contains: "3 transcripts send the same request: 1 observation")
      }
    }
  }

  @Test("a new suite of a task has its cases, and can be checked and run as it is")
  func newTask() throws {
    try Tool.inFolder { folder in
      let suite = "\(folder)/suites/titles.yaml"
      let made = try Tool.run([
        "eval", "new", "titles", "--prompt", "conversation-title", "--to", suite, "--model", "echo",
      ])
      #expect(made.code == 0 && made.output.contains("three cases"), "\(made)")
      let check = try Tool.run(["eval", "check", suite, "--limit", "2"])
      #expect(check.code == 0, "\(check)")
      expect(check.output, contains: "graders      contract, expected")
      let run = try Tool.run(["eval", "run", suite, "--limit", "2", "--out", folder, "--no-page"])
      #expect(run.code == 0, "\(run)")
      expect(run.output, contains: "This is a part of the suite: at most 2 cases.")
      let failures = try Tool.run(["eval", "failures", "--out", folder])
      expect(failures.output, contains: ", reply")
      let diff = try Tool.run(["eval", "diff", "--all", "--out", folder])
      #expect(diff.code == 0 && !diff.output.contains("coach message"), "\(diff)")
    }
  }

  @Test(
    "what a new suite cannot have is refused",
    arguments: [
      (["--prompt", "discvery"], "did you mean 'discovery'?"), (["--versions", "v1,v7"], "v7"),
      (["--graders", "one-questoin"], "one-question"), (["--graders", "judge"], "needs"),
      (["--transcripts", "nowhere"], "there is no folder 'nowhere'"), (["--model", ":x"], "model"),
      (["--prompt", "nudge", "--transcripts", "Evals/transcripts"], "a task, which has cases"),
      (["--cases", "Evals/cases/nudge.yaml"], "a conversation, which has transcripts"),
      (["--prompt", "nudge", "--cases", "nowhere.yaml"], "coachkit task show nudge"),
    ])
  func refused(arguments: [String], words: String) throws {
    try Tool.inFolder { folder in
      let result = try Tool.run(["eval", "new", "x", "--to", "\(folder)/x.yaml"] + arguments)
      #expect(result.code != 0 && result.errors.contains(words), "\(result)")
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/x.yaml"))
    }
  }

  @Test(
    "shares that were meant in percent, patterns that cannot match and missing domains are named")
  func slips() throws {
    let changes: [(String, String, String)] = [
      ("", "gate: {at_least: [{grader: one-question, share: 90}]}", "write 0.90 for 90 %"),
      ("", "gate: {minimum: 1, grader: overall, margin: 0.1}", "unknown key 'minimum'"),
      (
        "graders: [one-question]",
        #"graders: [{use: regex, id: p, never: "\byou\b"}]"#, "put it in single quotes"
      ),
    ]
    try inSuite { suite, _, _ in
      let whole = try String(contentsOfFile: suite, encoding: .utf8)
      for (old, new, words) in changes {
        let text = old.isEmpty ? "\(whole)\n\(new)" : whole.replacing(old, with: new)
        try Data(text.utf8).write(to: URL(filePath: suite))
        let result = try Tool.run(["eval", "check", suite])
        #expect(result.code == 1 && result.errors.contains(words), "\(new): \(result)")
      }
      let own =
        "id: own\nkind: coaching\nquality: unrated\nlanguage: en\ndomain: general\nmessages:\n- person: Hi.\n- coach: Yes?\n"
      let path = suite.replacing("suite.yaml", with: "own.yaml")
      try Data(own.utf8).write(to: URL(filePath: path))
      let text = whole.replacing(#/transcripts: .*/#, with: "transcripts: [\(path)]")
      try Data(text.replacing("discovery@v1", with: "coaching@v1").utf8).write(
        to: URL(filePath: suite))
      try expect(
        Tool.run(["eval", "check", suite]).errors,
        contains: "needs a domain, and 'general', that of the transcript 'own', is none")
    }
  }

  /// A suite whose replies fail on two of three transcripts.
  private func inSuite(_ body: (String, [String], String) throws -> Void) throws {
    try Tool.inFolder { folder in
      let shipped = "\(ProjectFolder.path)/Evals/transcripts/discovery"
      let ids = ["amara-night-shifts", "arjun-first-reports", "karim-two-kitchens"]
      let names = ids.map { "\"\(shipped)/discovery-\($0).yaml\"" }.joined(separator: ", ")
      let suite = """
        name: small
        transcripts: [\(names)]
        turns: 1
        model: scripted:coach.yaml
        variants: [{id: v1, prompt: discovery@v1}]
        graders: [one-question]
        """
      let script = """
        replies: [{transcript: discovery-amara-night-shifts, reply: What brings you here?}]
        loop: [Hello.]
        """
      try Data(suite.utf8).write(to: URL(filePath: "\(folder)/suite.yaml"))
      try Data(script.utf8).write(to: URL(filePath: "\(folder)/coach.yaml"))
      try body("\(folder)/suite.yaml", ["--out", "\(folder)/out", "--no-page"], folder)
    }
  }

  @Test("a run can be of few transcripts, with other numbers of samples, or of what failed before")
  func selection() throws {
    try inSuite { suite, ways, folder in
      let out = Array(ways.prefix(2))
      try expect(Tool.run(["eval", "run", suite] + ways).code, equals: 0)
      let list = try JSONValue(parsing: Tool.run(["eval", "list", "--json"] + out).output)
      let first = try #require(list.array?.first?["id"]?.string)
      let failing = ["--filter-failing", first, "--samples", "2"]
      let again = try Tool.run(["eval", "run", suite] + failing + ways)
      expect(
        again.output,
        contains: "2 transcripts chosen because they failed in \(first), 2 samples each")
      let json = try JSONValue(parsing: Tool.run(["eval", "show", "--json"] + out).output)
      #expect(json["sides"]?.array?.first?["samples"] == 4)
      let one = try Tool.run(["eval", "run", suite, "--limit", "1"] + ways)
      #expect(one.code == 0 && one.output.contains("at most 1 transcript."))
      // Resuming keeps to the part that the run was started with.
      let resumed = try Tool.run(["eval", "resume", "--retry-failed"] + ways)
      #expect(resumed.code == 0 && !resumed.errors.contains("changed since"), "\(resumed)")
      try expect(Tool.run(["eval", "run", suite, "--limit", "0"]).code, equals: 64)
      try expect(
        Tool.run(["eval", "run", suite, "--filter-failing", "x"] + ways).errors,
        contains: "there is no run 'x'")
    }
  }

  @Test("what it takes to show a difference can be assumed without an earlier run")
  func assumed() throws {
    try inSuite { suite, ways, _ in
      let check = ["eval", "check", suite, "--difference", "10", "--out", ways[1]]
      let assumed = try Tool.run(check + ["--assume", "0.8"])
      #expect(assumed.code == 0, "\(assumed)")
      expect(assumed.output, contains: "if 80.0 % of the transcripts pass")
      expect(assumed.output, contains: "more transcripts to show a difference of 10 points")
      try expect(Tool.run(check + ["--assume", "80"]).code, equals: 64)
      try expect(Tool.run(["eval", "check", suite, "--assume", "0.8"]).code, equals: 64)
    }
  }

  @Test("all mistakes of a suite are reported at once, each with its line")
  func mistakes() throws {
    try Tool.inFolder { folder in
      let suite = """
        name: small
        transcripts: T
        turns: first
        descriptoin: x
        variants:
          - {id: v1, prompt: discovery@v1}
          - {id: v2, promt: discovery@v2}
        graders: [one-questoin, {use: length}]
        gate: {grader: overall, margin: 0.1}
        """
      try Data(suite.utf8).write(to: URL(filePath: "\(folder)/suite.yaml"))
      let result = try Tool.run(["eval", "check", "\(folder)/suite.yaml"])
      #expect(result.code == 1)
      for words in [
        ":3:8: error", "'first' is not a turn", "unknown key 'descriptoin'", ":7:5: error",
        "'prompt' is missing", "no grader 'one-questoin'", "length",
      ] {
        expect(result.errors, contains: words)
      }
      #expect(!result.errors.contains("gate"), "\(result.errors)")
    }
  }

  @Test("a check finds missing programs, short scripts, missing recordings and small budgets")
  func check() throws {
    let changes: [(String, String, String)] = [
      (
        "graders: [one-question]", "graders: [{use: command, id: c, run: [nosuchprog]}]",
        "there is no program 'nosuchprog' in PATH"
      ),
      ("scripted:coach.yaml", "scripted:short.yaml", "the script has no reply for message 1 of"),
      ("scripted:coach.yaml", "replay:empty.jsonl", "contains no reply"),
      ("scripted:coach.yaml", "anthropic:claude-haiku-4-5", "there is no key for 'anthropic'"),
      ("turns: 1", "turns: 1\nbudget: {tokens: 5}", "less than a single sample needs"),
    ]
    try inSuite { suite, _, folder in
      let whole = try String(contentsOfFile: suite, encoding: .utf8)
      let header =
        #"{"coachkit_recording":1,"provider":"p","model":"m","parameters":{},"recorded":"2026-01-01"}"#
      for (name, text) in [
        ("short.yaml", "replies: [{transcript: other, reply: Hello.}]"), ("empty.jsonl", header),
      ] {
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
      }
      for (old, new, words) in changes {
        try Data(whole.replacing(old, with: new).utf8).write(to: URL(filePath: suite))
        let result = try Tool.run(["eval", "check", suite])
        #expect(result.code == 1 && result.errors.contains(words), "\(new): \(result)")
      }
      try Data(whole.utf8).write(to: URL(filePath: suite))
      let record = try Tool.run(["eval", "check", suite, "--record", "/dev/null/x"])
      #expect(record.code == 1 && record.errors.contains("/dev/null/x"), "\(record)")
    }
  }

  @Test("a check notes what is most likely a mistake")
  func notes() throws {
    let changes: [(String, String, String)] = [
      (
        "scripted:coach.yaml", "scripted:lost.yaml",
        "lost.yaml: nothing calls for the reply to side 'v7'"
      ),
      ("scripted:coach.yaml", "scripted:lost.yaml", "the reply to transcript 'other', message 7"),
      (
        "graders: [one-question]", "graders: [{use: one-question, turns: 2}]",
        "looks at messages that no transcript of this run has"
      ),
      (
        "graders: [one-question]", "graders: [{use: one-question, transcripts: {tags: [nope]}}]",
        "applies to no transcript of this run"
      ),
    ]
    try inSuite { suite, _, folder in
      let whole = try String(contentsOfFile: suite, encoding: .utf8)
      let lost = """
        replies: [{side: v7, reply: A?}, {transcript: other, message: 7, reply: B?}]
        loop: [What?]
        """
      try Data(lost.utf8).write(to: URL(filePath: "\(folder)/lost.yaml"))
      for (old, new, words) in changes {
        try Data(whole.replacing(old, with: new).utf8).write(to: URL(filePath: suite))
        let result = try Tool.run(["eval", "check", suite])
        #expect(result.code == 0 && result.output.contains(words), "\(new): \(result)")
      }
      try Data(whole.utf8).write(to: URL(filePath: suite))
      let result = try Tool.run(["eval", "check", suite])
      #expect(!result.output.contains("nothing calls for"), "\(result)")
    }
  }

  @Test(
    "a resumed run continues the suite's budget, also where tokens are guessed, and says that the gate changed"
  )
  func resumed() throws {
    try inSuite { suite, ways, _ in
      let whole = try String(contentsOfFile: suite, encoding: .utf8)
      let level = "\ngate: {at_least: [{grader: one-question, share: 0.9}]}\nbudget: {tokens: 2500}"
      try Data((whole + level).utf8).write(to: URL(filePath: suite))
      let one = ways + ["--concurrency", "1"]
      let first = try Tool.run(["eval", "run", suite] + one)
      #expect(first.code == 101, "\(first)")
      expect(first.errors, contains: "not counted by the provider")
      let looser = whole + level.replacing("0.9", with: "0.1")
      try Data(looser.utf8).write(to: URL(filePath: suite))
      let second = try Tool.run(["eval", "resume"] + one)
      expect(second.errors, contains: "resuming ")
      expect(
        second.errors, contains: "from one-question at least 90.0 % to one-question at least 10.0 %"
      )
      #expect(second.code == 101, "\(second)")
      let left = try #require(
        second.errors.firstMatch(of: #/of (\d+) tokens/#).flatMap { Int($0.1) })
      #expect(left < 2500, "\(second.errors)")
    }
  }

  @Test("--model is refused where variants name another one")
  func otherModel() throws {
    try inSuite { suite, ways, _ in
      let text = try String(contentsOfFile: suite, encoding: .utf8)
      let named = text.replacing(
        "prompt: discovery@v1}", with: "prompt: discovery@v1, model: local}")
      try Data(named.utf8).write(to: URL(filePath: suite))
      for command in [["check"], ["run", "--no-page"]] {
        let result = try Tool.run(
          ["eval"] + command + [suite, "--model", "echo"] + ways.prefix(2))
        #expect(result.code == 1 && result.errors.contains("'v1' (local)"), "\(result)")
        expect(result.errors, contains: "--model replaces the suite's model")
      }
    }
  }
}
