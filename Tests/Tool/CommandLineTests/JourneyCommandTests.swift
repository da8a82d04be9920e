import Documents
import Foundation
import Testing
import TestKit

@Suite("coachkit journey")
struct JourneyCommandTests {
  private func themes(_ concern: String) -> String {
    let titles = ["Tea", "Cups", "Rain", "Stairs", "Sunday", "Light"]
    let themes = titles.map {
      #"{"reason": "A suggestion.", "title": "\#($0)", "question": "What?"}"#
    }
    return #"{"concern": "\#(concern)", "themes": [\#(themes.joined(separator: ","))]}"#
  }

  /// Runs the journal with replies for its task, in a file that is kept between runs.
  private func journal(in folder: String, _ replies: String..., typing input: String) throws
    -> Tool.Result
  {
    let script = "\(folder)/replies.txt"
    try replies.joined(separator: "\n---\n").write(
      toFile: script, atomically: true, encoding: .utf8)
    return try Tool.run(
      [
        "journey", "run", "journal", "--state", "\(folder)/me.json", "--model",
        "scripted:\(script)",
      ],
      input: input)
  }

  @Test("the journeys are listed, checked and drawn")
  func drawn() throws {
    let list = try Tool.run(["journey", "list"])
    for name in ["coach", "journal", "trainer"] { #expect(list.output.contains(name)) }
    let trainer = try Tool.run(["journey", "show", "trainer"])
    #expect(trainer.code == 0 && trainer.output.contains("○ program_review"))
    #expect(trainer.output.contains("→ edit (with a text): runs 'trainer-edit'"))
    let mermaid = try Tool.run(["journey", "show", "journal", "--mermaid"])
    #expect(mermaid.output.hasPrefix("stateDiagram-v2"))
    let unknown = try Tool.run(["journey", "show", "jurnal"])
    #expect(unknown.code == 1 && unknown.errors.contains("journal"))
  }

  @Test("a journey goes on where the last run stopped")
  func resumed() throws {
    try Tool.inFolder { folder in
      let first = try journal(in: folder, "", typing: "Ada\nLovelace\n")
      #expect(first.code == 0 && first.output.contains("It goes on with the same command."))
      let status = try Tool.run(["journey", "status", "journal", "--state", "\(folder)/me.json"])
      #expect(status.output.contains("phase     personalization (2 of 4)"))
      let second = try journal(in: folder, themes("none"), typing: "I like tea.\n1, 6\n")
      #expect(second.code == 0 && second.output.contains("1  Tea"), "\(second.errors)")
      let json = try JSONValue(
        parsing: Tool.run(
          ["journey", "status", "journal", "--state", "\(folder)/me.json", "--json"]
        ).output)
      #expect(json["phase"] == "complete" && json["is_complete"] == true)
      let file = try JSONValue(
        parsing: String(contentsOfFile: "\(folder)/me.json", encoding: .utf8))
      #expect(file["state"]?["facts"]?["selected_themes"] == ["Tea", "Light"])
    }
  }

  @Test("a task that fails leaves the state as it was, and can be repeated")
  func repeated() throws {
    try Tool.inFolder { folder in
      let failed = try journal(
        in: folder, "no JSON", "none", typing: "Ada\nLovelace\nI like tea.\n")
      #expect(failed.code == 1 && failed.errors.contains("run the same command again"))
      let again = try journal(in: folder, themes("none"), typing: "2\n")
      #expect(again.code == 0 && again.output.contains("── complete ──"))
    }
  }

  @Test("what cannot be done is said, and a file of another journey is refused")
  func mistakes() throws {
    try Tool.inFolder { folder in
      let wrong = try journal(in: folder, "", typing: "/approve\nAda\nLovelace\n")
      #expect(wrong.output.contains("has no action 'approve'"))
      let other = try Tool.run(
        ["journey", "run", "trainer", "--state", "\(folder)/me.json", "--model", "echo"])
      #expect(other.code == 1 && other.errors.contains("belongs to the journey 'journal'"))
      let missing = try Tool.run(["journey", "status", "journal", "--state", "\(folder)/no.json"])
      #expect(missing.code == 1 && missing.errors.contains("no file"))
    }
  }

  @Test("a form asks for every type of fact")
  func types() throws {
    try Tool.inFolder { folder in
      let journeys = "\(folder)/Journeys"
      try FileManager.default.createDirectory(atPath: journeys, withIntermediateDirectories: true)
      try """
      journey: kitchen
      description: A form.
      facts: {wish: text, foods: list, spicy: flag}
      phases:
        - {phase: ask, until: {all: [wish, foods, spicy]}, form: {wish: {required: true}, foods: {required: true, maximum: 2}, spicy: {required: true}}}
        - {phase: done}
      """.write(toFile: "\(journeys)/kitchen.yaml", atomically: true, encoding: .utf8)
      let result = try Tool.run(
        [
          "journey", "run", "kitchen", "--state", "\(folder)/k.json", "--journeys", journeys,
          "--model", "echo",
        ], input: "soup\nrice, leek\nyes\n")
      #expect(result.code == 0 && result.output.contains("── done ──"), "\(result)")
      expect(result.output, contains: "separated by commas, at most 2")
    }
  }

  @Test("time limits are numbers of seconds")
  func limits() throws {
    for seconds in ["inf", "nan", "1e30", "-5"] {
      let result = try Tool.run([
        "journey", "run", "journal", "--state", "/none/x.json", "--task-timeout=\(seconds)",
      ])
      #expect(result.code == 64, "\(seconds): \(result)")
    }
  }

  @Test("the trainer's reminder comes with a later clock")
  func reminder() throws {
    try Tool.inFolder { folder in
      let state = "\(folder)/me.json"
      let facts =
        #""has_started_onboarding": true, "signed_in": true, "intake": {"goals": []}, "assessment_skipped": true, "assessment_skipped_at": 1700000000, "goal_contract": {"goal": "x"}, "goal_contract_approved": true, "program": {"weeks": 4}, "program_approved": true, "program_activated": true"#
      try
        #"{"format": 1, "state": {"v": 1, "journey": "trainer", "facts": {\#(facts)}, "updated_at": 5}, "person": {"id": "p", "language": "en", "sessions": 0, "profile": {}}, "access": {"updated_at": 0}}"#
        .write(toFile: state, atomically: true, encoding: .utf8)
      let due = try Tool.run(["journey", "status", "trainer", "--state", state])
      #expect(due.output.contains("assessment.now"), "\(due.output)\(due.errors)")
      let dismissed = try Tool.run(
        ["journey", "run", "trainer", "--state", state, "--model", "echo"],
        input: "/assessment.dismiss\n")
      #expect(dismissed.code == 0, "\(dismissed.errors)")
      #expect(dismissed.output.contains("We left your assessment for later."))
      #expect(dismissed.output.contains("/assessment.dismiss “I'll Skip It”"))
      let after = try Tool.run(["journey", "status", "trainer", "--state", state])
      #expect(!after.output.contains("reminder") && after.output.contains("nothing is left to do"))
    }
  }
}
