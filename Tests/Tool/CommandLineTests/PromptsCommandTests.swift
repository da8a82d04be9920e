import Documents
import Foundation
import Testing
import TestKit

@Suite("coachkit prompts")
struct PromptsCommandTests {
  @Test(
    "every command has help with an example",
    arguments: [
      ["prompts", "diff"], ["prompts", "variables"], ["prompts", "label"], ["prompts", "lock"],
      ["prompts", "assign"],
    ])
  func help(command: [String]) throws {
    let result = try Tool.run(command + ["--help"])
    #expect(result.code == 0)
    #expect(result.output.contains("coachkit \(command.joined(separator: " "))"))
    #expect(result.output.contains("Example"))
  }

  /// A folder of prompts that a test may change.
  private func inPrompts(
    _ files: [String: String], _ body: (String, ([String]) throws -> Tool.Result) throws -> Void
  ) throws {
    try Tool.inFolder { folder in
      for (name, text) in files {
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
      }
      try body(folder) { arguments in try Tool.run(arguments + ["--prompts", folder]) }
    }
  }

  private static let two = [
    "a.v1.prompt": "Be kind and brief.\n", "a.v2.prompt": "Be kind and short.\n",
  ]

  @Test("label, lock, change: a change to a released version is detected")
  func release() throws {
    try inPrompts(Self.two) { folder, run throws in
      try expect(run(["prompts", "label", "a", "production", "v1"]).code, equals: 0)
      try expect(run(["prompts", "check"]).errors, contains: "run 'coachkit prompts lock'")
      try expect(run(["prompts", "check", "--strict"]).code, equals: 1)
      try expect(run(["prompts", "lock"]).output, contains: "1 locked, 1 new")
      try expect(run(["prompts", "check", "--strict"]).code, equals: 0)
      try Data("Be rude.\n".utf8).write(to: URL(filePath: "\(folder)/a.v1.prompt"))
      let changed = try run(["render", "a@production"])
      #expect(changed.code == 1 && changed.errors.contains("has changed since"))
      try expect(run(["prompts", "lock"]).code, equals: 1)
      try expect(run(["prompts", "lock", "--again", "a@v1"]).code, equals: 0)
      try expect(run(["render", "a@production"]).output, contains: "Be rude.")
      // A lock that cannot be read is not overwritten.
      let lock = URL(filePath: "\(folder)/prompts.lock")
      try Data("<<<<<<< HEAD\n".utf8).write(to: lock)
      try expect(run(["prompts", "lock"]).code, equals: 1)
      try expect(String(contentsOf: lock, encoding: .utf8), equals: "<<<<<<< HEAD\n")
    }
  }

  @Test("a version that requires what somebody lacks is an error, and is not locked")
  func requiredInputs() throws {
    func prompt(_ input: String) -> String {
      """
      ---
      input:
        schema:
          language: string
          \(input): {vision: string}
      coachkit.inputs:
        language: {cache: personal, trust: trusted}
        discovery: {cache: personal, trust: untrusted}
      coachkit.sections: [{name: task, cache: personal}]
      ---
      {{role "system"}}{{section "task"~}}
      Write in {{language}}.
      {{#if discovery.vision}}
      They would like: <vision>{{discovery.vision}}</vision>
      {{/if}}

      """
    }
    try inPrompts(["a.v1.prompt": prompt("discovery")]) { folder, run throws in
      let checked = try run(["prompts", "check"])
      #expect(checked.code == 1)
      expect(checked.errors, contains: "a@v1 requires 'discovery', which is missing for")
      expect(checked.errors, contains: "write 'discovery?' in input.schema")
      let locked = try run(["prompts", "lock", "a@v1"])
      #expect(locked.code == 1 && locked.errors.contains("requires 'discovery'"))
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/prompts.lock"))
      try Data(prompt("discovery?").utf8).write(to: URL(filePath: "\(folder)/a.v1.prompt"))
      try expect(run(["prompts", "check"]).code, equals: 0)
      try expect(run(["prompts", "lock", "a@v1"]).output, contains: "1 locked, 1 new")
    }
  }

  @Test("traffic is split by weight, and a person always gets the same version")
  func traffic() throws {
    try inPrompts(Self.two) { _, run throws in
      try expect(
        run(["prompts", "assign", "a", "ines"]).errors, contains: "prompts label a production")
      try expect(run(["prompts", "label", "a", "production", "v1"]).code, equals: 0)
      try expect(run(["prompts", "label", "a", "--traffic", "v1=75,v2=25"]).code, equals: 0)
      let first = try run(["prompts", "assign", "a", "ines"]).output
      try expect(run(["prompts", "assign", "a", "ines"]).output, equals: first)
      let dealt = try run(["prompts", "assign", "a", "--simulate", "4000"]).output
      #expect(dealt.contains("a@v1") && dealt.contains("a@v2"))
      let line = try JSONValue(parsing: run(["prompts", "assign", "a", "ines", "--json"]).output)
      #expect(line["person"] == "ines" && line["traffic"]?["v1"] == 75)
      try expect(run(["prompts", "label", "a", "--end-traffic"]).code, equals: 0)
      try expect(run(["prompts", "assign", "a", "ines"]).output, equals: "a@v1\n")
    }
  }

  @Test("a split shows its shares before and after, and a running one is not replaced unasked")
  func replacedTraffic() throws {
    try inPrompts(Self.two) { folder, run throws in
      try expect(run(["prompts", "label", "a", "production", "v1"]).code, equals: 0)
      let first = try run(["prompts", "label", "a", "--traffic", "v2=20", "--rest", "v1"])
      #expect(first.code == 0, "\(first)")
      let rows = first.output.split(separator: "\n").map { $0.split(separator: " ") }
      #expect(rows.contains(["v1", "100", "%", "80", "%"]), "\(first.output)")
      #expect(rows.contains(["v2", "–", "20", "%"]), "\(first.output)")
      let text = try String(contentsOfFile: "\(folder)/labels.yaml", encoding: .utf8)
      let refused = try run(["prompts", "label", "a", "--traffic", "v1=50,v2=50"])
      #expect(refused.code == 1 && refused.errors.contains("v1 80 %, v2 20 %"), "\(refused)")
      #expect(refused.errors.contains("--yes"))
      try expect(String(contentsOfFile: "\(folder)/labels.yaml", encoding: .utf8), equals: text)
      let replaced = try run(["prompts", "label", "a", "--traffic", "v1=50,v2=50", "--yes"])
      #expect(replaced.code == 0 && replaced.output.contains("20 %   50 %"), "\(replaced)")
    }
  }

  @Test("a version is withdrawn with a share of 0, and a salt must be another one")
  func withdrawing() throws {
    try inPrompts(Self.two) { _, run throws in
      try expect(run(["prompts", "label", "a", "production", "v2"]).code, equals: 0)
      let back = try run(["prompts", "label", "a", "production", "v1"])
      expect(back.output, contains: "prompts label a --traffic v1=100,v2=0")
      let withdrawn = try run(["prompts", "label", "a", "--traffic", "v1=100,v2=0"])
      #expect(withdrawn.code == 0 && !withdrawn.output.contains("may keep"), "\(withdrawn)")
      try expect(run(["prompts", "label", "a", "--salt", "b"]).code, equals: 0)
      let again = try run(["prompts", "label", "a", "--salt", "b"])
      #expect(again.code == 1 && again.errors.contains("never used before"), "\(again)")
    }
  }

  @Test("the same shares in another order go on with the experiment")
  func sameShares() throws {
    try inPrompts(Self.two) { folder, run throws in
      try expect(run(["prompts", "label", "a", "production", "v1"]).code, equals: 0)
      try expect(run(["prompts", "label", "a", "--traffic", "v1=80,v2=20"]).code, equals: 0)
      try expect(run(["prompts", "label", "a", "--traffic", "v2=20,v1=80"]).code, equals: 0)
      let text = try String(contentsOfFile: "\(folder)/labels.yaml", encoding: .utf8)
      #expect(!text.contains("earlier_traffic: ["))
    }
  }

  @Test("a production version that is set during a split says who gets it, and when")
  func productionDuringSplit() throws {
    try inPrompts(Self.two) { folder, run throws in
      let first = try run(["prompts", "label", "a", "production", "v1"])
      let before = first.output.split(separator: "\n").map { $0.split(separator: " ") }
      #expect(before.contains(["v1", "–", "100", "%"]), "\(first.output)")
      try expect(
        run(["prompts", "label", "a", "--traffic", "v2=20", "--rest", "v1"]).code, equals: 0)
      let released = try run(["prompts", "label", "a", "production", "v2"])
      expect(
        released.output, contains: "people still get v1 80 %, v2 20 %; v2 is for everyone after")
      let ended = try run(["prompts", "label", "a", "--end-traffic"])
      let rows = ended.output.split(separator: "\n").map { $0.split(separator: " ") }
      #expect(rows.contains(["v2", "20", "%", "100", "%"]), "\(ended.output)")
    }
  }

  @Test(
    "labels that could not be read back are rejected",
    arguments: [
      (["a", "v1", "v2"], 1, "is a version of"), (["a", "production", "v9"], 1, "did you mean"),
      (["nosuch", "production", "v1"], 1, "no prompt 'nosuch'"),
      (["a", "--traffic", "v1=inf"], 64, "is not a share"),
      (["a", "--traffic", "v1=2000000"], 64, "is not a share"),
      (["a", "--traffic", "v1=1,v1=2"], 64, "two shares"),
      (["a", "--traffic", "v1=100"], 1, "no production version"),
      (["a", "--traffic", "v1=20"], 1, "add up to 20 %, not to 100 %"),
      (["a", "--traffic", "v1=20"], 1, "--rest v2"),
      (["a", "--traffic", "v1=60,v2=60"], 1, "add up to 120 %"),
      (["a", "--traffic", "v1=100", "--rest", "v2"], 64, "leaves nothing"),
      (["a", "--traffic", "v1=20", "--rest", "v1"], 64, "two shares"),
      (["a", "--rest", "v1"], 64, "give --traffic, too"),
      (["a"], 64, "Name a label"),
      (["a", "production"], 64, "Name a version, too"),
    ] as [([String], Int32, String)])
  func refused(arguments: [String], code: Int32, message: String) throws {
    try inPrompts(Self.two) { folder, run throws in
      let result = try run(["prompts", "label"] + arguments)
      #expect(result.code == code && result.errors.contains(message), "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/labels.yaml"))
    }
  }

  @Test("unusual names and salts are written so that they can be read back")
  func odd() throws {
    try inPrompts(["a.1.prompt": "x"]) { _, run throws in
      try expect(run(["prompts", "label", "a", "yes", "1"]).code, equals: 0)
      try expect(run(["prompts", "label", "a", "--salt", "a\"b: c"]).code, equals: 0)
      try expect(run(["prompts", "check"]).code, equals: 0)
      try expect(run(["render", "a@yes"]).output, contains: "x")
    }
  }

  @Test("diff shows the words, the tokens and where the cache breaks")
  func diff() throws {
    let rendered = try Tool.run([
      "prompts", "diff", "discovery@v1", "discovery@v2", "--set", "opening=false", "--set",
      "message_number=9", "--set", "phase=insight",
    ])
    #expect(rendered.code == 0)
    for words in [
      "discovery@v1 → discovery@v2", "tokens", "breakpoint 'instructions': the same",
      "input 'phase' is new", "- This is your message 9.", "unchanged: identity",
    ] {
      #expect(rendered.output.contains(words), "\(words)")
    }
    try inPrompts(Self.two) { _, run throws in
      let small = try run(["prompts", "diff", "a@v1", "a@v2"]).output
      #expect(small.contains("Be kind and [-brief-]{+short+}.") && small.contains("everywhere"))
      let source = try run(["prompts", "diff", "a@v1", "a@v2", "--source"]).output
      #expect(source.contains("a.v1.prompt →") && source.contains("{+short+}"))
      try expect(run(["prompts", "diff", "a@v1", "a@v1"]).output, contains: "text is the same")
      let json = try JSONValue(parsing: run(["prompts", "diff", "a@v1", "a@v2", "--json"]).output)
      #expect(json["tokens"]?["before"]?.integer != nil)
    }
  }

  @Test("findings for people, for a workflow, and for programs")
  func check() throws {
    let files = ["a.v1.prompt": "tab\there", "b.v1.prompt": "{{#if", "_x.prompt": "fine"]
    try inPrompts(files) { _, run throws in
      let text = try run(["prompts", "check"])
      #expect(text.code == 1 && text.output.contains("1 error(s), 1 warning(s)"))
      let annotations = try run(["prompts", "check", "--format", "github"]).output
      #expect(annotations.contains("::error file=") && annotations.contains("line=1,col=1"))
      #expect(annotations.contains("::warning file="))
      let json = try JSONValue(parsing: run(["prompts", "check", "--format", "json"]).output)
      #expect(json.array?.compactMap { $0["severity"]?.string } == ["error", "warning"])
    }
    try expect(Tool.run(["prompts", "check", "--rules"]).output, contains: "unlocked-release")
    try expect(Tool.run(["prompts", "check", "--strict"]).code, equals: 0)
  }

  @Test("variables shows what is required, how often it changes and who writes it")
  func variables() throws {
    let table = try Tool.run(["prompts", "variables", "coaching"]).output
    #expect(table.contains("by person") && table.contains("a creator"))
    let json = try JSONValue(
      parsing: Tool.run(["prompts", "variables", "coaching", "--json"]).output)
    #expect(json["inputs"]?["person"]?["trust"] == "untrusted")
  }

  @Test("annotate, messages, budget and exact tokens")
  func render() throws {
    let coaching = ["render", "coaching", "--person", "ines", "--domain", "career"]
    let annotated = try Tool.run(coaching + ["--annotate"]).output
    #expect(annotated.contains("Name: ⟦Inês⟧  ← person.name"))
    let messages = try JSONValue(parsing: Tool.run(coaching + ["--messages"]).output)
    #expect(messages.array?.first?["role"] == "system")
    let explained = try Tool.run(coaching + ["--explain", "--budget", "3200"]).output
    #expect(explained.contains("left out: memories:"))
    let tooSmall = try Tool.run(coaching + ["--budget", "300"])
    #expect(tooSmall.code == 1 && tooSmall.errors.contains("raise the budget"))
    let inputs = try Tool.run([
      "render", "context-extraction", "--inputs", "Evals/inputs/context-extraction.yaml",
    ])
    #expect(inputs.code == 0, "\(inputs.errors)")
    for (arguments, code, message) in [
      (["--tokenizer", "gpt5:x"], 64, "cl100k or o200k"),
      (["--tokenizer", "o200k:no.tiktoken"], 1, "no file at"),
      (["--tokenizer", "o200k:README.md"], 1, "README.md:1:1"), (["--budget", "0"], 64, "above 0"),
      (["--explain", "--annotate"], 64, "Choose one"),
      (["--json", "--messages"], 64, "Choose one"),
      (["--inputs", "README.md"], 1, "README.md:"),
      (["--persona", "Evals/people/ines.yaml"], 1, "ines.yaml"),
    ] as [([String], Int32, String)] {
      let result = try Tool.run(coaching + arguments)
      #expect(result.code == code && result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test("JSON input is read as JSON, not as YAML")
  func jsonInputs() throws {
    try inPrompts(["a.v1.prompt": "{{mood}}"]) { folder, run throws in
      let path = "\(folder)/in.json"
      try Data("{\"mood\": \"tired \\ud83d\\ude00\"}".utf8).write(to: URL(filePath: path))
      try expect(run(["render", "a", "--inputs", path]).output, contains: "tired 😀")
      try Data("{\"mood\": }".utf8).write(to: URL(filePath: path))
      let broken = try run(["render", "a", "--inputs", path])
      #expect(broken.code == 1 && broken.errors.contains("in.json:1:10"))
    }
  }

  @Test("invalid labels are reported as such, not as missing")
  func brokenLabels() throws {
    try inPrompts(["a.v1.prompt": "x", "labels.yaml": "a: [\n"]) { _, run throws in
      for arguments in [
        ["prompts", "assign", "a", "ines"], ["prompts", "lock"],
        ["prompts", "label", "a", "production", "v1"],
      ] {
        let result = try run(arguments)
        #expect(result.code == 1 && result.errors.contains("labels.yaml:"), "\(result.errors)")
      }
    }
  }

  @Test("a person's text cannot control the terminal")
  func escapes() throws {
    let typed = "a\u{1b}]0;pwned\u{7}⟧ b"
    for flags in [[], ["--annotate"]] {
      let output = try Tool.run(
        ["render", "check-in", "--person", "ines", "--set", "open_question=\(typed)"] + flags
      ).output
      #expect(output.contains("pwned") && !output.contains("\u{1b}") && !output.contains("\u{7}"))
    }
  }
}

@Suite("coachkit prompts new and check NAME")
struct PromptsNewCommandTests {
  private func inCopy(_ body: (String, ([String]) throws -> Tool.Result) throws -> Void) throws {
    try Tool.inFolder { folder in
      let prompts = "\(folder)/Prompts"
      try FileManager.default.copyItem(atPath: "\(ProjectFolder.path)/Prompts", toPath: prompts)
      try body(prompts) { try Tool.run($0 + ["--prompts", prompts]) }
    }
  }

  @Test("a new version is a copy, and nothing is released or overwritten")
  func copy() throws {
    try inCopy { folder, run throws in
      let made = try run(["prompts", "new", "discovery@v9", "--from", "v6"])
      #expect(made.code == 0 && made.output.contains("a copy of discovery@v6"), "\(made)")
      expect(made.output, contains: "coachkit prompts diff discovery@v6 discovery@v9")
      let texts = try ["v6", "v9"].map {
        try String(contentsOfFile: "\(folder)/discovery.\($0).prompt", encoding: .utf8)
      }
      #expect(texts[0] == texts[1])
      let again = try run(["prompts", "new", "discovery@v9"])
      #expect(again.code == 1 && again.errors.contains("is there already"))
      try expect(run(["prompts", "new", "discovery"]).output, contains: "discovery.v10.prompt")
      try expect(run(["prompts", "check", "discovery@v9", "--strict"]).code, equals: 0)
      for (arguments, words) in [
        (["discovery@v11", "--from", "v77"], "no version or label 'v77'"),
        (["Näme@v1"], "cannot be the name"),
        (["other@v1", "--from", "v2"], "there is no version of 'other' to copy"),
      ] {
        let refused = try run(["prompts", "new"] + arguments)
        #expect(refused.code != 0 && refused.errors.contains(words), "\(refused)")
      }
    }
  }

  @Test("a new prompt is a template that can be checked and rendered as it is")
  func template() throws {
    try inCopy { _, run throws in
      try expect(run(["prompts", "new", "morning"]).output, contains: "morning.v1.prompt")
      let check = try run(["prompts", "check", "morning", "--strict"])
      #expect(check.code == 0, "\(check.errors)")
      try expect(run(["render", "morning"]).output, contains: "What the model is to do")
    }
  }

  @Test("a check of some prompts reports their problems alone, also those of their partials")
  func some() throws {
    try inCopy { folder, run throws in
      try Data("{{#if}}".utf8).write(to: URL(filePath: "\(folder)/broken.v1.prompt"))
      try Data("{{x}} {{/if}}".utf8).write(to: URL(filePath: "\(folder)/_tone.prompt"))
      let whole = try run(["prompts", "check", "conversation-title"])
      #expect(whole.code == 0, "\(whole)")
      for name in ["broken", "broken@v1", "coaching"] {
        let found = try run(["prompts", "check", name])
        #expect(found.code == 1, "\(name) \(found)")
      }
      try expect(run(["prompts", "check", "brocken"]).errors, contains: "no prompt 'brocken'")
    }
  }

  @Test("a second person is refused, and a prompt without a place for the person says so")
  func people() throws {
    let two = try Tool.run(["render", "discovery", "--person", "ines", "--person", "kenji"])
    #expect(two.code == 64 && two.errors.contains("--person is given 2 times"))
    let title = [
      "render", "conversation-title", "--inputs", "Evals/inputs/conversation-title.yaml",
    ]
    try expect(
      Tool.run(title + ["--person", "ines"]).errors,
      contains: "no place for what is known of 'ines'")
    #expect(try Tool.run(title).errors.isEmpty)
    let coaching = try Tool.run(["render", "coaching", "--person", "ines", "--domain", "career"])
    #expect(coaching.code == 0 && coaching.errors.isEmpty)
  }
}
