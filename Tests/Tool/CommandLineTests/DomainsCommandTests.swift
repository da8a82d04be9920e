import Documents
import Foundation
import Testing
import TestKit

@Suite("coachkit domains")
struct DomainsCommandTests {
  @Test("the shipped domains are listed without problems")
  func shipped() throws {
    let list = try Tool.run(["domains", "list"])
    #expect(list.code == 0 && list.output.contains("leadership"))
    let check = try Tool.run(["domains", "check"])
    #expect(check.code == 0 && check.errors == "")
    #expect(check.output == "✓ 9 domains, 2 outcomes, no problems\n")
  }

  @Test("a new domain needs no code, is validated, and is never overwritten")
  func new() throws {
    try Tool.inFolder { folder in
      let begin = ["domains", "new", "sleep", "--domains", folder]
      try expect(Tool.run(begin).code, equals: 0)
      let check = try Tool.run(["domains", "check", "--domains", folder])
      #expect(check.code == 0 && check.errors.contains("nothing is routed to sleep"))
      #expect(check.output == "✓ 1 domains, 0 outcomes, no errors, 3 warnings\n")
      let again = try Tool.run(begin)
      #expect(again.code == 1 && again.errors.contains("there already"))
    }
  }

  /// Adds the domain `sleep` with a misspelt key.
  private func addBrokenDomain(to folder: String) throws {
    try expect(Tool.run(["domains", "new", "sleep", "--domains", folder]).code, equals: 0)
    let path = "\(folder)/sleep.yaml"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try Data(text.replacing("tone:", with: "tome:").utf8).write(to: URL(filePath: path))
  }

  @Test("an invalid file has a located error, and the check exits with 1")
  func broken() throws {
    try Tool.inFolder { folder in
      try addBrokenDomain(to: folder)
      let check = try Tool.run(["domains", "check", "--domains", folder])
      #expect(check.code == 1)
      #expect(check.errors.contains("sleep.yaml:") && check.errors.contains("tone"))
    }
  }

  @Test(
    "what needs all domains does not run without a broken one",
    arguments: [
      ["eval", "check", "Evals/suites/discovery-ab.yaml"],
      ["chat", "--model", "scripted:README.md"],
      ["turn", "--request", "-", "--model", "scripted:README.md"],
      ["render", "domain-classification", "--set", "message=Hello"],
      ["domains", "fit", "--dry-run"],
    ])
  func needed(command: [String]) throws {
    try Tool.inFolder { folder in
      try expect(Tool.run(["domains", "new", "career", "--domains", folder]).code, equals: 0)
      try addBrokenDomain(to: folder)
      let request = #"""
        {"id": "r", "person": {"id": "p", "language": "en", "sessions": 0}, "message": "Hello",
         "access": {"updated_at": 0}, "conversation": {"id": "c"}}
        """#
      let result = try Tool.run(command + ["--domains", folder], input: request)
      #expect(result.code == 1)
      expect(result.errors, contains: "sleep.yaml:")
    }
  }

  @Test("an unknown domain is reported with the closest match")
  func unknown() throws {
    let result = try Tool.run(["domains", "show", "carer"])
    #expect(result.code == 1 && result.errors.contains("did you mean 'career'?"))
  }

  @Test("the schema for editors is the file next to the domains")
  func schema() throws {
    let printed = try JSONValue(parsing: try Tool.run(["domains", "schema"]).output)
    let path = "\(ProjectFolder.path)/DomainConfigs/domain.schema.json"
    expect(printed, equals: (try JSONValue(parsing: String(contentsOfFile: path, encoding: .utf8))))
  }
}
