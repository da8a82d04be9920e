import Documents
@testable import EvalGraders
import EvalStatistics
@testable import PromptEvals
import Testing
import TestKit

@Suite("The sentence about a challenger")
struct VerdictTests {
  /// Ten transcripts, of which six differ, graded twice alike: p is .031 alone and .063 among two.
  private var lead: PlantedRun {
    var run = PlantedRun(["tentative", "again"])
    for number in 0..<10 { run.add(number, number < 6 ? .fail : .pass, .pass) }
    return run
  }

  @Test("a difference that the adjustment hides is named, with what would decide it")
  func nearly() throws {
    let verdict = try #require(try lead.report.verdicts.first)
    #expect(verdict.tone == .none)
    expect(verdict.conclusion, contains: "b leads a by 60.0 on tentative [+4.8, +96.9]")
    expect(
      verdict.conclusion,
      contains: "6 of 10 transcripts differ, p 0.063 after adjusting for 2 tests;"
        + " about 2 more transcripts like these would decide; likewise again +60.0.")
    expect(
      verdict.basis,
      contains: "2 of 2 graders could show a difference, p adjusted for these 2 tests")
  }

  @Test("every form of the report has the sentence")
  func forms() throws {
    let sentence = "b leads a by 60.0 on tentative"
    for format in [EvalExportFormat.json, .markdown, .junit, .html] {
      try expect(lead.text(format), contains: sentence)
    }
    let page = try lead.page["verdicts"]?.array?.first
    #expect(page?["tone"] == "none" && page?["text"]?.string?.hasPrefix(sentence) == true)
    let json = try JSONValue(parsing: lead.text(.json))
    #expect(json["tests"]?.integer == 2)
    try expect(json["verdicts"]?.array?.first?["text"]?.string, equals: lead.report.verdict)
  }

  @Test("without a second grader the same data shows the difference")
  func alone() throws {
    var run = PlantedRun()
    for number in 0..<10 { run.add(number, number < 6 ? .fail : .pass, .pass) }
    let verdict = try #require(try run.report.verdicts.first)
    #expect(verdict.tone == .better)
    expect(verdict.conclusion, equals: "b is better on g (+60.0) than a.")
    expect(verdict.basis, contains: "the only test; smallest p 0.031")
  }

  @Test("a loss is said as one")
  func behind() throws {
    var run = PlantedRun(["g", "h"])
    for number in 0..<10 { run.add(number, .pass, number < 6 ? .fail : .pass) }
    try expect(run.report.verdict, contains: "b is behind a by 60.0 on g")
  }

  @Test("p-values of several challengers are one family, and the sentence says so")
  func family() throws {
    var run = PlantedRun()
    run.variants = ["a", "b", "c"]
    for number in 0..<10 {
      run.add(number, .fail, .pass)
      run.add("c", number, [.pass])
    }
    let report = try run.report
    #expect(report.testedFamily == 2)
    for verdict in report.verdicts {
      expect(verdict.basis, contains: "p adjusted for 2 tests over all versions")
    }
  }

  @Test("judges of pairs answer where no grader does")
  func pairs() throws {
    let samples = ["a", "b"].flatMap { side in
      (0..<3).map { ExportBench.sample("t\($0)", side: side) }
    }
    let verdicts = (0..<3).map { ExportBench.verdict("t\($0)", (.second, .first)) }
    let report = try ExportBench.report(
      samples, variants: ["a", "b"], graders: [], pairwise: verdicts
    ).report
    #expect(report.verdicts.first?.conclusion.hasPrefix("In pairs, j") == true)
    #expect(report.verdicts.first?.notes.isEmpty == true)
  }

  @Test("the number of clusters that have to differ is a rule of paired differences only")
  func fewUnpaired() throws {
    var run = PlantedRun()
    for (number, verdict) in [Grade.Verdict.pass, .fail].enumerated() {
      run.add("a", number, [verdict])
    }
    for (number, verdict) in [Grade.Verdict.pass, .pass, .fail].enumerated() {
      run.add("b", number + 10, [verdict])
    }
    let verdict = try #require(try run.report.verdicts.first)
    expect(verdict.conclusion, contains: "No difference shown between a and b; the largest is")
    expect(verdict.basis, contains: "1 of 1 grader could show a difference")
    #expect(!verdict.text.contains("at least 6") && !verdict.text.contains("same scores"))
    var paired = PlantedRun()
    for number in 0..<5 { paired.add(number, number < 2 ? .fail : .pass, .pass) }
    try expect(paired.report.verdict, contains: "with 5 clusters of transcripts: at least 6")
  }

  @Test("equal scores are said only of the transcripts of which both have one")
  func equalScores() throws {
    func conclusion(_ near: (String, Int) -> Grade.Verdict?) throws -> String {
      var run = PlantedRun(["g", "near"])
      for number in 0..<8 {
        for side in ["a", "b"] { run.add(side, number, [.pass, near(side, number)]) }
      }
      return try #require(try run.report.verdicts.first).text
    }
    let head = "No difference shown between a and b: "
    try expect(
      conclusion { _, _ in .pass },
      contains: "\(head)every transcript has the same scores with both.")
    try expect(
      conclusion { side, number in side == "b" && number < 2 ? .error : .pass },
      contains: "\(head)the scores that both have are the same"
        + " (g on 8, near on 6 of 8 transcripts).")
    let errors = try conclusion { _, _ in .error }
    expect(errors, contains: "\(head)every transcript has the same scores of g with both.")
    expect(errors, contains: "Nothing to compare on near.")
  }

  // MARK: One cluster

  @Test("a difference of one cluster alone says so, and is none")
  func oneCluster() throws {
    var run = PlantedRun()
    for number in 0..<24 {
      run.add(number, number < 10 ? .fail : .pass, .pass, cluster: number < 10 ? "anna" : nil)
    }
    let report = try run.report
    let sentence = "All of the difference on g comes from cluster anna: 10 of 10 changes."
    #expect(report.verdicts[0].tone == .none)
    #expect(report.verdicts[0].notes == [sentence])
    let share = try #require(report.metric("g")?.comparisons["b"]?.leadingCluster)
    #expect(share.isAll && share.rest.value == 0 && share.rest.count == 14)
    for format in [EvalExportFormat.json, .markdown, .junit, .html] {
      try expect(run.text(format), contains: sentence)
    }
  }

  @Test("a finding of which most comes from one cluster says what is left without it")
  func mostlyOne() throws {
    func note(others: Int) throws -> String {
      var run = PlantedRun()
      for number in 0..<10 { run.add(number, .fail, .pass, cluster: "anna") }
      for number in 10..<30 { run.add(number, number < 10 + others ? .fail : .pass, .pass) }
      let verdict = try #require(try run.report.verdicts.first)
      #expect(verdict.tone == .better)
      return verdict.notes.joined(separator: " ")
    }
    let six = try note(others: 6)
    expect(six, contains: "Most of it comes from cluster anna (10 of 16 changes); without it the")
    expect(six, contains: "difference is +30.0")
    #expect(!six.contains("would show no difference"))
    try expect(note(others: 5), contains: ", which would show no difference.")
    try expect(note(others: 12), equals: "")
  }

  @Test("transcripts of their own clusters never are one cluster's difference")
  func ownClusters() throws {
    #expect(try lead.report.metric("tentative")?.comparisons["b"]?.leadingCluster == nil)
  }
}

@Suite("What figures beside each other rest on")
struct SharedFiguresTests {
  /// Version b has no verdict on two transcripts that a fails.
  private var run: PlantedRun {
    var run = PlantedRun()
    for number in 0..<8 {
      run.add("a", number, [number < 4 ? .fail : .pass])
      run.add("b", number, [number < 2 ? .inconclusive : .pass])
    }
    return run
  }

  @Test("the figures of both versions are over the transcripts that both have")
  func common() throws {
    let report = try run.report
    let metric = try #require(report.metric("g"))
    let (a, b) = (try #require(metric.common["a"]), try #require(metric.common["b"]))
    #expect(a.count == 6 && b.count == 6 && metric.values["a"]?.estimate.count == 8)
    #expect(abs(b.value - a.value - (metric.comparisons["b"]?.difference.value ?? 0)) < 1e-9)
    #expect(
      report.caveats.contains(
        "The figures of g are over the 6 transcripts of which every version has a score (a has 8, b has 6)."
      ))
    try expect(run.text(.markdown), contains: "| g | 66.7 % | 100.0 % | +33.3 [")
    let side = try run.page["metrics"]?.array?.first { $0["id"] == "g" }?["sides"]?["a"]
    #expect(side?["n"]?.integer == 6 && side?["all"]?.integer == 8)
  }

  @Test("with all verdicts there is nothing to say")
  func complete() throws {
    var run = PlantedRun()
    for number in 0..<8 { run.add(number, .fail, .pass) }
    #expect(try !run.report.caveats.contains { $0.contains("The figures of") })
  }

  @Test("a comparison over other transcripts than the columns says over how many")
  func severalChallengers() throws {
    var run = PlantedRun()
    run.variants = ["a", "b", "c"]
    for number in 0..<8 {
      run.add(number, .fail, .pass)
      run.add("c", number, [number < 3 ? .error : .pass])
    }
    let caveat = try #require(try run.report.caveats.first { $0.hasPrefix("The figures of g") })
    expect(caveat, contains: "over the 5 transcripts of which every version has a score")
    expect(caveat, contains: "; b − a over 8.")
  }

  @Test("a reference over other transcripts says over which")
  func reference() throws {
    var run = PlantedRun()
    run.references = ["written"]
    for number in 0..<6 { run.add(number, .pass, .pass) }
    for number in 4..<8 { run.add("written", number, [.pass]) }
    #expect(
      try run.report.caveats.contains(
        "Read the rates against written, graded in the same way as it was written: it is over 4 transcripts, of"
          + " which 2 are among the 6 of the versions."))
  }
}

@Suite("What comes first in a report")
struct OrderTests {
  /// Version b is the same as a, and c differs on the third grader; the first two are always met.
  private var run: PlantedRun {
    var run = PlantedRun(["first", "second", "third", "fourth"])
    run.variants = ["a", "b", "c"]
    for number in 0..<12 {
      let (odd, third): (Grade.Verdict, Grade.Verdict) = (number % 3 == 0 ? .fail : .pass, .fail)
      run.add("a", number, [.pass, .pass, third, .pass])
      run.add("b", number, [.pass, .pass, third, odd])
      run.add("c", number, [.pass, .pass, .pass, .pass])
    }
    return run
  }

  @Test("the challenger with a finding leads, and the page opens on it")
  func leading() throws {
    #expect(try run.report.leadingChallenger == "c")
    try expect(run.page["leading"]?.string, equals: "c")
    try expect(JSONValue(parsing: run.text(.json))["leading_challenger"]?.string, equals: "c")
  }

  @Test("graders are in the order of evidence, each challenger with its own")
  func graders() throws {
    let report = try run.report
    #expect(report.order(for: "c").first?.role.id == "third")
    #expect(report.order(for: "b").first?.role.id == "fourth")
    #expect(report.order().prefix(2).map(\.role.id) == ["third", "fourth"])
    let page = try run.page["order"]?["c"]?.array?.first
    #expect(page?.string == "third")
  }

  @Test("graders that are met everywhere are folded into a line")
  func perfect() throws {
    let report = try run.report
    #expect(report.orderedMetrics.perfect.map(\.role.id) == ["first", "second"])
    let text = try run.text(.markdown)
    expect(text, contains: "100 % on every side: first, second")
    #expect(!text.contains("| first |") && text.contains("| third |"))
    let metrics = try run.page["metrics"]?.array ?? []
    #expect(metrics.filter { $0["isPerfect"] == true }.count == 2 && metrics.count > 5)
  }

  @Test("a grader without a verdict somewhere is not folded away")
  func missing() throws {
    var run = PlantedRun(["first", "second"])
    for number in 0..<8 {
      run.add("a", number, [.pass, .pass])
      run.add("b", number, [.pass, number == 0 ? .error : .pass])
    }
    #expect(try run.report.orderedMetrics.perfect.isEmpty)
  }
}
