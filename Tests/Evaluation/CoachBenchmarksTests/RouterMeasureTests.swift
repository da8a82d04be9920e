@testable import CoachBenchmarks
import CoachDomains
import CoachModel
import Documents
import EvalTestKit
@testable import PromptEvals
import SourceFiles
import Testing
import TestKit

@Suite("Measuring the router")
struct RouterMeasureTests {
  private static let classes = ["a", "b", "none", "clinical"]

  /// Each text states the decision: `a 0.9`, `?b 0.35` for a question, `none 0.6 in a` for an outcome.
  private func decide(_ text: String, _ history: [Message], _ current: String?) -> RoutingDecision {
    let words = text.split(separator: " ").map(String.init)
    let isAsked = words[0].hasPrefix("?")
    let name = isAsked ? String(words[0].dropFirst()) : words[0]
    let outcome = RoutingOutcome.Kind(rawValue: name)
    return RoutingDecision(
      domain: outcome == nil ? name : current, outcome: outcome,
      confidence: words.count > 1 ? Double(words[1]) ?? 0 : 1, needsClarification: isAsked,
      reason: "test")
  }

  private func measure(
    _ files: [String: String], withClinical: Bool = false
  ) throws -> RouterMeasure {
    let table = try LabelledTable("data", files: InMemoryFileSystem(files))
    return RouterMeasure(table, classes: Self.classes, withClinical: withClinical, decide: decide)
  }

  private static let messages = """
    text,label,source
    a 0.9,a,x
    b 0.8,a,x
    b 0.8,b,x
    ?b 0.35,b,y
    none 0.6,none,y
    clinical 0.9,clinical,y
    a 0.9,unscored,y
    a 0.9,,y

    """

  @Test("coverage, accuracy and F1 as computed by hand")
  func byHand() throws {
    let found = try measure(["data/m.csv": Self.messages])
    #expect(found.count == 5 && found.leftOut == ["unscored": 1, "": 1])
    #expect(found.coverage.count == 4 && found.coverage.total == 5)
    #expect(found.accuracy.count == 3 && found.accuracy.total == 4)
    #expect(found.classes.map(\.id) == ["a", "b", "none"])
    #expect(found.classes.map(\.precision.share) == [1, 0.5, 1])
    #expect(found.classes.map(\.recall.share) == [0.5, 0.5, 1])
    #expect(found.classes.map(\.routedRecall.share) == [0.5, 1, 1])
    // a: 2·1/(2·1 + 0 + 1), b: 2·1/(2·1 + 1 + 1), or without the question 2·1/(2·1 + 1 + 0).
    let twoThirds: Double = 2 / 3
    #expect(found.classes.map(\.f1) == [twoThirds, 0.5, 1])
    #expect(isClose(found.macroF1, (twoThirds + 1.5) / 3))
    #expect(isClose(found.routedMacroF1, 7.0 / 9))
    #expect(found.times.count == 6 && found.conversations == nil)
  }

  @Test("groups and the confusion matrix count the decisions")
  func counts() throws {
    let found = try measure(["data/m.csv": Self.messages])
    #expect(found.groups.map(\.name) == ["x", "y"])
    #expect(found.groups.map(\.coverage.share) == [1, 0.5])
    #expect(found.groups.map(\.accuracy.share) == [2.0 / 3, 1])
    let confusion: [String: [String: Int]] = [
      "a": ["a": 1, "b": 1], "b": ["b": 1, "asked": 1], "none": ["none": 1],
      "clinical": ["clinical": 1],
    ]
    #expect(found.confusion == confusion)
  }

  @Test("calibration uses the most likely class, even if the router would ask")
  func calibration() throws {
    let found = try measure(["data/m.csv": Self.messages])
    #expect(found.bins.map(\.right.total) == [0, 0, 0, 1, 0, 0, 1, 0, 2, 1])
    #expect(isClose(found.bins[8].confidence, 0.8) && found.bins[8].right.share == 0.5)
    #expect(found.bins[3].right.share == 1 && found.bins[0].confidence == nil)
    #expect(isClose(found.calibrationError, (0.65 + 0.4 + 2 * 0.3 + 0.1) / 5))
    #expect(isClose(found.routedCalibrationError, (0.4 + 2 * 0.3 + 0.1) / 4))
  }

  @Test("messages for professionals are a separate outcome, or count like the others")
  func clinical() throws {
    let apart = try #require(try measure(["data/m.csv": Self.messages]).clinical)
    #expect(apart.recognised.share == 1 && apart.asked == 0)
    #expect(apart.falseAlarms.count == 0 && apart.falseAlarms.total == 5)
    let with = try measure(["data/m.csv": Self.messages], withClinical: true)
    #expect(with.clinical == nil && with.count == 6)
    #expect(with.accuracy.count == 4 && with.accuracy.total == 5)
    let missed = try measure([
      "data/m.csv": "text,label\n?a 0.2,clinical\na 0.9,clinical\nclinical 0.7,a\n"
    ])
    #expect(missed.clinical?.recognised.count == 0 && missed.clinical?.asked == 1)
    #expect(missed.clinical?.falseAlarms.count == 1 && missed.accuracy.share == 0)
  }

  @Test("a class without messages has no F1")
  func absent() throws {
    let found = try measure(["data/m.csv": "text,label\nb 0.9,a\na 0.9,a\n"])
    #expect(found.classes.map(\.id) == ["a", "b"] && found.classes.last?.f1 == nil)
    #expect(isClose(found.macroF1, 2.0 / 3))
    let asked = try measure(["data/m.csv": "text,label\n?a 0.3,a\n"])
    #expect(asked.macroF1 == 0 && asked.routedMacroF1 == nil && asked.accuracy.share == nil)
    #expect(asked.json["macro_f1_of_routed"] == .null)
  }

  @Test("conversations are routed turn by turn")
  func conversations() throws {
    let turns = [
      ("?b 0.3", "clarify", false), ("a", "a", false), ("a", "b", true), ("b", "b", false),
      ("none", "b", false), ("a", "a", true), ("b", "a", false), ("clinical", "clinical", false),
    ].map { text, label, isSwitch in
      #"{"role":"user","text":"\#(text)","label":"\#(label)","switch":\#(isSwitch)},"#
        + #"{"role":"coach","text":"Mm."}"#
    }.joined(separator: ",")
    let found = try measure([
      "data/c.jsonl":
        "{\"id\":\"c\",\"turns\":[\(turns)]}\n{\"turns\":[{\"role\":\"user\",\"text\":\"a\"}]}"
    ])
    let figures = try #require(found.conversations)
    #expect(figures.count == 1 && figures.times.count == 8 && found.count == 0)
    #expect(figures.turns.count == 4 && figures.turns.total == 6)
    #expect(figures.asked == 0 && figures.takenForOutcome == 1)
    #expect(figures.switchesAtOnce.count == 1 && figures.switchesAtOnce.total == 2)
    #expect(figures.switchesWithinOne.count == 2)
    // a to b, b to a, and once more to b, which was unnecessary.
    #expect(figures.changes == 3 && figures.needlessChanges == 1)
    #expect(figures.clarified.share == 1 && figures.outcomes.mapValues(\.share) == ["clinical": 1])
  }

  @Test("the router gets the history and the domain of the conversation")
  func history() {
    var seen: [(messages: Int, domain: String?)] = []
    let turns = [Message(.user, "a"), Message(.assistant, "Mm."), Message(.user, "b")]
    let place = LabelledTable.Place(
      location: FileLocation(file: "c.jsonl", line: 1, column: 1), row: 1)
    let table = LabelledTable(sessions: [
      LabelledTable.Session(
        turns: turns.map { LabelledTable.Turn($0, label: $0.text) }, place: place)
    ])
    _ = RouterMeasure(table, classes: Self.classes, withClinical: false) { text, history, current in
      seen.append((history.count, current))
      return decide(text, history, current)
    }
    #expect(seen.map(\.messages) == [0, 2] && seen.map(\.domain) == [nil, "a"])
  }

  @Test("the project's own cases can be measured with its own domains")
  func ownCases() throws {
    let table = try LabelledTable("\(ProjectFolder.path)/Evals/routing")
    let library = try DomainLibrary(folder: "\(ProjectFolder.path)/DomainConfigs")
    let found = RouterMeasure(table, library: library, withClinical: true)
    #expect(found.count == table.rows.count && found.leftOut.isEmpty)
    #expect(found.conversations?.count == table.sessions.count)
    #expect((found.accuracy.share ?? 0) > 0.5)
  }
}
