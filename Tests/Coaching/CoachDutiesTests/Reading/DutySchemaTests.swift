@testable import CoachDuties
import Documents
import Foundation
import SourceFiles
import Testing
import TestKit

@Suite("The schema of duties agrees with the reader")
struct DutySchemaTests {
  private static let path = "\(ShippedDuties.folder)/duties.schema.json"

  private static let valid = """
    id: garden
    name: Garden
    places: [XX-GA]
    law: The act of the garden
    from: 2026-01-01
    time_zone: Europe/Berlin
    looked_up: {date: 2026-12-01, seen: text, pages: ["https://example.org/act"]}
    notices:
      - {kind: ai, at: start, at_most_every: 1d, for: everyone, section: "1"}
      - {kind: break, at: interval, every: 3h, for: minors, section: "2"}
    protocol: {categories: [suicide], referral: true, published: false, section: "3"}
    minors: [{forbids: romance, section: "4"}]
    report:
      to: the office
      due: every year
      section: "5"
      figures: [{figure: crisis_referrals, asks: How often, section: "5"}]
    app_must: [{text: Publish it, section: "6", from: 2027-01-01}]
    """

  private func problems(_ text: String) throws -> [String] {
    let node = try DocumentNode.parse(SourceFile(path: "d.yaml", text: text))
    return try JSONSchema(DutySchema.schema()).violations(of: node.json).map(\.description)
  }

  private func read(_ text: String) throws {
    _ = try JurisdictionDuties(SourceFile(path: "D/garden.yaml", text: text))
  }

  @Test("the schema file among the duties is the generated one")
  func committed() throws {
    let written = DutySchema.schema().text(.indented(2)) + "\n"
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
    try expectEmpty(JSONSchema(DutySchema.schema()).unknownKeywords)
  }

  @Test("the shipped files conform", arguments: ShippedDuties.ids)
  func shipped(id: String) throws {
    let file = try ShippedDuties.file(id)
    try expect(problems(String(decoding: file.bytes, as: UTF8.self)), equals: [])
  }

  @Test("both take a file with everything")
  func complete() throws {
    try expect(problems(Self.valid), equals: [])
    try read(Self.valid)
  }

  @Test(
    "the schema rejects every structure that the reader rejects",
    arguments: [
      ("id: garden\n", ""), ("name: Garden", "nmae: Garden"), ("name: Garden", "name: ''"),
      ("places: [XX-GA]", "places: []"), ("places: [XX-GA]", "places: [xx-ga]"),
      ("places: [XX-GA]", "places: [XX-GA, XX-GA]"), ("from: 2026-01-01\n", "from: soon\n"),
      ("date: 2026-12-01, ", ""), ("seen: text", "seen: all"), ("seen: text, ", ""),
      ("https://example.org/act", "example.org/act"), ("kind: ai", "kind: it"),
      ("at: start", "at: end"), ("at_most_every: 1d", "at_most_every: 1w"),
      ("at_most_every: 1d", "every: 1h"), ("every: 3h", "at_most_every: 3h"),
      ("every: 3h", "every: +3h"), ("at_most_every: 1d", "at_most_every: +1d"),
      ("every: 3h, ", ""), ("kind: break, at: interval, every: 3h", "kind: break, at: start"),
      ("for: everyone", "for: all"), ("categories: [suicide]", "categories: []"),
      ("categories: [suicide]", "categories: [grief]"),
      ("categories: [suicide]", "categories: [suicide, suicide]"),
      ("referral: true", "referral: often"), ("forbids: romance", "forbids: fun"),
      ("  to: the office\n", ""), ("figure: crisis_referrals", "figure: cost"),
      ("asks: How often, ", ""), ("{text: Publish it, ", "{"), ("section: \"6\", ", ""),
      ("law: The act", "extra: 1\nlaw: The act"),
    ])
  func mistakes(good: String, bad: String) throws {
    let text = Self.valid.replacing(good, with: bad, maxReplacements: 1)
    #expect(text != Self.valid)
    #expect(try !problems(text).isEmpty)
    #expect(throws: SourceError.self) { try read(text) }
  }
}
