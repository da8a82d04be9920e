@testable import CoachDomains
import SourceFiles
import Testing
import TestKit

@Suite("A new domain begins with a file that can be read")
struct DomainTemplateTests {
  private func read(_ template: DomainTemplate) throws -> DomainConfig {
    try DomainConfig(SourceFile(path: "D/\(template.id).yaml", text: template.text))
  }

  @Test("its text reads back, with a placeholder for every part")
  func whole() throws {
    let domain = try read(try DomainTemplate(id: "sleep"))
    #expect(domain.id == "sleep")
    #expect(domain.name == "Sleep")
    #expect(domain.routing.keywords == ["sleep"])
    #expect(domain.routing.examples.count == DomainConfig.minimumExamples)
    #expect(Set(domain.routing.examples).count == DomainConfig.minimumExamples)
    #expect(domain.routing.hints.isEmpty && domain.routing.negatives.isEmpty)
    #expect(domain.guardrails.count == 1 && domain.starters.count == 1)
    #expect(
      domain.style
        == StyleDefaults(
          directExploratory: 0, briefDetailed: 0, actionReflective: 0, challengingSupportive: 0))
  }

  @Test(
    "ids of small letters, digits and hyphens, a letter first",
    arguments: ["a", "sleep", "new-job", "a1", "x-", "e10", "no", "yes", "inf", "o7"])
  func ids(id: String) throws {
    try expect(read(try DomainTemplate(id: id)).id, equals: id)
  }

  @Test("an id that YAML would take for something else reads back, or is refused")
  func words() {
    for id in ["true", "false", "null"] {
      guard let template = try? DomainTemplate(id: id) else { continue }
      #expect(throws: Never.self, "\(id)") { try read(template) }
    }
  }

  @Test(
    "other ids are refused",
    arguments: [
      "", "Sleep", "1a", "-a", "a b", "a_b", "a/b", "../a", "ä", "é", "a.b", "a\n", "_none", "a:",
      "ａ",
      "e\u{301}", "日本",
    ])
  func refused(id: String) {
    let error = #expect(throws: SourceError.self) { try DomainTemplate(id: id) }
    #expect(error?.diagnostics.first?.code == "domain.id")
    #expect(error?.diagnostics.first?.hint?.isEmpty == false)
  }

  @Test("an outcome's id is refused", arguments: RoutingOutcome.Kind.allCases)
  func reserved(kind: RoutingOutcome.Kind) {
    let error = #expect(throws: SourceError.self) { try DomainTemplate(id: kind.rawValue) }
    #expect(error?.diagnostics.first?.code == "domain.reserved")
  }

  @Test(
    "a name survives whatever signs it has",
    arguments: [
      "Sleep: well", "\"Sleep\"", "It's #1", "a \\ b", "\\n", "- x", "[a], {b}", "日本 😴", "100 %",
      "null", "3", "*a &b !c", "\\\"", "tab\there",
    ])
  func names(name: String) throws {
    try expect(read(try DomainTemplate(id: "sleep", name: name)).name, equals: name)
  }

  @Test("a line end in a name becomes a blank")
  func lineEnds() throws {
    for end in ["\n", "\r\n", "\r", "\u{2028}", "\u{85}"] {
      let template = try DomainTemplate(id: "sleep", name: "Sleep\(end)well")
      try expect(read(template).name, equals: "Sleep well")
    }
  }

  @Test("a quote that carries an accent is escaped like any other")
  func accents() throws {
    let name = "Sleep\"\u{301} well"
    try expect(read(try DomainTemplate(id: "sleep", name: name)).name, equals: name)
  }
}
