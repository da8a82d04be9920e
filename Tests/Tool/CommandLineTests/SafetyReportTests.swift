import Documents
import Foundation
import Testing
import TestKit

@Suite("coachkit safety report")
struct SafetyReportTests {
  /// An outcome as a backend stores it.
  private func outcome(_ id: String, severity: String? = nil, isFollowUp: Bool = false) -> String {
    let safety = severity.map {
      #","safety":{"categories":["self_harm"],"severity":"\#($0)","subject":"writer","evidence":{"text":"x","start":0,"end":1,"messages_back":0},"is_follow_up":\#(isFollowUp),"stage":"linguistic_screen"}"#
    }
    return
      #"{"request_id":"\#(id)","person_id":"p","route":"\#(severity == nil ? "coaching" : "crisis")","updates":{},"#
      + #""trace":{"screening":{"verdict":"\#(severity == nil ? "calm" : "flagged")"},"timings":{"access_ms":1,"assembly_ms":1,"total_ms":2}}\#(safety ?? "")}"#
  }

  private func report(_ lines: [String], _ arguments: String...) throws -> Tool.Result {
    var result: Tool.Result?
    try Tool.inFolder { folder in
      let path = "\(folder)/outcomes.jsonl"
      try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: path))
      result = try Tool.run(["safety", "report", "--data", path] + arguments)
    }
    return try #require(result)
  }

  @Test("referrals are counted for a year, without ids and words")
  func year() throws {
    let lines = [
      #"{"at": 1795219200, "outcome": \#(outcome("r-1", severity: "imminent"))}"#,
      #"{"at": "2026-12-31T23:59:59Z", "outcome": \#(outcome("r-2", severity: "moderate", isFollowUp: true))}"#,
      #"{"at": "2026-03-01T00:00:00Z", "outcome": \#(outcome("r-3"))}"#, "",
      #"{"at": "2027-01-01T00:00:00Z", "outcome": \#(outcome("r-4", severity: "high"))}"#,
    ]
    let json = try JSONValue(parsing: try report(lines, "--year", "2026", "--json").output)
    #expect(json["year"] == 2026 && json["screened"] == 3 && json["referrals"] == 2)
    #expect(json["follow_ups"] == 1 && json["by_category"] == ["self_harm": 2])
    #expect(json["by_severity"] == ["imminent": 1, "moderate": 1])
    let text = try report(lines).output
    #expect(text.hasPrefix("referrals to crisis services: 3\n") && !text.contains("r-1"))
  }

  @Test("bare outcomes count without a year, and have none")
  func bare() throws {
    let lines = [outcome("r-1", severity: "high"), outcome("r-2")]
    try expect(report(lines).output.contains("messages screened: 2"), equals: true)
    let result = try report(lines, "--year", "2026")
    #expect(result.code == 1 && result.errors.contains("outcomes.jsonl:1:1"))
    #expect(result.errors.contains("has no time"))
  }

  @Test("the form of a law names its items, and needs a year")
  func form() throws {
    let lines = [
      #"{"at": "2027-03-01T00:00:00Z", "outcome": \#(outcome("r-1", severity: "high"))}"#,
      #"{"at": "2026-03-01T00:00:00Z", "outcome": \#(outcome("r-2", severity: "high"))}"#,
    ].map { $0.replacing(#""person_id":"p""#, with: #""person_id":"p","jurisdiction":"US-CA""#) }
    let result = try report(lines, "--year", "2027", "--form", "us-ca")
    #expect(result.code == 0)
    #expect(result.output.hasPrefix("California, 2027\n"))
    expect(result.output, contains: "B&P § 22603(a)(1)")
    expect(result.output, contains: "This is no legal advice.")
    let json = try JSONValue(
      parsing: try report(lines, "--year", "2027", "--form", "us-ca", "--json").output)
    #expect(json["form"] == "us-ca" && json["notifications"] == 1)
    try expect(report(lines, "--form", "us-ca").errors, contains: "--year")
    let none = try report(lines, "--year", "2027", "--form", "us-ny")
    #expect(none.code == 1 && none.errors.contains("asks for no report"))
    expect(result.errors, equals: "")
    let early = try report(lines, "--year", "2024", "--form", "us-ca")
    #expect(early.code == 1 && early.output.isEmpty)
    expect(early.errors, contains: "is in force from 2026-01-01, and asks for no report about 2024")
    let short = try report(lines, "--year", "27", "--form", "us-ca")
    #expect(short.code == 64 && short.errors.contains("four digits"))
    let empty = try report(lines, "--year", "2029", "--form", "us-ca")
    #expect(empty.code == 0 && empty.errors.contains("no turn of 2029 is in "))
  }

  @Test(
    "a mistake has its place",
    arguments: [
      ("{", "is not JSON"), ("{}", "is not the outcome of a turn"),
      (#"{"at": "soon", "outcome": {}}"#, "is not the outcome of a turn"),
    ])
  func mistakes(line: String, words: String) throws {
    let result = try report([outcome("r-1"), line])
    #expect(result.code == 1)
    #expect(result.errors.contains("outcomes.jsonl:2:") && result.errors.contains(words))
  }
}
