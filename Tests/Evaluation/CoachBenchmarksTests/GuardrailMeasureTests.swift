import CoachModel
import CoachSafety
import EvalStatistics
import EvalTestKit
@testable import PromptEvals
import PromptTemplates
@testable import CoachBenchmarks
import SafetyRules
import SourceFiles
import Testing
import TestKit

@Suite("Measuring the reply checks")
struct GuardrailMeasureTests {
  /// Finds the checks whose names a text contains, and advice in discovery only.
  private func find(_ text: String, _ isDiscovery: Bool, _ language: String) -> Set<ReplyCheck> {
    Set(
      ReplyCheck.builtIn.filter {
        text.contains($0.rawValue) && (isDiscovery || $0 != .discoveryAdvice)
      })
  }

  private func measure(
    _ files: [String: String], _ columns: TableColumns = TableColumns(), map: [String] = [],
    isDiscovery: Bool = true, transcripts: [Transcript] = []
  ) throws -> GuardrailMeasure {
    let table =
      files.isEmpty
      ? LabelledTable()
      : try LabelledTable(
        "data", columns: columns, labels: ["checks"], files: InMemoryFileSystem(files))
    return try GuardrailMeasure(
      table, labels: GuardrailLabels(parsing: map), isDiscovery: isDiscovery,
      transcripts: transcripts.map { $0.graded(ReplyContract()) }, finding: find)
  }

  private static let sentences = """
    {"text": "a diagnosis", "checks": ["diagnosis"]}
    {"text": "plain", "checks": ["diagnosis", "harsh_tone"]}
    {"text": "diagnosis", "checks": []}
    {"text": "plain", "checks": []}
    """

  @Test("precision, recall and F1 of each check as computed by hand")
  func byHand() throws {
    let found = try measure(["data/s.jsonl": Self.sentences])
    #expect(found.count == 4 && found.rates.isEmpty)
    #expect(found.labelled.map(\.name) == ReplyCheck.builtIn.map(\.rawValue))
    let diagnosis = try #require(found.labelled.first { $0.name == "diagnosis" })
    #expect(diagnosis.count == 4 && diagnosis.positives == 2 && diagnosis.found == 2)
    #expect(diagnosis.precision?.value == 0.5 && diagnosis.recall?.value == 0.5)
    #expect(diagnosis.f1?.value == 0.5)
    #expect(isClose(diagnosis.recall?.interval, 0.0945312057, 0.9054687943, 1e-9))
    let harsh = try #require(found.labelled.first { $0.name == "harsh_tone" })
    #expect(harsh.precision == nil && harsh.recall?.value == 0)
    #expect(harsh.f1?.value == 0 && harsh.f1?.interval == nil)
    #expect(found.cleanFlagged == MeasuredShare(1, of: 2))
  }

  @Test("other label names are mapped, and rows of several annotators are one message")
  func mapped() throws {
    let table = """
      transcript_id,utterance_id,who,utterance_text,what
      1,1,therapist,discovery_advice,
      1,1,therapist,discovery_advice,advice
      1,2,therapist,harsh_tone,information
      2,1,therapist,plain,advice
      2,2,client,discovery_advice,

      """
    let columns = TableColumns(
      label: "what", filters: [TableColumns.Filter(column: "who", value: "therapist")])
    let found = try measure(["data/a.csv": table], columns, map: ["advice=discovery_advice"])
    #expect(found.count == 3 && found.mergedRows == 1)
    #expect(found.labelled.map(\.name) == ["discovery_advice"])
    let advice = try #require(found.labelled.first)
    #expect(advice.count == 3 && advice.positives == 2 && advice.found == 1)
    #expect(advice.precision?.value == 1 && advice.recall?.value == 0.5)
    #expect(advice.recall?.clusters == 2)
    // There are no labels for the other checks.
    let harsh = try #require(found.rates.first { $0.check == .harshTone })
    #expect(found.rates.count == ReplyCheck.builtIn.count - 1)
    #expect(harsh.flagged == MeasuredShare(1, of: 3) && isClose(harsh.perThousand, 1000.0 / 3))
    #expect(found.cleanFlagged == nil)
    #expect(found.notes == ["1 row said more of a message counted already"])
  }

  @Test("without labels, the findings of each check are counted")
  func unlabelled() throws {
    let files = ["data/a.csv": "text\ndiscovery_advice\nplain\n"]
    let found = try measure(files)
    let advice = try #require(found.rates.first { $0.check == .discoveryAdvice })
    #expect(found.labelled.isEmpty && advice.perThousand == 500)
    // In coaching advice is allowed and not checked.
    let coaching = try measure(files, isDiscovery: false)
    #expect(coaching.rates.contains { $0.check == .discoveryAdvice } == false)
    let said = try measure([
      "data/a.jsonl": #"{"text": "discovery_advice", "discovery": false}"#
    ])
    #expect(said.rates.contains { $0.check == .discoveryAdvice } == false)
  }

  private func transcript(
    _ kind: ConversationKind, _ quality: Transcript.Quality, _ coach: [String],
    _ flaws: [Transcript.Flaw] = []
  ) -> Transcript {
    var transcript = Samples.transcript(coach, id: "\(kind)-\(quality)")
    (transcript.kind, transcript.quality, transcript.flaws) = (kind, quality, flaws)
    return transcript
  }

  @Test("declared flaws of transcripts are expectations for checks")
  func transcripts() throws {
    let flawed = transcript(
      .discovery, .flawed, ["clinical_claim", "plain", "discovery_advice", "plain"],
      [
        Transcript.Flaw(grader: "forbidden.clinical", coachMessage: 1),
        Transcript.Flaw(grader: "forbidden.clinical", coachMessage: 2),
        Transcript.Flaw(grader: "no-advice", coachMessage: 3),
        Transcript.Flaw(grader: "no-advice", coachMessage: nil),
        Transcript.Flaw(grader: "completion", coachMessage: nil),
      ])
    let coaching = transcript(.coaching, .good, ["diagnosis", "discovery_advice"])
    let unrated = transcript(.coaching, .unrated, ["diagnosis"])
    let found = try measure([:], transcripts: [flawed, coaching, unrated])
    #expect(found.count == 7)
    #expect(found.labelled.map(\.name) == ["forbidden.clinical", "no-advice"])
    let clinical = try #require(found.labelled.first)
    #expect(clinical.count == 6 && clinical.positives == 2 && clinical.found == 2)
    #expect(clinical.precision?.value == 0.5 && clinical.recall?.value == 0.5)
    let advice = try #require(found.labelled.last)
    #expect(advice.count == 4 && advice.positives == 1 && advice.found == 1)
    let diagnoses = found.rates.filter { $0.check == .diagnosis }
    #expect(
      diagnoses.map(\.source) == [
        "transcripts, flawed", "transcripts, good", "transcripts, unrated",
      ])
    #expect(diagnoses.map(\.flagged.count) == [0, 1, 1])
    #expect(found.notes == ["left out 1 flaw of transcripts without a message's number"])
  }

  @Test(
    "an unknown check or label is an error",
    arguments: [
      (["advice=discovery_advise"], "measure.check", "did you mean 'discovery_advice'?"),
      (["advise=diagnosis"], "measure.map", "did you mean 'advice'?"),
      (["advice"], "measure.map", "write value=check"),
    ])
  func spelling(map: [String], code: String, hint: String) throws {
    let files = ["data/a.csv": "text,what\na,advice\n"]
    let error = #expect(throws: SourceError.self) {
      try measure(files, TableColumns(label: "what"), map: map)
    }
    #expect(error?.diagnostics.first?.code == code && error?.diagnostics.first?.hint == hint)
  }

  @Test("without a map, labels are names of checks")
  func ownNames() throws {
    let columns = TableColumns(label: "what")
    let found = try measure(["data/a.csv": "text,what\ndiagnosis,diagnosis\nplain,\n"], columns)
    #expect(found.labelled.first { $0.name == "diagnosis" }?.recall?.value == 1)
    let error = #expect(throws: SourceError.self) {
      try measure(["data/a.csv": "text,what\na,advice\n"], columns)
    }
    let problem = try #require(error?.diagnostics.first)
    #expect(problem.location?.description == "data/a.csv:2:1")
    #expect(problem.hint?.hasPrefix("say what labels mean with --map") == true)
    #expect(throws: SourceError.self) {
      try measure(["data/a.jsonl": #"{"text": "a", "checks": ["diagnose"]}"#])
    }
  }

  @Test("the project's own sentences can be measured with its own checks")
  func ownSentences() throws {
    let spanish = TableColumns(filters: [TableColumns.Filter(column: "language", value: "es")])
    let table = try LabelledTable(
      "\(ProjectFolder.path)/Evals/safety/coach-sentences.jsonl", columns: spanish,
      labels: ["checks"])
    let found = try GuardrailMeasure(table)
    #expect(found.count == table.rows.count && found.labelled.count == ReplyCheck.builtIn.count)
    let positives = found.labelled.reduce(0) { $0 + $1.positives }
    let hits = found.labelled.reduce(0) { $0 + $1.found }
    #expect(positives > 0 && 2 * hits > positives)
  }
}
