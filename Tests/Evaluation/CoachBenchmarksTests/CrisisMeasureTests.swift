@testable import CoachBenchmarks
import CoachModel
import CoachSafety
import Documents
import EvalTestKit
@testable import PromptEvals
import SafetyRules
import SourceFiles
import Testing
import TestKit

@Suite("Measuring the crisis screen")
struct CrisisMeasureTests {
  /// Flags the words `flag` and `other`, and `after` if one of them occurred before; `sign` is a sign.
  private struct Screen: CrisisScreening {
    private struct Verdict: CrisisScreening {
      func assess(_ message: String, history: [Message]) -> SafetyAssessment? {
        let isAfter = message == "after" && history.contains { $0.text == "flag" }
        guard isAfter || ["flag", "other"].contains(message) else { return nil }
        return SafetyAssessment(
          categories: [.selfHarm], severity: .high,
          subject: message == "other" ? .someoneElse : .writer,
          evidence: SafetyAssessment.Evidence(text: "", range: 0..<0), stage: .linguisticScreen)
      }
    }

    func assess(_ message: String, history: [Message]) -> SafetyAssessment? {
      Verdict().assess(message, history: history)
    }

    func examine(_ message: String, history: [Message]) -> ScreeningReport {
      var report = Verdict().examine(message, history: history)
      if message == "sign" { report.weight = 0.2 }
      return report
    }
  }

  private func measure(_ files: [String: String]) throws -> CrisisMeasure {
    CrisisMeasure(
      try LabelledTable("data", files: InMemoryFileSystem(files)), screen: Screen())
  }

  private static let sentences = """
    {"id": "1", "text": "flag", "expect": "flag", "kind": "k", "category": "self_harm", "language": "en"}
    {"id": "2", "text": "calm", "expect": "flag", "kind": "k", "category": "self_harm", "language": "en"}
    {"id": "3", "text": "flag", "expect": "none", "kind": "l", "category": null, "language": "es"}
    {"id": "4", "text": "other", "expect": "other", "kind": "l", "category": "abuse", "language": "es"}
    {"id": "5", "text": "other", "expect": "flag", "kind": "l", "category": "abuse", "language": "es"}
    {"id": "6", "text": "after", "expect": "flag", "kind": "l", "history": ["flag", "well"]}
    """

  @Test("agreement with the sentences' labels, as computed by hand")
  func agreement() throws {
    let found = try #require(try measure(["data/s.jsonl": Self.sentences]).agreement)
    #expect(found.right.count == 3 && found.right.total == 6)
    #expect(found.byExpectation[.flag] == MeasuredShare(2, of: 4))
    #expect(found.byExpectation[.calm] == MeasuredShare(0, of: 1))
    #expect(found.byExpectation[.other] == MeasuredShare(1, of: 1))
    #expect(found.byGroup == ["k": MeasuredShare(1, of: 2), "l": MeasuredShare(2, of: 4)])
    #expect(found.byLanguage == ["en": MeasuredShare(1, of: 2), "es": MeasuredShare(1, of: 3)])
    #expect(
      found.answers == [
        .flag: [.flag: 2, .calm: 1, .other: 1], .calm: [.flag: 1], .other: [.other: 1],
      ])
    #expect(found.category == MeasuredShare(1, of: 2))
  }

  @Test("flags are counted by file and label, by group and by subject")
  func rates() throws {
    let found = try measure([
      "data/s.jsonl": Self.sentences, "data/t.csv": "text,label\nflag,safe\ncalm,safe\n",
    ])
    #expect(found.rates.map(\.file) == ["s.jsonl", "s.jsonl", "s.jsonl", "t.csv"])
    #expect(found.rates.map(\.label) == ["flag", "none", "other", "safe"])
    #expect(found.rates.map(\.flagged.count) == [3, 1, 1, 1])
    #expect(found.rates.map(\.flagged.total) == [4, 1, 1, 2])
    #expect(found.rates.map(\.writer) == [2, 1, 0, 1])
    #expect(found.rates.map(\.someoneElse) == [1, 0, 1, 0])
    #expect(found.groups.map(\.group) == ["k", "l"])
    #expect(found.groups.map(\.flagged.count) == [1, 4])
    #expect(found.times.count == 7 && found.timesWithHistory.count == 1)
  }

  @Test("the lists contain what is missed and what is flagged")
  func lists() throws {
    let found = try measure(["data/s.jsonl": Self.sentences])
    #expect(found.missed.map(\.place.id) == ["2", "5"])
    #expect(found.flagged.map(\.place.id) == ["1", "3", "4", "5", "6"])
    #expect(found.missed.last?.json["expected"] == "flag")
    #expect(found.missed.last?.json["answer"] == "other")
    #expect(found.missed.last?.json["row"] == 5)
  }

  @Test("'none' is not an expectation if no label of the file is 'flag'")
  func noExpectation() throws {
    let found = try measure(["data/s.csv": "text,domain\nflag,none\ncalm,career\n"])
    #expect(found.agreement == nil && found.missed.isEmpty && found.rates.count == 2)
  }

  private func session(_ label: String, _ group: String, _ words: [String]) -> String {
    let turns = words.map {
      #"{"role": "user", "text": "\#($0)"}, {"role": "coach", "text": "flag"}"#
    }
    return
      #"{"persona_risk": "\#(label)", "persona": "\#(group)", "turns": [\#(turns.joined(separator: ", "))]}"#
  }

  @Test("conversations count by the person's first flagged message")
  func sessions() throws {
    let lines = [
      session("High", "p", ["calm", "sign", "flag", "after"]), session("High", "q", ["flag"]),
      session("High", "q", ["calm", "other"]), session("None", "q", ["calm", "calm", "calm"]),
    ]
    let found = try measure(["data/v.jsonl": lines.joined(separator: "\n")])
    #expect(found.sessions.map(\.name) == ["High", "None"] && found.rates.isEmpty)
    let high = try #require(found.sessions.first)
    #expect(high.flagged == MeasuredShare(2, of: 3) && high.someoneElseOnly == 1)
    #expect(high.medianMessage == 1 && high.ninetiethMessage == 3)
    #expect(high.medianSinceSign == 1 && high.ninetiethSinceSign == 2)
    #expect(high.messages.count == 4 && high.messages.total == 7)
    let none = try #require(found.sessions.last)
    #expect(none.flagged.count == 0 && none.medianMessage == nil && none.messages.count == 0)
    #expect(found.sessionGroups.map(\.name) == ["p", "q"])
    #expect(found.sessionGroups.map(\.flagged.count) == [1, 1])
    #expect(found.sessionGroups.map(\.flagged.total) == [1, 3])
    // Missed conversations are listed, each by a message.
    #expect(found.missed.map(\.place.row) == [3, 4] && found.missed.map(\.message) == [1, 1])
    #expect(found.flagged.map(\.message) == [3, 4, 1, 2])
  }

  @Test("a screen that flags nothing is noted")
  func blindness() throws {
    let found = try measure(["data/s.csv": "text,label\ncalm,flag\ncalm,none\n"])
    #expect(found.notes.last?.hasPrefix("the screen saw no sign in any message") == true)
    try expectEmpty(measure(["data/s.csv": "text\nflag\n"]).notes)
  }

  @Test("the project's own sentences can be measured without quoting them")
  func ownSentences() throws {
    let spanish = TableColumns(filters: [TableColumns.Filter(column: "language", value: "es")])
    let table = try LabelledTable(
      "\(ProjectFolder.path)/Evals/safety/hard-sentences.jsonl", columns: spanish)
    let found = CrisisMeasure(table)
    let right = try #require(found.agreement?.right)
    let isMostlyRight = right.total == table.rows.count && 2 * right.count > right.total
    #expect(isMostlyRight)
    let text =
      JSONValue.object(found.json).text()
      + (found.missed + found.flagged).map { JSONValue.object($0.json).text() }.joined()
    let quoted = table.rows.count { $0.text.count > 20 && text.contains($0.text) }
    let concepts = found.flagged.count { !$0.signs.isEmpty }
    #expect(quoted == 0 && concepts > 0)
  }
}
