@testable import PromptEvals
import SourceFiles
import Testing
import TestKit

private let suite = """
  name: s
  description: Is it better?
  transcripts: {folder: ../transcripts, without_tags: [draft]}
  model: scripted:../replies.yaml
  variants:
    - {id: a, prompt: p@v1}
    - {id: b, prompt: p@production}
  pipeline: prompt
  include: [../common.yaml]
  """

private func transcript(_ id: String, tags: String = "[]") -> String {
  """
  id: \(id)
  title: A talk
  kind: coaching
  quality: good
  language: en
  domain: career
  person: \(id)
  tags: \(tags)
  ends: stopped
  stop_reason: it is enough
  messages:
    - person: I am late again.
    - coach: Late for what?
  """
}

@Suite("Suites that a change reaches")
struct AffectedSuitesTests {
  /// A workspace of one suite.
  private static let files = [
    "Prompts/p.v1.prompt": "{{role \"system\"}}One. {{> tone}}\n{{history}}",
    "Prompts/p.v2.prompt": "{{role \"system\"}}Two.\n{{history}}",
    "Prompts/p.v3.prompt": "{{role \"system\"}}Three.\n{{history}}",
    "Prompts/q.v1.prompt": "{{role \"system\"}}Other. {{> other}}\n{{history}}",
    "Prompts/_tone.prompt": "Be kind.",
    "Prompts/_other.prompt": "Be brief.",
    "Prompts/labels.yaml": "p:\n  production: v2\nq:\n  production: v1\n",
    "E/suites/s.yaml": suite,
    "E/common.yaml": """
    graders:
      - one-question
      - {use: length, id: short, at_most: 40}
      - {use: command, id: house, run: [sh, -c, "sh house/check", house/check]}
    """,
    "E/house/check": "echo pass",
    "E/house/words": "nice",
    "E/replies.yaml": "loop: [Who?]\n",
    "E/transcripts/ann.yaml": transcript("ann"),
    "E/transcripts/ben.yaml": transcript("ben", tags: "[draft]"),
    "people/ann.yaml": "id: ann\nlanguage: en\nsessions: 2\n",
    "people/ben.yaml": "id: ben\nlanguage: en\nsessions: 2\n",
  ]

  private func workspace(_ files: [String: String]) throws(SourceError) -> EvalWorkspace {
    try EvalWorkspace(people: "people", files: InMemoryFileSystem(files))
  }

  /// Returns the reasons for which the suite is affected by a change of the files; nil if it is not.
  private func reasons(
    from before: [String: String] = files, _ change: (inout [String: String]) -> Void
  ) throws -> [String]? {
    var after = before
    change(&after)
    let search = AffectedSuites(
      in: try workspace(after),
      since: Result { () throws(SourceError) in try workspace(before) }, called: "main")
    return search.affected("E/suites/s.yaml")?.reasons
  }

  @Test("nothing changed, or only what the suite does not use")
  func unaffected() throws {
    try expect(reasons { _ in }, equals: nil)
    for (path, text) in [
      ("Prompts/p.v3.prompt", "{{role \"system\"}}Four.\n{{history}}"),
      ("Prompts/q.v1.prompt", "{{role \"system\"}}Else.\n{{history}}"),
      ("Prompts/_other.prompt", "Be long."),
      ("Prompts/labels.yaml", "p:\n  production: v2\n  beta: v3\nq:\n  production: v1\n"),
      ("E/transcripts/ben.yaml", transcript("ben", tags: "[draft]") + "\ncluster: x"),
      ("people/ben.yaml", "id: ben\nlanguage: de\nsessions: 3\n"),
      ("E/suites/s.yaml", suite.replacing("better", with: "worse") + "\n# A remark.\n"),
      ("E/suites/other.yaml", suite),
      ("E/notes.txt", "Notes."),
    ] {
      try expect(reasons { $0[path] = text }, equals: nil, "\(path)")
    }
  }

  @Test(
    "what the suite uses, with the files of its prompts",
    arguments: [
      (
        "Prompts/p.v1.prompt", "{{role \"system\"}}Uno. {{> tone}}\n{{history}}",
        "prompt of a (Prompts/p.v1.prompt)"
      ),
      ("Prompts/_tone.prompt", "Be stern.", "prompt of a (Prompts/_tone.prompt)"),
      (
        "Prompts/labels.yaml", "p:\n  production: v3\nq:\n  production: v1\n",
        "prompt of b (Prompts/p.v2.prompt, Prompts/p.v3.prompt)"
      ),
      (
        "E/transcripts/ann.yaml", transcript("ann").replacing("late", with: "early"),
        "transcript ann"
      ),
      ("E/transcripts/ann.yaml", transcript("ann") + "\ncluster: family", "details of ann"),
      (
        "E/transcripts/eve.yaml", transcript("ann").replacing("ann", with: "eve"),
        "details of eve is new"
      ),
      ("people/ann.yaml", "id: ann\nlanguage: en\nsessions: 3\n", "profile ann"),
      ("E/replies.yaml", "loop: [Why?]\n", "replies of scripted:E/replies.yaml (E/replies.yaml)"),
      ("E/house/check", "echo fail", "program folder of house (E/house/check)"),
      ("E/house/words", "kind", "program folder of house (E/house/words)"),
      ("E/suites/s.yaml", suite + "\nturns: [1]", "turns"),
      ("E/suites/s.yaml", suite + "\nsamples: 2", "'samples' of the suite is new"),
      ("E/suites/s.yaml", suite + "\nparameters: {seed: 4}", "parameters"),
      ("E/suites/s.baseline.jsonl", "{}\n", "baseline file is new (E/suites/s.baseline.jsonl)"),
    ])
  func affected(path: String, text: String, reason: String) throws {
    var files = Self.files
    if path.contains("eve") { files["people/eve.yaml"] = "id: eve\nlanguage: en\nsessions: 2\n" }
    let found = try reasons(from: files) { $0[path] = text } ?? []
    #expect(found.contains(reason), "\(found)")
  }

  @Test("what running a program leaves behind, and what lies beside one at the root, reach nothing")
  func programs() throws {
    for path in [
      "E/house/__pycache__/words.cpython-311.pyc", "E/house/words.pyc",
      "E/house/node_modules/x/index.js", "E/house/lib/__pycache__/a",
    ] {
      try expect(reasons { $0[path] = "compiled" }, equals: nil, "\(path)")
    }
    try expect(
      reasons { $0["E/house/lib/words"] = "kind" },
      equals: ["program folder of house (E/house/lib/words)"])
    for program in ["check", "E/check"] {
      var files = Self.files
      files[program] = "echo pass"
      let path = program == "check" ? "../check" : "check"
      files["E/common.yaml"] = files["E/common.yaml"]?.replacing("house/check", with: path)
      try expect(reasons(from: files) { $0["E/notes.txt"] = "Notes." }, equals: nil, "\(program)")
      let found = try reasons(from: files) { $0[program] = "echo fail" } ?? []
      #expect(!found.isEmpty, "\(program)")
    }
  }

  @Test("a grader in a file that the suite includes")
  func included() throws {
    let found = try reasons {
      $0["E/common.yaml"] = $0["E/common.yaml"]?.replacing("at_most: 40", with: "at_most: 20")
    }
    expect(found, equals: ["grader short"])
  }

  @Test("the gate, which no run records as part of its configuration")
  func gate() throws {
    var files = Self.files
    files["E/suites/s.yaml"] = suite + "\ngate: {at_least: [{grader: overall, share: 0.5}]}"
    let found = try reasons(from: files) {
      $0["E/suites/s.yaml"] = $0["E/suites/s.yaml"]?.replacing("0.5", with: "0.6")
    }
    expect(found, equals: ["'gate' of the suite"])
  }

  @Test("a domain, only if a prompt takes it or a turn chooses among them")
  func domains() throws {
    let career = try DiskFileSystem().read("\(ProjectFolder.path)/DomainConfigs/career.yaml")
    let text = String(decoding: career.bytes, as: UTF8.self)
    let edited = text.replacing("Practical, hopeful and plain.", with: "Plain.")
    #expect(edited != text)
    let path = "DomainConfigs/career.yaml"
    var files = Self.files
    files[path] = text
    try expect(reasons(from: files) { $0[path] = edited }, equals: nil)
    files["Prompts/p.v1.prompt"] = """
      ---
      input:
        schema:
          domain:
            id: string
            name: string
            description: string
            tone: string
            methodology: string
            personality: string
            section: string
            guardrails(array): string
      ---
      {{role "system"}}One, for {{domain.name}}: {{domain.tone}}
      {{history}}
      """
    try expect(reasons(from: files) { $0[path] = edited }, equals: ["domain file career"])
    files["E/suites/s.yaml"] = suite.replacing("pipeline: prompt", with: "pipeline: turn")
    let found = try reasons(from: files) { $0[path] = edited } ?? []
    #expect(
      found.contains { $0.hasPrefix("domains to route to") }
        && found.contains("domain file career"),
      "\(found)")
  }

  @Test("a new suite, one that was broken, and one that is broken now")
  func broken() throws {
    var without = Self.files
    without["E/suites/s.yaml"] = nil
    try expect(
      reasons(from: without) { $0["E/suites/s.yaml"] = suite }, equals: ["the suite is new"])
    var before = Self.files
    before["E/suites/s.yaml"] = suite + "\nreplay: never"
    let repaired = try reasons(from: before) { $0["E/suites/s.yaml"] = suite } ?? []
    #expect(repaired.first?.hasPrefix("could not be run at main: E/suites/s.yaml:") ?? false)
    let broken = try reasons { $0["Prompts/_tone.prompt"] = nil } ?? []
    #expect(broken.first?.hasPrefix("cannot be run: ") ?? false, "\(broken)")
  }

  @Test("a workspace that could not be read affects all suites")
  func unreadable() throws {
    let search = AffectedSuites(
      in: try workspace(Self.files),
      since: Result { () throws(SourceError) in try workspace(["README.md": ""]) }, called: "v0")
    let reasons = try #require(search.affected("E/suites/s.yaml")?.reasons)
    #expect(reasons.first?.hasPrefix("could not be run at v0: ") ?? false, "\(reasons)")
  }

  @Test("suites are found in folders, and what they include is none")
  func found() throws {
    var files = Self.files
    files["E/suites/deep/t.yaml"] = suite.replacing("../", with: "../../")
    files["E/suites/common.yaml"] = "graders: [one-question]\n"
    files["E/suites/damaged.yaml"] = "name: [\n"
    let search = AffectedSuites(
      in: try workspace(files), since: .success(try workspace(files)), called: "main")
    try expect(
      search.suites(at: ["E/suites", "E/suites/s.yaml"]),
      equals: ["E/suites/damaged.yaml", "E/suites/deep/t.yaml", "E/suites/s.yaml"])
    #expect(throws: SourceError.self) { try search.suites(at: ["E/none"]) }
    expect(search.affected("E/suites/damaged.yaml") != nil, equals: true)
  }
}
