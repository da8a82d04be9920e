@testable import CoachDomains
import Documents
import Foundation
import SourceFiles
import Testing
import TestKit

@Suite("The schema of domains agrees with the reader")
struct DomainSchemaTests {
  private static let path = "\(ShippedDomains.folder)/domain.schema.json"

  private func problems(_ text: String) throws -> [String] {
    let node = try DocumentNode.parse(SourceFile(path: "d.yaml", text: text))
    return try JSONSchema(DomainSchema.schema()).violations(of: node.json).map(\.description)
  }

  @Test("the schema file among the domains is the generated one")
  func committed() throws {
    let written = DomainSchema.schema().text(.indented(2)) + "\n"
    if ProcessInfo.processInfo.environment["COACHKIT_RECORD"] != nil {
      try Data(written.utf8).write(to: URL(filePath: Self.path))
      Issue.record("recorded again: run the tests again without COACHKIT_RECORD")
      return
    }
    let found = try DiskFileSystem().read(Self.path).bytes
    #expect(String(decoding: found, as: UTF8.self) == written)
  }

  @Test("it uses only keywords that the JSON Schema draft defines")
  func keywords() throws {
    try expectEmpty(JSONSchema(DomainSchema.schema()).unknownKeywords)
  }

  @Test("the shipped domains and outcomes conform")
  func shipped() throws {
    for stem in ShippedDomains.ids + RoutingOutcome.Kind.allCases.map({ "_\($0.rawValue)" }) {
      let file = try ShippedDomains.file(stem)
      try expect(problems(String(decoding: file.bytes, as: UTF8.self)), equals: [], "\(stem)")
    }
  }

  @Test("the template of a new domain conforms")
  func template() throws {
    try expect(problems(try DomainTemplate(id: "sleep").text), equals: [])
  }

  @Test("every property has a description for editors")
  func descriptions() throws {
    let properties = try #require(DomainSchema.schema()["properties"]?.object)
    for key in properties.keys {
      #expect(properties[key]?["description"]?.string?.isEmpty == false, "\(key)")
    }
    for part in ["routing", "style"] {
      let inner = try #require(properties[part]?["properties"]?.object)
      for key in inner.keys {
        #expect(inner[key]?["description"]?.string?.isEmpty == false, "\(part).\(key)")
      }
    }
  }

  @Test("a missing property of a domain is rejected by both")
  func missing() throws {
    let valid = SampleDomain.garden.yaml
    try expect(problems(valid), equals: [])
    for key in [
      "id", "name", "description", "tone", "methodology", "personality", "prompt_section",
      "routing", "guardrails", "style", "starters",
    ] {
      let text = DomainMutation.withoutPart(key, valid)
      #expect(text != valid)
      #expect(try !problems(text).isEmpty, "\(key)")
      #expect(throws: SourceError.self, "\(key)") {
        try DomainConfig(SourceFile(path: "D/garden.yaml", text: text))
      }
    }
  }

  @Test("an outcome requires fewer properties than a domain")
  func outcomes() throws {
    let valid = SampleDomain.clinical.outcomeYAML
    try expect(problems(valid), equals: [])
    #expect(try !problems(valid.replacing("id: clinical", with: "id: clinic")).isEmpty)
    for key in ["id", "name", "description", "routing"] {
      #expect(try !problems(DomainMutation.withoutPart(key, valid)).isEmpty, "\(key)")
    }
  }

  @Test(
    "the schema rejects every structure that the reader rejects",
    arguments: [
      ("name: Name", "nmae: Name"), ("name: Name", "name: [Name]"), ("name: Name", "name: ''"),
      ("tone: t", "tone: 3"), ("  keywords:", "  keyword:"), ("  hints:", "  hint:"),
      ("  negatives:", "  negative:"), ("    - \"pot\"", "    - 3"), ("    - \"pot\"", "    - ''"),
      ("    - \"weeds everywhere and no time\"\n", ""), ("guardrails: [g]", "guardrails: g"),
      ("guardrails: [g]", "guardrails: [3]"), ("brief_detailed: 0.25", "brief_detailed: 2"),
      ("brief_detailed: 0.25", "brief_detailed: much"), ("brief_detailed: 0.25, ", ""),
      ("brief_detailed: 0.25", "brief_detaild: 0.25"), ("starters: [s]", "starters: [s]\nextra: 1"),
    ])
  func mistakes(good: String, bad: String) throws {
    let text = SampleDomain.garden.yaml.replacing(good, with: bad)
    #expect(text != SampleDomain.garden.yaml)
    #expect(try !problems(text).isEmpty)
    #expect(throws: SourceError.self) {
      try DomainConfig(SourceFile(path: "D/garden.yaml", text: text))
    }
  }
}
