import Documents
@testable import EvalGraders
import EvalTestKit
import Foundation
@testable import PromptEvals
import SourceFiles
import Testing
import TestKit

@Suite("The schema of suites agrees with the reader")
struct SuiteSchemaTests {
  private static let path = "\(ProjectFolder.path)/Evals/suites/suite.schema.json"

  private func problems(_ text: String) throws -> [String] {
    let node = try DocumentNode.parse(SourceFile(path: "s.yaml", text: text))
    return try JSONSchema(SuiteSchema.schema()).violations(of: node.json).map(\.description)
  }

  @Test("the schema file among the suites is the generated one")
  func committed() throws {
    let written = SuiteSchema.schema().text(.indented(2)) + "\n"
    if ProcessInfo.processInfo.environment["COACHKIT_RECORD"] != nil {
      try Data(written.utf8).write(to: URL(filePath: Self.path))
      Issue.record("recorded again: run the tests again without COACHKIT_RECORD")
      return
    }
    let found = try DiskFileSystem().read(Self.path).bytes
    #expect(
      String(decoding: found, as: UTF8.self) == written,
      "'coachkit eval schema > Evals/suites/suite.schema.json' writes it again")
  }

  @Test("the shipped suites conform")
  func shipped() throws {
    let folder = "\(ProjectFolder.path)/Evals/suites"
    for name in try DiskFileSystem().names(in: folder) where name.hasSuffix(".yaml") {
      let file = try DiskFileSystem().read("\(folder)/\(name)")
      try expect(problems(String(decoding: file.bytes, as: UTF8.self)), equals: [], "\(name)")
    }
  }

  private static let valid = """
    name: s
    description: d
    transcripts: {files: [a/*.yaml], tags: [x]}
    turns: [1, 3-5, last]
    variants: [{id: a, prompt: p@v1, leave_out: [x]}, {id: b, prompt: p@v2}]
    graders: [one-question, {use: length, at_most: 50, weight: 2, turns: last}]
    gate: {grader: overall, margin: 0.1, looks: [0.5]}
    """

  @Test("the example of every grader conforms")
  func examples() throws {
    for kind in GraderRegistry.standard.kinds {
      let example = kind.documentation.example.split(separator: "\n").map { "  \($0)" }
        .joined(separator: "\n")
      let text =
        Self.valid.split(separator: "\n").filter { !$0.hasPrefix("graders") }
        .joined(separator: "\n") + "\ngraders:\n\(example)\n"
      try expect(problems(text), equals: [], "\(kind.documentation.name)")
    }
  }

  @Test(
    "the schema rejects every structure that the reader rejects",
    arguments: [
      ("name: s", "nam: s"), ("turns: [1, 3-5, last]", "turns: [0]"),
      ("turns: [1, 3-5, last]", "turns: [first]"), ("turns: [1, 3-5, last]", "replay: backwards"),
      ("at_most: 50", "at_mst: 50"), ("weight: 2", "weight: -1"), ("one-question", "one-qestion"),
      ("one-question", "judge"), ("margin: 0.1", "margin: 2"),
      ("margin: 0.1", "margin: 0.1, method: clustered"), ("looks: [0.5]", "looks: [0.01]"),
      ("prompt: p@v2", "promt: p@v2"), ("tags: [x]", "tags: x"),
    ])
  func mistakes(good: String, bad: String) throws {
    try expect(problems(Self.valid), equals: [])
    let text = Self.valid.replacing(good, with: bad)
    #expect(text != Self.valid)
    #expect(try !problems(text).isEmpty)
    #expect(throws: SourceError.self) {
      try EvalSuite(SourceFile(path: "E/s.yaml", text: text))
    }
  }
}
