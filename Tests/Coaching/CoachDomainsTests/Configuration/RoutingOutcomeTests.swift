@testable import CoachDomains
import SourceFiles
import Testing
import TestKit

@Suite("Reading an outcome file")
struct RoutingOutcomeTests {
  private static let valid = SampleDomain.none.outcomeYAML

  private func read(_ text: String, path: String = "D/_none.yaml") throws -> RoutingOutcome {
    try RoutingOutcome(SourceFile(path: path, text: text))
  }

  @Test("an outcome has an ID, a name, a description and signals")
  func valid() throws {
    try expect(read(Self.valid), equals: SampleDomain.none.outcome(.none))
    let clinical = try read(SampleDomain.clinical.outcomeYAML, path: "D/_clinical.yaml")
    #expect(clinical == SampleDomain.clinical.outcome(.clinical))
  }

  @Test(
    "every error has a code, a line, a column and, where possible, a hint",
    arguments: [
      (
        "id: none", "id: clinical", "domain.id", "1:5",
        "name the file '_clinical.yaml', or change the id"
      ),
      (
        "id: none", "id: _none", "domain.id", "1:5",
        "name the file '__none.yaml', or change the id"
      ),
      ("name: Name\n", "", "yaml.missing", "1:1", "add it"),
      ("name: Name", "nam: Name", "yaml.missing", "1:1", "is 'nam' meant to be 'name'?"),
      ("description: d", "description: 4", "yaml.type", "3:14", "put it in quotes"),
      (
        "description: d", "description: d\ntone: t", "yaml.unknown-key", "4:1",
        "known: description, id, name, routing"
      ),
      (
        "description: d", "description: d\nstyle: {}", "yaml.unknown-key", "4:1",
        "known: description, id, name, routing"
      ),
      ("routing:", "routeing:", "yaml.missing", "1:1", "is 'routeing' meant to be 'routing'?"),
      ("keywords:", "keyword:", "yaml.missing", "5:3", "is 'keyword' meant to be 'keywords'?"),
      (
        "    - \"tell me a joke\"\n    - \"what time", "    - \"what time", "domain.examples",
        "16:5", "add messages as people write them"
      ),
    ] as [(String, String, String, String, String)])
  func mistakes(good: String, bad: String, code: String, place: String, hint: String) {
    let parts = Self.valid.split(separator: good, maxSplits: 1, omittingEmptySubsequences: false)
    #expect(parts.count == 2)
    let error = #expect(throws: SourceError.self) { try read(parts.joined(separator: bad)) }
    let diagnostic = error?.diagnostics.first
    #expect(diagnostic?.code == code)
    #expect(diagnostic?.location.map { "\($0)" } == "D/_none.yaml:\(place)")
    #expect(diagnostic?.hint == hint)
  }

  @Test(
    "another name with an underscore is not an outcome",
    arguments: [
      ("x", "known: _clinical.yaml, _none.yaml, _thresholds.yaml"),
      ("clincal", "did you mean '_clinical.yaml'?"), ("non", "did you mean '_none.yaml'?"),
    ])
  func unknown(id: String, hint: String) {
    let text = Self.valid.replacing("id: none", with: "id: \(id)")
    let error = #expect(throws: SourceError.self) { try read(text, path: "D/_\(id).yaml") }
    let diagnostic = error?.diagnostics.first
    #expect(diagnostic?.code == "domain.outcome")
    #expect(diagnostic?.message == "'_\(id).yaml' is neither a domain nor a routing outcome")
    #expect(diagnostic?.location.map { "\($0)" } == "D/_\(id).yaml:1:1")
    #expect(diagnostic?.hint == hint)
  }
}
