import CoachBenchmarks
import CoachModel
import CoachSignals
import CoachTranscripts
import Documents
import EvalStatistics
import Foundation
import SourceFiles
import Testing
import TestKit

@Suite("Memory measured on long conversations")
struct MemoryMeasureTests {
  private static let months = "\(ProjectFolder.path)/Evals/months"

  private func histories() throws -> [PersonHistory] {
    let files = DiskFileSystem()
    return try files.names(in: Self.months).filter { $0.hasSuffix(".yaml") }.map {
      try PersonHistory(try files.read("\(Self.months)/\($0)"))
    }
  }

  @Test("our own histories: recall of the sessions that a coach would remember")
  func ownHistories() throws {
    let measure = MemoryMeasure(MemoryQuestions(try histories()), depth: 8)
    expect(measure.conversations, equals: 12)
    expect(measure.total.count, equals: 36)
    // Measured: .625. Half of the messages share no rare word with what they need.
    #expect(measure.total.recall.map { $0.value >= 0.57 } == true)
    #expect(measure.total.any >= 0.65)
  }

  @Test(
    "histories have nine sessions in three domains, and become records of people who are remembered"
  )
  func records() throws {
    for history in try histories() {
      let record = history.record()
      expect(record.sessions.count, equals: 9, Comment(rawValue: history.id))
      #expect(Set(history.sessions.map(\.domain)).count >= 3, "\(history.id)")
      expect(record.remembers, equals: true)
      #expect(record.style.inferred != nil)
    }
  }

  /// The preferences in the files are strong, and nine sessions are few: what is inferred is seldom the opposite.
  @Test(
    "the style that is inferred from a history is not the opposite of the one it was written with")
  func style() throws {
    var (right, opposite) = (0, 0)
    for history in try histories() {
      guard let inferred = history.record().style.inferred else { continue }
      for dimension in StyleDimension.allCases where abs(history.style[dimension]) >= 0.6 {
        let agreement = history.style[dimension] * inferred[dimension]
        guard abs(inferred[dimension]) >= StylePreference.neutralBand else { continue }
        if agreement > 0 { right += 1 } else { opposite += 1 }
      }
    }
    // Measured: 17 of 32, none opposite.
    #expect(right >= 15 && right > 7 * opposite, "\(right) right, \(opposite) opposite")
  }

  /// The folder with LoCoMo, or nil.
  private static let locomo = ProcessInfo.processInfo.environment["COACHKIT_SHARED"].map {
    "\($0)/data/locomo"
  }

  @Test(
    "LoCoMo: recall of the messages that answer, by words alone",
    .enabled(if: locomo != nil, "set COACHKIT_SHARED to the folder with LoCoMo to run it"))
  func answeringMessages() throws {
    let folder = try #require(Self.locomo)
    let files = DiskFileSystem()
    let questions = try MemoryQuestions(
      try files.read("\(folder)/locomo_dev.json"),
      corrections: try files.read("\(folder)/errors.json"))
    let measure = MemoryMeasure(questions)
    expect(measure.total.count, equals: 1_155)
    #expect(measure.total.recall.map { $0.value >= 0.74 } == true)
  }

  @Test(
    "a file in another form is explained",
    arguments: [
      ("{}", "is not a list"), ("[]", "is not a list"), ("[{\"qa\": []}]", "another form"),
    ])
  func otherForm(text: String, problem: String) {
    do throws(SourceError) {
      _ = try MemoryQuestions(SourceFile(path: "x.json", text: text))
      Issue.record("no error")
    } catch {
      expect(error.description, contains: problem)
    }
  }

  @Test("a history with a mistake has a located error")
  func mistakes() throws {
    let files = DiskFileSystem()
    let text = String(decoding: try files.read("\(Self.months)/marek.yaml").bytes, as: UTF8.self)
    for (old, new, problem) in [
      ("language: en", "langage: en", "language"), ("- coach:", "- coahc:", "coach"),
      ("domain: career", "domain: [", "x.yaml:"),
    ] {
      do throws(SourceError) {
        _ = try PersonHistory(
          SourceFile(path: "x.yaml", text: text.replacingOccurrences(of: old, with: new)))
        Issue.record("no error for \(new)")
      } catch {
        expect(error.description, contains: problem)
      }
    }
  }
}
