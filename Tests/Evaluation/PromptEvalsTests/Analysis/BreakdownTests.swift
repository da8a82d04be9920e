import Documents
@testable import EvalGraders
import EvalStatistics
@testable import PromptEvals
import Testing
import TestKit

@Suite("Where a difference lives")
struct BreakdownTests {
  /// Twelve transcripts of four people in two languages; b fails the second message of those with the tag 'late'.
  private var run: PlantedRun {
    var run = PlantedRun(["g", "h"])
    for number in 0..<12 {
      for side in ["a", "b"] {
        run.add(
          side, number, [.pass, .pass], cluster: "c\(number % 4)", messages: 2
        ) { sample in
          sample.tags = number < 6 ? ["late", "work"] : ["work"]
          sample.person = "p\(number % 4)"
          sample.language = number.isMultiple(of: 3) ? "de" : "en"
          guard side == "b", number < 6 else { return }
          for place in sample.grades.indices
          where sample.grades[place].grader == "g" && sample.grades[place].message == 2 {
            sample.grades[place].verdict = .fail
          }
        }
      }
    }
    return run
  }

  private func groups(
    _ dimension: Breakdown.Dimension, _ metric: String = "g"
  ) throws -> [Breakdown.Group] {
    let export = try run.export
    let all = try export.report.breakdowns(by: [dimension], from: export.reader)
    return try #require(all.first { $0.metric == metric }).groups
  }

  @Test("by tag: the tag with the difference comes first, and a transcript is in each of its tags")
  func tags() throws {
    let groups = try groups(.tag)
    #expect(groups.map(\.name) == ["late", "work"] && groups.map(\.transcripts) == [6, 12])
    #expect(groups[0].differences["b"]?.value == -0.5 && groups[1].differences["b"]?.value == -0.25)
    #expect(groups[0].values["a"]?.value == 1 && groups[0].values["b"]?.value == 0.5)
  }

  @Test("by message: the second one has all of it")
  func messages() throws {
    let groups = try groups(.message)
    #expect(groups.map(\.name) == ["1", "2"])
    #expect(groups.map { $0.differences["b"]?.value } == [0, -0.5])
    try expect(self.groups(.message, "h").map { $0.differences["b"]?.value }, equals: [0, 0])
  }

  @Test("replies to the same request are one observation of a message")
  func sameRequest() throws {
    var run = PlantedRun()
    for number in 0..<12 {
      for side in ["a", "b"] {
        run.add(side, number, [side == "a" || number > 5 ? .pass : .fail], messages: 2) { sample in
          // All conversations open alike.
          sample.turns[0].source?.request = "\(side) opening"
        }
      }
    }
    let export = try run.export
    let all = try export.report.breakdowns(by: [.message], from: export.reader)
    let groups = try #require(all.first).groups
    #expect(groups.map(\.transcripts) == [1, 12])
    #expect(groups.map { $0.differences["b"]?.value } == [-0.5, -0.5])
    #expect(groups[0].differences["b"]?.interval == nil)
  }

  @Test("seeds of their own make no observations at temperature 0, in any sample")
  func seedless() throws {
    var run = PlantedRun()
    for number in 0..<12 {
      for (side, attempt) in [("a", 1), ("a", 2), ("b", 1), ("b", 2)] {
        run.add(side, number, [side == "a" || attempt == 1 ? .pass : .fail]) { sample in
          sample.key.attempt = attempt
          sample.turns[0].source?.request = "\(side) \(number) \(attempt)"
          sample.turns[0].source?.seedless = "\(side) opening"
        }
      }
    }
    try expectOne(of: run, difference: -0.5)
  }

  @Test("messages are shared if they are under one variant, whatever the other sends")
  func sharedOnOneSide() throws {
    var run = PlantedRun()
    for number in 0..<12 {
      for side in ["a", "b"] {
        run.add(side, number, [side == "a" || number > 5 ? .pass : .fail]) { sample in
          if side == "a" { sample.turns[0].source?.request = "opening" }
        }
      }
    }
    try expectOne(of: run, difference: -0.5)
  }

  /// Expects that a run whose transcripts share their only request is one observation, by message and by cluster.
  private func expectOne(of run: PlantedRun, difference: Double) throws {
    let export = try run.export
    let headline = export.report.metric("g")?.comparisons["b"]?.difference
    #expect(headline?.count == 1 && headline?.value == difference)
    for dimension in [Breakdown.Dimension.message, .cluster] {
      let all = try export.report.breakdowns(by: [dimension], from: export.reader)
      let groups = try #require(all.first { $0.metric == "g" }).groups
      #expect(groups.map(\.transcripts) == [1] && groups.map(\.clusters) == [1])
      #expect(groups.first?.differences["b"]?.value == difference)
      #expect(groups.first?.differences["b"]?.interval == nil)
    }
  }

  @Test("by tag, openings that are all alike are one observation")
  func taggedOpenings() throws {
    var run = PlantedRun()
    for number in 0..<20 {
      for side in ["a", "b"] {
        run.add(side, number, [side == "a" ? .fail : .pass]) { sample in
          sample.tags = ["work"]
          sample.turns[0].source?.request = "\(side) opening"
        }
      }
    }
    let export = try run.export
    let all = try export.report.breakdowns(by: [.tag, .message], from: export.reader)
    let own = all.filter { $0.metric == "g" }
    #expect(own.map(\.dimension) == [.tag, .message])
    #expect(own.flatMap(\.groups).map(\.transcripts) == [1, 1])
    #expect(own.flatMap(\.groups).map { $0.differences["b"]?.value } == [1, 1])
  }

  @Test("by person, language and cluster")
  func others() throws {
    try expect(groups(.person).map(\.name).sorted(), equals: ["p0", "p1", "p2", "p3"])
    try expect(groups(.cluster).map(\.transcripts), equals: [3, 3, 3, 3])
    let languages = try groups(.language)
    #expect(languages.map(\.name) == ["en", "de"] && languages.map(\.transcripts) == [8, 4])
  }

  @Test("one cluster has a difference and no interval")
  func single() throws {
    let group = try #require(try groups(.cluster).first)
    #expect(group.clusters == 1)
    #expect(group.differences["b"] != nil && group.differences["b"]?.interval == nil)
  }

  @Test("what is not known has no breakdown")
  func unknown() throws {
    var run = PlantedRun()
    for number in 0..<4 { run.add(number, .pass, .fail) }
    let export = try run.export
    let all = try export.report.breakdowns(by: [.tag, .person, .language], from: export.reader)
    #expect(all.isEmpty)
  }

  @Test("JSON has them all, and the page those that say more than the list of conversations")
  func exports() throws {
    let json = try JSONValue(parsing: run.text(.json))["breakdowns"]?.array ?? []
    let own = json.filter { $0["metric"] == "g" }
    #expect(own.map { $0["by"]?.string } == ["tag", "cluster", "person", "language", "message"])
    let page = try run.page
    #expect(page["caution"]?.string == Breakdown.caution)
    let metric = page["metrics"]?.array?.first { $0["id"] == "g" }
    #expect(metric?["breakdowns"]?.array?.count == 5)
  }

  @Test("samples keep the person and the language, and so does what is read of a transcript")
  func stored() throws {
    let sample = try #require(run.samples.first)
    expect(EvalSample(.object(sample.json)), equals: sample)
    let export = try run.export
    let note = try export.reader.subjectNotes(of: export.report.run)["t0"]
    #expect(note?.person == "p0" && note?.language == "de")
  }
}
