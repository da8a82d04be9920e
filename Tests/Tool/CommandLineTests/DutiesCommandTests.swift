import Documents
import Foundation
import Testing
import TestKit

@Suite("coachkit duties")
struct DutiesCommandTests {
  private static let law = """
    id: garden
    name: Garden
    places: [US-CA]
    law: The act of the garden
    from: 2026-01-01
    looked_up: {date: 2026-12-01, seen: text, pages: ["https://example.org/act"]}
    notices:
      - {kind: ai, at: start, for: everyone, section: "section 1"}
      - {kind: break, at: interval, every: 2h, for: minors, section: "section 2"}
    app_must: [{text: Publish it, section: "section 3"}]
    """

  /// Runs the tool with a folder in which the law is the only one.
  private func run(_ law: String = Self.law, _ arguments: String...) throws -> Tool.Result {
    var result: Tool.Result?
    try Tool.inFolder { folder in
      try Data(law.utf8).write(to: URL(filePath: "\(folder)/garden.yaml"))
      result = try Tool.run(["duties"] + arguments + ["--duties", folder])
    }
    return try #require(result)
  }

  @Test("a law that is met says so, with what the app must do")
  func met() throws {
    let result = try run(Self.law, "check", "--day", "2026-12-02")
    #expect(result.code == 0 && result.errors == "")
    let text = result.output
    expect(text, contains: "Garden (garden)\n  The act of the garden\n  in force since 2026-01-01")
    expect(text, contains: "; the text was read on 2026-12-01\n")
    let pages = "pages: [\"https://example.org/act\"]"
    let partly = Self.law.replacing(pages, with: pages + ", unverified: [Section 2]")
    try expect(
      run(partly, "check").output, contains: "; the text was read in part on 2026-12-01\n")
    expect(text, contains: "✓ people are told that the coach is an AI whenever they begin to write")
    expect(text, contains: "✓ people are told to take a break every 2 hours of writing, for minors")
    expect(text, contains: "→ Publish it  [section 3]")
    expect(text, contains: "✓ 1 jurisdiction: 2 met, 0 not met, 1 for the app\n")
  }

  @Test("a law that protects minors is not met by prompts that are not told the age")
  func missing() throws {
    try Tool.inFolder { folder in
      let law = Self.law + "\nminors: [{forbids: romance, section: \"section 4\"}]\n"
      try Data(law.utf8).write(to: URL(filePath: "\(folder)/garden.yaml"))
      let prompts = "\(folder)/prompts"
      try FileManager.default.createDirectory(atPath: prompts, withIntermediateDirectories: true)
      for name in ["discovery", "coaching"] {
        try Data("{{role \"system\"}}\nYou are a coach.\n".utf8)
          .write(to: URL(filePath: "\(prompts)/\(name).v1.prompt"))
      }
      try Data("discovery: {production: v1}\ncoaching: {production: v1}\n".utf8)
        .write(to: URL(filePath: "\(prompts)/labels.yaml"))
      let options = ["--duties", folder, "--prompts", prompts]
      let result = try Tool.run(["duties", "check"] + options)
      #expect(result.code == 1)
      expect(
        result.output, contains: "✗ the prompt 'coaching' is told whether the person is a minor")
      expect(result.output, contains: "3 met, 2 not met, 1 for the app")
      let json = try JSONValue(
        parsing: try Tool.run(["duties", "check", "--json"] + options).output)
      let states = json.array?.first?["duties"]?.array?.compactMap { $0["state"]?.string }
      expect(states, equals: ["met", "met", "met", "missing", "missing", "app"])
    }
  }

  @Test("a law that was looked up long ago is a warning, and no error")
  func old() throws {
    let result = try run(Self.law, "check", "--day", "2027-12-02")
    #expect(result.code == 0)
    expect(result.errors, contains: "was last looked up on 2026-12-01")
    expect(result.output, contains: "1 for the app, 1 warning\n")
  }

  @Test("a mistake has its place, and an unknown law a suggestion")
  func mistakes() throws {
    let broken = try run(Self.law.replacing("kind: break", with: "kind: brake"), "check")
    #expect(broken.code == 1)
    expect(broken.errors, contains: "garden.yaml:9:12")
    let unknown = try run(Self.law, "check", "--jurisdiction", "gardn")
    #expect(unknown.code == 1)
    expect(unknown.errors, contains: "garden")
  }

  @Test("the notices of hours of writing are those of the law")
  func notices() throws {
    let arguments = ["notices", "US-CA", "--age-group", "minor", "--day", "2026-12-02"]
    var result: Tool.Result?
    try Tool.inFolder { folder in
      try Data(Self.law.utf8).write(to: URL(filePath: "\(folder)/garden.yaml"))
      result = try Tool.run(
        ["duties"] + arguments + ["--hours", "5", "--json", "--duties", folder])
    }
    let rows = try JSONValue(parsing: try #require(result).output).array ?? []
    expect(rows.compactMap { $0["after_minutes"] }, equals: [0, 120, 240])
    expect(rows.compactMap { $0["kind"] }, equals: ["ai", "break", "break"])
    #expect(rows.allSatisfy { $0["text"]?.string?.isEmpty == false })
    let elsewhere = try run(Self.law, "notices", "US-TX")
    expect(elsewhere.output, contains: "no file of duties covers US-TX")
    let country = try run(Self.law, "notices", "US")
    expect(country.output, contains: "no file of duties covers US; send the state")
    let early = try run(
      Self.law.replacing("from: 2026-01-01", with: "from: 2027-01-01"), "notices", "US-CA", "--day",
      "2026-12-02")
    expect(early.output, contains: "Garden: in force from 2027-01-01; try --day 2027-01-01")
    let french = try run(Self.law, "notices", "US-CA", "--language", "fr")
    expect(french.errors, contains: "no text of these notices in 'fr': another language is shown")
    let german = try run(Self.law, "notices", "US-CA", "--language", "de-AT")
    expect(german.errors, equals: "")
  }

  @Test("the schema is that of the folder")
  func schema() throws {
    let path = "\(ProjectFolder.path)/Duties/duties.schema.json"
    let result = try Tool.run(["duties", "schema"])
    #expect(result.code == 0)
    try expect(result.output, equals: String(contentsOfFile: path, encoding: .utf8))
  }
}
