import SourceFiles
import Testing

@testable import Journeys

@Suite("Journeys as files")
struct JourneyFileTests {
  private func journey(_ phases: String, facts: String = "{a: text, b: flag}", more: String = "")
    throws
    -> Journey
  {
    try Journey(
      SourceFile(
        path: "Journeys/test.yaml",
        text: "journey: test\ndescription: A test.\nfacts: \(facts)\nphases:\n\(phases)\n\(more)"))
  }

  private let simple = "  - {phase: one, until: a, form: {a: {required: true}}}\n  - {phase: two}"

  @Test("a journey needs phases that can be completed, and one that ends it")
  func simplest() throws {
    let journey = try journey(simple)
    #expect(journey.phases.map(\.name) == ["one", "two"])
    #expect(journey.phase("two") != nil && journey.phase("three") == nil)
  }

  @Test(
    "a mistake is an error that says what to do",
    arguments: [
      ("  - {phase: one, until: c, form: {a: {}}}\n  - {phase: two}", "there is no fact 'c'"),
      ("  - {phase: one, until: b, form: {a: {}}}\n  - {phase: two}", "nothing in the phase 'one'"),
      ("  - {phase: one}\n  - {phase: two}", "never ends"),
      ("  - {phase: one, until: a, form: {a: {}}}\n  - {phase: one}", "there twice"),
      ("  - {phase: one, untill: a}\n  - {phase: two}", "untill"),
      ("  - {phase: one, until: a, actions: {go: {}}}\n  - {phase: two}", "does nothing"),
      (
        "  - {phase: one, until: a, actions: {go: {set: {a: $now + x}}}}\n  - {phase: two}",
        "not a time"
      ),
      ("  - {phase: one, until: a, converses: {}}\n  - {phase: two}", "either a prompt or a kind"),
      ("  - {phase: one, until: 'a b', form: {a: {}}}\n  - {phase: two}", "not the place"),
      (
        "  - {phase: one, until: a, converses: {prompt: p, ceiling: 3}}\n  - {phase: two}",
        "belong together"
      ),
      ("  []", "no phases"),
      (
        "  - {phase: one, until: a, form: {a: {}}}\n  - {phase: two, until: b, form: {b: {}}}",
        "nothing comes after"
      ),
      (
        "  - {phase: one, until: b, actions: {go: {set: {b: yes please}}}}\n  - {phase: two}",
        "write true or false"
      ),
      (
        "  - {phase: one, until: a, form: {a: {}}, enters: {b: true}}\n  - {phase: two}",
        "nobody enters the first phase"
      ),
    ])
  func mistakes(phases: String, words: String) {
    let error = #expect(throws: SourceError.self) { try journey(phases) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test("a fact has a name of its own")
  func reserved() {
    let reserved = #expect(throws: SourceError.self) {
      try journey(simple, facts: "{a: text, text: text}")
    }
    #expect(reserved?.description.contains("'text'") == true)
    let source = #expect(throws: SourceError.self) {
      try journey(simple, more: "sources: {a: a letter}")
    }
    #expect(source?.description.contains("a fact and a source") == true)
  }

  @Test("what a reminder reads and sets is checked, too")
  func reminders() {
    let error = #expect(throws: SourceError.self) {
      try journey(
        simple,
        more: "reminders:\n  later: {when: a, from: a, days: 3, actions: {go: {set: {c: true}}}}")
    }
    #expect(error?.description.contains("reminder 'later'") == true, "\(error?.description ?? "")")
  }

  @Test("a source is read and never changed")
  func sources() throws {
    let read = "  - {phase: one, while: {access.stage: x}}\n  - {phase: two}"
    _ = try journey(read, more: "sources: {access: the access record}")
    let error = #expect(throws: SourceError.self) {
      try journey(
        "  - {phase: one, until: a, form: {a: {}}, enters: {access: 1}}\n  - {phase: two}",
        more: "sources: {access: the access record}")
    }
    #expect(error?.description.contains("cannot be changed here") == true)
  }

  @Test("the name is that of the file, and a fact has a type")
  func names() {
    #expect(throws: SourceError.self) {
      try Journey(
        SourceFile(path: "Journeys/other.yaml", text: "journey: test\ndescription: d\nphases: []"))
    }
    #expect(throws: SourceError.self) { try journey(simple, facts: "{a: string}") }
  }

  @Test("a drawing names every phase, and what happens in it")
  func drawing() throws {
    let journey = try journey(simple)
    #expect(journey.drawing.contains("○ one") && journey.drawing.contains("◎ two"))
    #expect(journey.drawing.contains("asks for a") && journey.drawing.contains("until a"))
    #expect(journey.mermaid.contains("one --> two: a") && journey.mermaid.contains("two --> [*]"))
  }
}
