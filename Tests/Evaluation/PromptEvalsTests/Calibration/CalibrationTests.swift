import Documents
@testable import EvalGraders
import EvalStatistics
import EvalTestKit
import Foundation
import LanguageModels
@testable import PromptEvals
import SourceFiles
import Testing
import TestKit

@Suite("Calibrating graders with human labels")
struct CalibrationTests {
  private func suite(message: Bool = false, label: String = "asks") throws -> CalibrationSuite {
    try CalibrationSuite(
      SourceFile(
        path: "c.yaml",
        text: """
          name: c
          about: Questions.
          columns: {conversation: talk, speaker: who, text: words\(message ? ", message: id" : "")}
          coach: coach
          graders:
            - grader: {use: question-count, id: asks-a-question, at_least: 1}
              label: {column: \(label), yes: "y", no: "n"}
          """))
  }

  private func table(_ rows: String) -> SourceFile { SourceFile(path: "t.csv", text: rows) }

  private static let plain = """
    talk,who,words,asks
    1,coach,What?,y
    1,person,Hm.,
    1,coach,I see.,n
    2,coach,Why?,n
    2,person,No.,
    2,coach,Right.,y
    2,coach,How?,y

    """

  @Test("κ, precision and recall as computed by hand")
  func byHand() async throws {
    let found = try #require(try await suite().run(on: table(Self.plain)).first)
    #expect(found.count == 5 && found.positives == 3 && found.conversations == 2)
    #expect(found.undecided == 0 && found.agreement == nil)
    // Three of five agree, and chance alone brings .6² + .4² = .52.
    #expect(isClose(found.kappa?.value, (0.6 - 0.52) / 0.48))
    #expect(isClose(found.precision?.value, 2.0 / 3))
    #expect(isClose(found.recall?.value, 2.0 / 3))
    #expect(isClose(found.f1?.value, 2.0 / 3))
  }

  @Test(
    "an unknown name or label is an error, not an empty result",
    arguments: [
      ("coach,", "therapist,", "calibration.coach", "in 'who' there are: 'person', 'therapist'"),
      (",y\n", ",yes\n", "calibration.label", "there are: 'n', 'yes'"),
      (",n\n", ",\n", "calibration.label", "there are: '', 'y'"),
    ])
  func spelling(here: String, there: String, code: String, hint: String) async throws {
    let suite = try suite()
    let other = table(Self.plain.replacing(here, with: there))
    let error = await #expect(throws: SourceError.self) { try await suite.run(on: other) }
    #expect(error?.diagnostics.first?.code == code && error?.diagnostics.first?.hint == hint)
    let empty = await #expect(throws: SourceError.self) {
      try await suite.run(on: table("talk,who,words,asks\n"))
    }
    #expect(empty?.diagnostics.first?.hint == "the table has no rows")
  }

  @Test("labels are compared without case and spaces, and those that mean nothing are counted")
  func spellings() async throws {
    let rows = """
      talk,who,words,asks
      1,coach,What?, Y
      1,Coach,I see.,N\u{20}
      2,coach,Why?,n
      2,coach ,Right.,unsure
      2,coach,How?,Unsure
      3,coach,Why?,
      3,coach,Who?,maybe  not

      """
    let found = try #require(try await suite().run(on: table(rows)).first)
    #expect(found.count == 3 && found.positives == 1)
    #expect(found.unusedLabels.map(\.label) == ["unsure", "", "maybe  not"])
    #expect(found.unusedLabels.map(\.count) == [2, 1, 1])
    #expect(found.json["unused_labels"]?.array?.first == ["label": "unsure", "count": 2])
    try await expect(suite().run(on: table(Self.plain)).first?.unusedLabels, equals: [])
  }

  @Test("a label cannot mean both yes and no")
  func bothWays() {
    let error = #expect(throws: SourceError.self) {
      try CalibrationSuite(
        SourceFile(
          path: "c.yaml",
          text: """
            name: c
            about: Questions.
            columns: {conversation: talk, speaker: who, text: words}
            coach: coach
            graders:
              - grader: {use: question-count, id: asks-a-question, at_least: 1}
                label: {column: asks, yes: [good, fine], no: " GOOD"}
            """))
    }
    #expect(error?.diagnostics.first?.code == "calibration.label")
  }

  @Test("a judge that fails is reported with the reason")
  func failure() async throws {
    var suite = try suite()
    suite.cases[0].use = GraderUse(FailingGrader())
    let failing = suite
    let found = try #require(try await failing.run(on: table(Self.plain)).first)
    #expect(found.count == 0 && found.undecided == 5 && found.failure == "no server")
  }

  private struct FailingGrader: Grader {
    let id = "judge"
    let summary = "S"

    func grade(_ conversation: GradedConversation, with tools: GraderTools) async throws -> [Grade]
    {
      [Grade(grader: id, message: 1, verdict: .error, reason: "no server")]
    }
  }

  @Test("the majority of several people counts, and their own agreement is reported")
  func annotators() async throws {
    let rows = """
      talk,id,who,words,asks
      1,1,coach,What?,y
      1,1,coach,What?,y
      1,1,coach,What?,n
      1,2,person,Hm.,
      1,3,coach,I see.,n
      1,3,coach,I see.,n
      1,3,coach,I see.,n
      2,1,coach,Why?,y
      2,1,coach,Why?,y
      2,1,coach,Why?,y

      """
    let found = try #require(try await suite(message: true).run(on: table(rows)).first)
    #expect(found.count == 3 && found.positives == 2)
    #expect(isClose(found.kappa?.value, 1))
    #expect(found.agreement?.measure == .fleissKappa)
    // Pairs agree by 1/3, 1 and 1; chance brings (5/9)² + (4/9)² = 41/81.
    #expect(isClose(found.agreement?.estimate.value, (7.0 / 9 - 41.0 / 81) / (40.0 / 81)))
  }

  /// A table with a row for each label of each message; a message labelled yes contains a question.
  private func labelled(_ labels: [String]) -> SourceFile {
    let rows = labels.enumerated().flatMap { number, labels in
      labels.map { "1,\(number),coach,\(labels.first == "y" ? "What?" : "I see."),\($0)" }
    }
    return table((["talk,id,who,words,asks"] + rows).joined(separator: "\n") + "\n")
  }

  @Test("messages on which people are divided count for their agreement, and not for the grader's")
  func divided() async throws {
    let file = labelled(["yy", "yy", "yy", "nn", "nn", "yn", "yn", "yn", "yn"])
    let found = try #require(try await suite(message: true).run(on: file).first)
    #expect(found.count == 5 && isClose(found.kappa?.value, 1))
    // Five of nine pairs agree; with ten yes of eighteen, chance brings (10/18)² + (8/18)² = 41/81.
    let agreement = try #require(found.agreement)
    #expect(agreement.measure == .fleissKappa && agreement.estimate.count == 9)
    #expect(isClose(agreement.estimate.value, 0.1))
    #expect(found.json["agreement_measure"] == "fleiss-kappa")
    #expect(isClose(found.json["agreement"]?["value"]?.number, 0.1))
  }

  @Test("with different numbers of labels, the agreement of people is α over all messages")
  func unequal() async throws {
    let file = labelled(["yyn", "nn", "yy", "n"])
    let found = try #require(try await suite(message: true).run(on: file).first)
    #expect(found.count == 4)
    // Of seven labels that can be paired, four are yes: 1 - 6·2/(2·4·3); the last message has no pair.
    let agreement = try #require(found.agreement)
    #expect(agreement.measure == .krippendorffAlpha && agreement.estimate.count == 3)
    #expect(isClose(agreement.estimate.value, 0.5))
    #expect(found.json["agreement_measure"] == "krippendorff-alpha")
  }

  @Test("a limit on what a grader sees does not limit the data of people's agreement")
  func limit() async throws {
    var suite = try suite(message: true)
    suite.cases[0].use.grader = Asking()
    let file = labelled(["yy", "yy", "yy", "nn", "nn", "yn", "yn", "yn", "yn"])
    let found = try #require(try await suite.run(on: file, limit: 2).first)
    #expect(found.count == 2 && found.agreement?.estimate.count == 9)
  }

  @Test("an unknown column is reported with the closest match")
  func missing() async throws {
    let suite = try suite(label: "askss")
    let file = table(Self.plain)
    let error = await #expect(throws: SourceError.self) { try await suite.run(on: file) }
    let diagnostic = try #require(error?.diagnostics.first)
    #expect(diagnostic.code == "calibration.column")
    #expect(diagnostic.message == "t.csv has no column 'askss'")
    #expect(diagnostic.hint == "did you mean 'asks'?")
  }

  static let labels = ProcessInfo.processInfo.environment["COACHKIT_SHARED"].map {
    "\($0)/data/annomi/annomi_dev.csv"
  }

  @Test(
    "question marks find what experts call a question",
    .enabled(
      if: CalibrationTests.labels != nil,
      "set COACHKIT_SHARED to the folder with AnnoMI's table to run it"))
  func experts() async throws {
    let files = DiskFileSystem()
    var suite = try CalibrationSuite(
      try files.read("\(ProjectFolder.path)/Evals/calibrations/annomi.yaml"))
    suite.cases.removeAll { $0.use.id != "asks-a-question" }
    let table = try files.read(try #require(Self.labels))
    let found = try #require(try await suite.run(on: table).first)
    #expect(found.count > 100)
    #expect((found.kappa?.value ?? -1) >= 0.75)
  }
}

/// Finds a question in messages that end with one, and claims to call a model.
private struct Asking: Grader {
  let id = "asking"
  let summary = "Asks"
  let models = [ModelReference(provider: "test", model: "none")]

  func grade(_ conversation: GradedConversation, with tools: GraderTools) -> [Grade] {
    eachMessage(of: conversation) { $0.visibleText.hasSuffix("?") ? nil : "no question" }
  }
}
