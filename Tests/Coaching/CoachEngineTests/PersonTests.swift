import CoachEngine
import CoachModel
import SourceFiles
import Testing

@Suite("Reading a person's file")
struct PersonTests {
  @Test("the example people, from an empty profile to a rich one")
  func examples() throws {
    let nobody = try Workspace.person("new")
    #expect(nobody.name == nil && nobody.profile.isEmpty && nobody.discovery == nil)
    let ines = try Workspace.person("ines")
    #expect(ines.sessions >= 5 && ines.patterns.themes.count >= 3 && ines.memories.count >= 5)
    #expect(ines.style != nil && ines.discovery != nil)
    #expect(try Workspace.person("amara").discovery != nil)
    #expect(try !Workspace.person("kenji").profile.isEmpty)
  }

  @Test(
    "errors have a location",
    arguments: [
      ("id: x\nlanguage: en\nsessions: -1\n", "yaml.range", 3),
      ("id: x\nlanguage: en\n", "yaml.missing", 1),
      ("id: x\nlanguage: en\nsessions: 1\nprofile:\n  vales: []\n", "yaml.unknown-key", 5),
      (
        "id: x\nlanguage: en\nsessions: 9\npatterns:\n  - {theme: t, count: 2, domains: [life], last_seen: x}\n",
        "yaml.range", 5
      ),
      ("id: x\nlanguage: en\nsessions: 1\nstyle: {brief_detailed: 2}\n", "yaml.range", 4),
      (
        "id: x\nlanguage: en\nsessions: 1\nprofile:\n  goals: [{text: t, source: guess, date: d}]\n",
        "yaml.choice", 5
      ),
    ])
  func mistakes(text: String, code: String, line: Int) {
    let error = #expect(throws: SourceError.self) {
      try Person(SourceFile(path: "p.yaml", text: text))
    }
    #expect(error?.diagnostics.first?.code == code)
    #expect(error?.diagnostics.first?.location?.line == line)
  }
}

@Suite("From profile to guidance")
struct SignalsTests {
  @Test("a balanced style adds no guidance")
  func balanced() {
    #expect(StylePreference(directExploratory: 0.2).guidance.isEmpty)
    #expect(
      StylePreference(directExploratory: -0.5, challengingSupportive: 0.5).guidance.count == 2)
  }

  @Test("themes are ranked by frequency, then by recency")
  func ranking() {
    func theme(_ text: String, _ count: Int, _ day: String) -> PatternSummary.Theme {
      PatternSummary.Theme(text: text, count: count, domains: [], lastSeen: day)
    }
    let summary = PatternSummary(themes: [
      theme("a", 3, "2026-01-01"), theme("b", 5, "2026-01-01"), theme("c", 3, "2026-02-01"),
    ])
    #expect(summary.ranked.map(\.text) == ["b", "c", "a"])
  }
}
