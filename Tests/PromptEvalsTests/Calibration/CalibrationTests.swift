import Foundation
@testable import PromptEvals
import SourceFiles
import Testing

@Suite("Graders are held against people's labels")
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

  @Test("κ, precision and recall as worked out by hand")
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

  @Test("of several people the majority counts, and their own agreement is told")
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
    // Pairs agree by 1/3, 1 and 1; chance brings (5/9)² + (4/9)² = 41/81.
    #expect(isClose(found.agreement?.value, (7.0 / 9 - 41.0 / 81) / (40.0 / 81)))
  }

  @Test("a column that is not there is named, with the one that was meant")
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
    let files = LocalFileSystem()
    var suite = try CalibrationSuite(
      try files.read("\(Samples.root)/Evals/calibrations/annomi.yaml"))
    suite.cases.removeAll { $0.use.id != "asks-a-question" }
    let table = try files.read(try #require(Self.labels))
    let found = try #require(try await suite.run(on: table).first)
    #expect(found.count > 100)
    #expect((found.kappa?.value ?? -1) >= 0.75)
  }
}
