import Documents
import Foundation
import Testing
import TestKit

@Suite("coachkit personas review")
struct PersonasCommandTests {
  @Test("an insulting persona is sent back with the location and the reason")
  func revise() throws {
    let result = try Tool.run(["personas", "review", "Evals/personas/captain-storm.yaml"])
    #expect(result.code == 1)
    #expect(result.output.contains("✗ revise") && result.output.contains("captain-storm.yaml:5:"))
  }

  @Test("a good persona is approved, also as JSON")
  func approve() throws {
    let result = try Tool.run(["personas", "review", "Evals/personas/hedda-brandt.yaml", "--json"])
    #expect(result.code == 0 && result.errors == "")
    let json = try JSONValue(parsing: result.output)
    #expect(json["verdict"] == "approve")
    // No model has read it, so an operator has to.
    #expect(json["next_status"] == "in_review" && json["status"] == nil)
  }

  @Test("a missing file is reported")
  func missing() throws {
    let result = try Tool.run(["personas", "review", "no-such.yaml"])
    #expect(result.code == 1 && result.errors.contains("no-such.yaml"))
  }
}
