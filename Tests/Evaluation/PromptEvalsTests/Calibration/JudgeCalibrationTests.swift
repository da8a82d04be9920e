import CoachTranscripts
import Documents
@testable import EvalGraders
import EvalStatistics
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import SourceFiles
import Testing
import TestKit

/// The planted examples of the judges with rubrics.
@Suite("Calibrations of judges")
struct JudgeCalibrationTests {
  private static let folder = "\(ProjectFolder.path)/Evals/calibrations"
  private static let judges = ["agrees-with-a-bad-plan", "leans", "discloses", "ends-well"]
  private static let reflections = "complex-reflections"

  private static func suite(_ name: String) throws -> CalibrationSuite {
    try CalibrationSuite(try DiskFileSystem().read("\(folder)/\(name).yaml"))
  }

  private static func table(_ name: String, _ part: String) throws -> SourceFile {
    try DiskFileSystem().read("\(folder)/\(name).\(part).csv")
  }

  /// The labels and languages of the labelled messages of both parts.
  private static func labels(of name: String, _ column: String) throws -> [[String: String]] {
    try ["dev", "test"].flatMap { part in
      let file = try table(name, part)
      var parser = CSVParser(file: file, from: 0)
      let header = (parser.next() ?? []).map(\.text)
      var rows: [[String: String]] = []
      while let row = parser.next() {
        try #require(row.count == header.count)
        let fields = Dictionary(uniqueKeysWithValues: zip(header, row.map(\.text)))
        if fields[column] != "" { rows.append(fields) }
      }
      return rows
    }
  }

  @Test(
    "each has enough examples in three languages, with known labels and look-alikes",
    arguments: judges + [reflections])
  func examples(name: String) throws {
    let isOfReflections = name == Self.reflections
    let rows = try Self.labels(of: name, isOfReflections ? "kind" : "level")
    #expect(rows.count >= (isOfReflections ? 60 : 24))
    for language in ["en", "de", "es"] {
      #expect(rows.count { $0["language"] == language } >= 8, "\(language)")
    }
    #expect(rows.allSatisfy { $0["speaker"] == "coach" && $0["why"] != "" })
    let known: [String]
    if isOfReflections {
      known = ["complex", "simple", "none"]
    } else {
      let kind = try #require(GraderRegistry.standard.kind(name))
      let use = try #require(try GraderSamples.uses(kind.documentation.example).first)
      let judge = try #require((use.grader as? NamedGrader)?.base as? ModelJudge)
      known = (judge.levels?.levels.map(\.name) ?? []) + [JudgeLevels.notApplicable]
      #expect(rows.count { $0["level"] == JudgeLevels.notApplicable } >= 5)
    }
    expect(Set(rows.compactMap { $0[isOfReflections ? "kind" : "level"] }), equals: Set(known))
  }

  /// A judge that looks its answer up by the message.
  private static func oracle(_ name: String) throws -> RuleModel {
    let isOfReflections = name == reflections
    let rows = try labels(of: name, isOfReflections ? "kind" : "level")
    return RuleModel { request in
      let shown = request.messages.last?.text ?? ""
      guard
        let row = rows.first(where: { shown.contains("<message>\($0["text"] ?? "")</message>") })
      else { return .reply(["unknown message"]) }
      guard isOfReflections else {
        return .reply([
          "{\"evidence\": [], \"reasoning\": \"\", \"level\": \"\(row["level"] ?? "")\"}"
        ])
      }
      let kind = row["kind"] ?? ""
      let found =
        kind == "none" ? "" : "{\"quote\": \"q\", \"reason\": \"r\", \"kind\": \"\(kind)\"}"
      return .reply(["{\"reflections\": [\(found)]}"])
    }
  }

  @Test(
    "a judge that agrees with every label has a κ of 1, also on what it applies to",
    arguments: judges + [reflections], ["dev", "test"])
  func perfect(name: String, part: String) async throws {
    let suite = try Self.suite(name)
    let models = suite.models.reduce(into: [ModelReference: any LanguageModel]()) { models, model in
      models[model] = try? Self.oracle(name)
    }
    let found = try await suite.run(on: try Self.table(name, part), models: models)
    #expect(found.count == suite.cases.count && found.count >= 2)
    for calibration in found {
      #expect(isClose(calibration.kappa?.value, 1), "\(calibration.grader)")
      #expect(calibration.failure == nil)
    }
    // What the judge applies to is compared on all messages, its verdicts where both apply it.
    let counts = found.map(\.count)
    #expect(counts.max() == (try Self.suite(name).labelledCount(in: Self.table(name, part))))
    #expect((counts.min() ?? 0) < (counts.max() ?? 0))
  }

  @Test("a judge that applies to nothing decides nothing, and that shows in what it applies to")
  func appliesToNothing() async throws {
    let suite = try Self.suite("leans")
    let answer = #"{"evidence": [], "reasoning": "", "level": "not_applicable"}"#
    let models = suite.models.reduce(into: [ModelReference: any LanguageModel]()) {
      $0[$1] = RuleModel { _ in .reply([answer]) }
    }
    let found = try await suite.run(on: try Self.table("leans", "dev"), models: models)
    #expect(found[0].count == 0 && found[0].notApplicable > 0 && found[0].kappa == nil)
    #expect(found[0].undecided == 0 && found[0].failure == nil)
    expect(found[0].applicationWarning ?? "", contains: "called \(found[0].notApplicable) of")
    #expect(found[0].json["not_applicable"]?.integer == found[0].notApplicable)
    #expect(found[1].undecided == 0 && isClose(found[1].kappa?.value, 0))
    #expect(found[1].notApplicable == 0 && found[1].applicationWarning == nil)
  }

  @Test("requests are collected once for all graders that send them, and their answers are scored")
  func requests() async throws {
    let suite = try Self.suite("leans")
    let table = try Self.table("leans", "dev")
    let collector = RequestCollector()
    let models = suite.models.reduce(into: [ModelReference: any LanguageModel]()) {
      $0[$1] = collector
    }
    _ = try await suite.run(on: table, models: models)
    let open = collector.openRequests
    #expect(open.count == (try suite.labelledCount(in: table)))
    let lines = open.map { RequestLine($0, isLabelled: false).json }
    #expect(lines.allSatisfy { $0["schema"]?["required"]?.array?.last?.string == "level" })
    #expect(lines.allSatisfy { $0["label"] == nil })
  }
}

extension CalibrationSuite {
  /// The number of messages of the table with a label of any case.
  fileprivate func labelledCount(in file: SourceFile) throws -> Int {
    let columns = Set(cases.map(\.column))
    return try LabelledMessages(file, suite: self).items.count { item in
      columns.contains { item.labels[$0] != [""] }
    }
  }
}
