import CommandLineSupport
import Documents
import Foundation
import SourceFiles
import Synchronization
import Testing
import TestKit

@Suite("coachkit prompts diff")
struct PromptsDiffCommandTests {
  private static let insight = "bring together at least three things"

  /// A copy of the prompts with a version of discovery that was changed after v4.
  private func inCopy(
    replacing old: String = insight, with new: String = "bring together three things",
    _ body: (String, ([String]) throws -> Tool.Result) throws -> Void
  ) throws {
    try Tool.inFolder { folder in
      let prompts = "\(folder)/Prompts"
      try FileManager.default.copyItem(atPath: "\(ProjectFolder.path)/Prompts", toPath: prompts)
      let text = try String(contentsOfFile: "\(prompts)/discovery.v4.prompt", encoding: .utf8)
      #expect(text.contains(old))
      try Data(text.replacing(old, with: new).utf8).write(
        to: URL(filePath: "\(prompts)/discovery.v9.prompt"))
      try body(prompts) { try Tool.run($0 + ["--prompts", prompts]) }
    }
  }

  private static let both = ["prompts", "diff", "discovery@v4", "discovery@v9"]

  @Test("a change that only two messages have is found, and said to be theirs")
  func course() throws {
    try inCopy { _, run throws in
      let found = try run(Self.both)
      #expect(found.code == 0, "\(found)")
      for words in [
        "messages 9–10 (insight), for everyone", "together [-at least -]three things",
        "the same: opening, messages 2–8 (welcome to deepening), messages 11–15 (hope to bridge)",
      ] {
        expect(found.output, contains: words)
      }
      let chosen = try run(Self.both + ["--set", "phase=insight"])
      expect(chosen.output, contains: "together [-at least -]three things")
      try expect(run(Self.both + ["--exit-code"]).code, equals: 2)
      try expect(
        run(["prompts", "diff", "discovery@v9", "discovery@v9", "--exit-code"]).code, equals: 0)
      let person = try run(Self.both + ["--person", "ines"])
      expect(person.errors, contains: "discovery@v9 has no place for what is known of 'ines'")
      expect(person.output, contains: "messages 9–10 (insight), for ines")
    }
  }

  @Test("a difference of the files that no rendering shows is said")
  func hidden() throws {
    try inCopy(
      replacing: "gentle ways in.", with: "gentle ways in.{{#if \"\"}}Never.{{/if}}"
    ) { _, run throws in
      let found = try run(Self.both).output
      expect(found, contains: "the rendered text is the same")
      expect(found, contains: "discovery.v9.prompt:")
      expect(found, contains: "see --source")
    }
    try inCopy(replacing: "description: As v3", with: "description: As v4") { _, run throws in
      try expect(run(Self.both).output, contains: "the files differ in the front matter alone")
    }
  }

  @Test("a value of --set that changes nothing is named")
  func idle() throws {
    let idle = try Tool.run(["render", "discovery", "--set", "opening=true"])
    expect(idle.errors, contains: "--set opening changes nothing here")
    let set = try Tool.run(["render", "discovery", "--set", "phase=insight"])
    #expect(set.errors.isEmpty && set.output.contains("Goal: offer your one insight"), "\(set)")
  }

  @Test("Markdown for a pull request has a table, and the text in a fence that it cannot leave")
  func markdown() throws {
    try inCopy(with: "bring ```together``` <b>three</b> things") { _, run throws in
      let text = try run(Self.both + ["--format", "markdown"]).output
      expect(text, contains: "### discovery@v4 → discovery@v9")
      expect(text, contains: "| messages 9–10 (insight) | everyone | ")
      expect(text, contains: "<details><summary>turn (")
      expect(text, contains: "````diff\n")
      expect(text, contains: "</details>")
      let json = try JSONValue(parsing: run(Self.both + ["--json"]).output)
      #expect(json["differing"]?.integer ?? 0 > 0)
      expect(
        json["differences"]?.array?.first?["situations"]?.array?.first?["moment"] ?? nil, equals: 9)
    }
  }

  @Test(
    "wrong usage",
    arguments: [
      ([], "Name two versions"), (["a@v1"], "Name two versions"),
      (["a@v1", "a@v2", "--against", "main"], "name one"),
      (["a@v1", "a@v2", "--source", "--json"], "for rendered text only"),
      (["a@v1", "a@v2", "--json", "--format", "markdown"], "two formats"),
      (["--against", "main", "--source"], "--source needs"),
    ])
  func usage(arguments: [String], words: String) throws {
    let result = try Tool.run(["prompts", "diff"] + arguments)
    #expect(result.code == 64 && result.errors.contains(words), "\(result)")
  }
}

@Suite("coachkit prompts diff --against")
struct PromptsAgainstCommitTests {
  private func git(_ arguments: [String], in folder: String) {
    let settings = [
      "-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main",
    ]
    let result = ProgramOutput(of: "git", ["-C", folder] + settings + arguments)
    #expect(result.code == 0, "\(String(decoding: result.errors, as: UTF8.self))")
  }

  /// A repository with a committed folder of prompts.
  private func inRepository(
    _ body: (String, ([String]) throws -> Tool.Result) throws -> Void
  ) throws {
    try Tool.inFolder { folder in
      let prompts = "\(folder)/Prompts"
      try FileManager.default.createDirectory(
        atPath: prompts, withIntermediateDirectories: true)
      for (name, text) in [
        "a.v1.prompt": "Be kind and brief.\n", "b.v1.prompt": "b {{> x}}\n", "c.v1.prompt": "c\n",
        "_x.prompt": "x\n", "labels.yaml": "a:\n  production: v1\n",
      ] {
        try Data(text.utf8).write(to: URL(filePath: "\(prompts)/\(name)"))
      }
      git(["init", "-q"], in: folder)
      git(["add", "-A"], in: folder)
      git(["commit", "-qm", "first"], in: folder)
      try body(prompts) { try Tool.run($0 + ["--prompts", prompts]) }
    }
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  @Test("a version is compared with itself at a commit")
  func edited() throws {
    try inRepository { prompts, run throws in
      try write("Be kind and short.\n", to: "\(prompts)/a.v1.prompt")
      let found = try run(["prompts", "diff", "a@v1", "--against", "HEAD"])
      #expect(found.code == 0, "\(found)")
      expect(found.output, contains: "a@v1 (HEAD) → a@v1")
      expect(found.output, contains: "Be kind and [-brief-]{+short+}.")
      let source = try run(["prompts", "diff", "a", "--against", "main", "--source"]).output
      expect(source, contains: "main:")
      expect(source, contains: "{+short+}")
    }
  }

  @Test("what an edit of a released version changes is shown, although the edit is an error")
  func released() throws {
    try inRepository { prompts, run throws in
      try expect(run(["prompts", "lock"]).code, equals: 0)
      try write("Be kind and short.\n", to: "\(prompts)/a.v1.prompt")
      try expect(run(["prompts", "check"]).code, equals: 1)
      for name in [["a@v1"], []] {
        let found = try run(["prompts", "diff"] + name + ["--against", "HEAD"])
        #expect(found.code == 0 && found.output.contains("{+short+}"), "\(found)")
      }
    }
  }

  @Test("a new version is compared with the newest of then, a label with what it stood for")
  func added() throws {
    try inRepository { prompts, run throws in
      try write("Be kind and short.\n", to: "\(prompts)/a.v2.prompt")
      try expect(
        run(["prompts", "diff", "a@v2", "--against", "HEAD"]).output, contains: "a@v1 (HEAD) → a@v2"
      )
      try write("a:\n  production: v2\n", to: "\(prompts)/labels.yaml")
      try expect(
        run(["prompts", "diff", "a@production", "--against", "HEAD"]).output,
        contains: "a@v1 (HEAD) → a@v2")
    }
  }

  @Test("without a name, all that changed is compared, also by a partial")
  func all() throws {
    try inRepository { prompts, run throws in
      try expect(
        run(["prompts", "diff", "--against", "HEAD"]).output, contains: "no prompt has changed")
      try write("y\n", to: "\(prompts)/_x.prompt")
      try write("d\n", to: "\(prompts)/d.v1.prompt")
      try FileManager.default.removeItem(atPath: "\(prompts)/c.v1.prompt")
      let found = try run(["prompts", "diff", "--against", "HEAD", "--format", "markdown"])
      #expect(found.code == 0, "\(found)")
      expect(found.output, contains: "### b@v1 (HEAD) → b@v1")
      expect(found.output, contains: "d@v1 is new since HEAD")
      expect(found.output, contains: "c@v1 is gone since HEAD")
      #expect(!found.output.contains("### a@v1"))
      try expect(run(["prompts", "diff", "--against", "HEAD", "--exit-code"]).code, equals: 2)
    }
  }

  @Test("an unknown commit, and a folder outside of a repository, are said")
  func failures() throws {
    try inRepository { prompts, run throws in
      for name in ["nosuch", "--help", "-x"] {
        let result = try run(["prompts", "diff", "a@v1", "--against=\(name)"])
        #expect(result.code == 1 && result.errors.contains("git knows no commit"), "\(result)")
      }
    }
    try Tool.inFolder { folder in
      try write("x", to: "\(folder)/a.v1.prompt")
      let result = try Tool.run(
        ["prompts", "diff", "a@v1", "--against", "main", "--prompts", folder])
      #expect(result.code == 1 && result.errors.contains("is in no git repository"), "\(result)")
    }
  }

  @Test("git is asked without a shell, and its absence is said")
  func noGit() throws {
    let error = #expect(throws: SourceError.self) {
      try GitRevision("main", of: "P") { _ in ProgramOutput(code: nil) }
    }
    #expect(error?.diagnostics.map(\.code) == ["git.missing"])
    let asked = Mutex<[[String]]>([])
    let files = try GitRevision("main; rm", of: "P") { arguments in
      asked.withLock { $0.append(arguments) }
      let isList = arguments.contains("ls-tree")
      return ProgramOutput(
        output: Array((isList ? "a.v1.prompt\0.hidden\0" : "text").utf8), code: 0)
    }
    try expect(files.names(in: "P"), equals: ["a.v1.prompt"])
    let file = try files.read("P/a.v1.prompt")
    #expect(file.path == "main; rm:P/a.v1.prompt" && file.bytes == Array("text".utf8))
    #expect(
      asked.withLock { $0.last } == ["-C", "P", "show", "--no-textconv", "main; rm:./a.v1.prompt"])
    #expect(files.kind(of: "P/b.prompt") == nil && files.kind(of: "P") == .folder)
  }

  @Test("a program's output, its errors and its exit code")
  func programs() {
    let result = ProgramOutput(of: "sh", ["-c", "echo out; echo err >&2; exit 3"])
    #expect(result.output == Array("out\n".utf8) && result.errors == Array("err\n".utf8))
    #expect(result.code == 3)
    #expect(ProgramOutput(of: "no-such-program-here", []).code == nil)
    #expect(ProgramOutput(of: "sh", ["-c", "kill -9 $$"]).code == nil)
  }
}

@Suite("Commands in the middle of a merge")
struct MergeConflictCommandTests {
  private static let conflict = "<<<<<<< HEAD\nBe brief.\n=======\nBe short.\n>>>>>>> alice\n"

  @Test("check, lock, render and label name the conflict, and write nothing")
  func commands() throws {
    for file in ["a.v1.prompt", "labels.yaml", "prompts.lock"] {
      try Tool.inFolder { folder in
        for (name, text) in [
          "a.v1.prompt": "Be kind.\n", "labels.yaml": "a:\n  production: v1\n",
          "prompts.lock": "{}\n",
        ] {
          let content = name == file ? Self.conflict : text
          try Data(content.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        for arguments in [
          ["prompts", "check"], ["prompts", "lock"], ["render", "a@production"],
          ["prompts", "label", "a", "production", "v1"], ["prompts", "assign", "a", "ines"],
        ] where !(file == "prompts.lock" && arguments.contains("label")) {
          let result = try Tool.run(arguments + ["--prompts", folder])
          #expect(result.code == 1, "\(file) \(arguments) \(result)")
          expect(result.errors, contains: "\(file):1:1: error: this merge conflict, up to line 5")
        }
        let kept = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
        expect(kept, equals: Self.conflict)
      }
    }
  }
}
