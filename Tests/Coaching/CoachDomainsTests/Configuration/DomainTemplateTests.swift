import CoachModel
@testable import CoachDomains
import SourceFiles
import Testing
import TestKit

@Suite("Template of a new domain")
struct DomainTemplateTests {
  private func read(_ template: DomainTemplate) throws -> DomainConfig {
    try DomainConfig(SourceFile(path: "D/\(template.id).yaml", text: template.text))
  }

  @Test("the template is valid and has a placeholder for every property")
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
        == StylePreference(
          directExploratory: 0, briefDetailed: 0, actionReflective: 0, challengingSupportive: 0))
  }

  @Test(
    "an ID consists of lowercase letters, digits and hyphens, and starts with a letter",
    arguments: ["a", "sleep", "new-job", "a1", "x-", "e10", "no", "yes", "inf", "o7"])
  func ids(id: String) throws {
    try expect(read(try DomainTemplate(id: id)).id, equals: id)
  }

  @Test("an ID that YAML would read as another type is quoted or rejected")
  func words() {
    for id in ["true", "false", "null"] {
      guard let template = try? DomainTemplate(id: id) else { continue }
      #expect(throws: Never.self, "\(id)") { try read(template) }
    }
  }

  @Test(
    "other IDs are rejected",
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

  @Test("the ID of an outcome is rejected", arguments: RoutingOutcome.Kind.allCases)
  func reserved(kind: RoutingOutcome.Kind) {
    let error = #expect(throws: SourceError.self) { try DomainTemplate(id: kind.rawValue) }
    #expect(error?.diagnostics.first?.code == "domain.reserved")
  }

  @Test(
    "a name with any characters reads back unchanged",
    arguments: [
      "Sleep: well", "\"Sleep\"", "It's #1", "a \\ b", "\\n", "- x", "[a], {b}", "日本 😴", "100 %",
      "null", "3", "*a &b !c", "\\\"", "tab\there",
    ])
  func names(name: String) throws {
    try expect(read(try DomainTemplate(id: "sleep", name: name)).name, equals: name)
  }

  @Test("a line break in a name becomes a space")
  func lineEnds() throws {
    for end in ["\n", "\r\n", "\r", "\u{2028}", "\u{85}"] {
      let template = try DomainTemplate(id: "sleep", name: "Sleep\(end)well")
      try expect(read(template).name, equals: "Sleep well")
    }
  }

  @Test("a quotation mark with a combining accent is escaped like any other")
  func accents() throws {
    let name = "Sleep\"\u{301} well"
    try expect(read(try DomainTemplate(id: "sleep", name: name)).name, equals: name)
  }
}
