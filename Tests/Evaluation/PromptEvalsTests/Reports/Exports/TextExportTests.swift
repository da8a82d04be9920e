import Documents
@testable import EvalGraders
@testable import PromptEvals
import Testing
import TestKit

@Suite("Text exports of a run")
struct TextExportTests {
  @Test("CSV: cells with commas, quotes and line breaks are quoted, formulas are neutralised")
  func table() throws {
    let sample = ExportBench.sample(
      "=1+1", cluster: "a \"b\", c\nd", grades: [("g", .pass, nil), ("h", .error, "x")])
    let export = try ExportBench.report([sample]).export
    let lines = try ExportBench.text(export, .csv).split(separator: "\r\n")
    #expect(lines.count == 3)
    #expect(lines[0].split(separator: ",").count == 18)
    #expect(
      lines[1] == "r1,a,'=1+1,1,\"a \"\"b\"\", c\nd\",g,1.0,0,0,0,,1,0,10,5,,,1.5")
    #expect(lines[2].hasSuffix(",h,,1,0,0,,1,0,10,5,,,1.5"))
  }

  @Test("CSV: columns about the sample say so, and a reference has no cost")
  func references() throws {
    let samples = [
      ExportBench.sample(grades: [("g", .pass, nil)]),
      ExportBench.sample(side: "w", isReference: true, grades: [("g", .pass, nil)]),
    ]
    let export = try ExportBench.report(samples, references: ["w"]).export
    let lines = try ExportBench.text(export, .csv).split(separator: "\r\n")
    let names = lines[0].split(separator: ",")
    #expect(
      names.suffix(8) == [
        "sample_passed", "sample_messages", "sample_failed_messages", "sample_input_tokens",
        "sample_output_tokens", "sample_dollars", "mean_first_seconds", "mean_seconds",
      ])
    #expect(lines[1].hasSuffix(",g,1.0,0,0,0,1,1,0,10,5,,,1.5"))
    #expect(lines[2].hasSuffix(",g,1.0,0,0,0,1,1,0,,,,,1.5"))
  }

  @Test(
    "CSV: the start of a formula is never a cell of its own", arguments: ["+1", "-x", "@a", "\tb"])
  func formulas(cluster: String) throws {
    let sample = ExportBench.sample(cluster: cluster, grades: [("g", .pass, nil)])
    let text = try ExportBench.text(try ExportBench.report([sample]).export, .csv)
    #expect(text.contains(",'\(cluster),"))
    #expect(!text.contains(",\(cluster),"))
  }

  @Test("Markdown: texts cannot break the table or add markup")
  func markdown() throws {
    let sample = ExportBench.sample(grades: [("g", .pass, nil)])
    let export = try ExportBench.report([sample], suite: "a|b <img> *c*").export
    let text = try ExportBench.text(export, .markdown)
    #expect(text.hasPrefix("### a\\|b \\<img> \\*c\\*: results\n"))
    #expect(text.contains("| metric | a |\n|---|---:|\n| g | 100.0 % |"))
  }

  @Test(
    "Markdown: the gate's mark shows its outcome",
    arguments: [
      (EvalRun.Status.complete, "❔ not decided"), (.interrupted, "❔ not decided"),
    ])
  func gate(status: EvalRun.Status, headline: String) throws {
    let gate = EvalGate(levels: [.init(metric: "h", minimum: 0.5)])
    let export = try ExportBench.report(
      [ExportBench.sample(grades: [("g", .pass, nil)])], status: status, gate: gate
    ).export
    let text = try ExportBench.text(export, .markdown)
    #expect(text.hasPrefix("### s: \(headline)\n"))
    #expect(text.contains("- ❔ gate: a on h at least 50.0 %: nothing was measured"))
  }

  @Test("Markdown: a grader that always failed has a row with its errors per side")
  func failedGrader() throws {
    let samples = ["a", "b"].flatMap { side in
      (0..<3).map { number in
        ExportBench.sample(
          "t\(number)", side: side,
          grades: [("g", side == "a" ? .inconclusive : .pass, nil), ("h", .error, "broke")])
      }
    }
    let export = try ExportBench.report(samples, variants: ["a", "b"]).export
    let text = try ExportBench.text(export, .markdown)
    #expect(text.contains("| metric | a | b | b − a | p adj. | grader errors | no verdict |"))
    #expect(text.contains("| g | – | 100.0 % | – | – |  | a 3 |"))
    #expect(text.contains("| h | – | – | – | – | a 3, b 3 |  |"))
    let value = try JSONValue(parsing: ExportBench.text(export, .json))
    let metric = value["metrics"]?.array?.first { $0["id"] == "h" }
    #expect(metric?["values"]?["a"]?["errors"]?.integer == 3)
    #expect(metric?["values"]?["a"]?["estimate"] == .null)
  }

  @Test("messages that a grader does not apply to are counted in every export")
  func notApplicable() throws {
    let samples = ["a", "b"].flatMap { side in
      (0..<3).map { number in
        ExportBench.sample(
          "t\(number)", side: side,
          grades: [("g", side == "a" ? .notApplicable : .pass, nil), ("h", .pass, nil)])
      }
    }
    let export = try ExportBench.report(samples, variants: ["a", "b"]).export
    let text = try ExportBench.text(export, .markdown)
    #expect(text.contains("| metric | a | b | b − a | p adj. | not applicable |"))
    #expect(text.contains("| g | – | 100.0 % | – | – | a 3 |"))
    let table = try ExportBench.text(export, .csv)
    #expect(table.contains(",a,t0,1,") && table.contains(",g,,0,0,1,"))
    let value = try JSONValue(parsing: ExportBench.text(export, .json))
    let metric = value["metrics"]?.array?.first { $0["id"] == "g" }
    #expect(metric?["values"]?["a"]?["not_applicable"]?.integer == 3)
    #expect(metric?["values"]?["b"]?["not_applicable"]?.integer == 0)
  }

  @Test("Markdown: a metric without a test has no p and is not emphasised")
  func untested() throws {
    let export = try ExportBench.report(ExportBench.samples(12), variants: ["a", "b"]).export
    let lines = try ExportBench.text(export, .markdown).split(separator: "\n")
    let tested = try #require(lines.first { $0.hasPrefix("| g |") })
    #expect(tested.contains("**+100.0") && !tested.hasSuffix("| – |"))
    for id in ["overall", "passed"] {
      let line = try #require(lines.first { $0.hasPrefix("| \(id) |") })
      #expect(line.hasSuffix("| – |") && !line.contains("**"), "\(line)")
    }
  }

  @Test("Markdown: pairwise verdicts have their own table")
  func pairwise() throws {
    let verdicts = [
      ExportBench.verdict("t0", (.second, .first)), ExportBench.verdict("t1", (.tie, .tie)),
      ExportBench.verdict("t2", (nil, .first)),
    ]
    let report = { (pairwise: [PairwiseVerdict]) in
      try ExportBench.report(
        ExportBench.samples(3), variants: ["a", "b"], pairwise: pairwise
      ).export
    }
    let text = try ExportBench.text(try report(verdicts), .markdown)
    #expect(text.contains("| side by side | challenger | wins | ties | losses | errors |"))
    #expect(text.contains("| j | b | 1 | 1 | 0 | 1 | 75.0 % ["))
    #expect(try !ExportBench.text(try report([]), .markdown).contains("side by side"))
  }

  @Test("JSON: the limits that decide the gate are included, wider if it is looked at early")
  func gateDifference() throws {
    let gate = EvalGate(margins: [.init(metric: "g", margin: 0.1)])
    func value(_ looks: [Double]) throws -> JSONValue? {
      let export = try ExportBench.report(
        ExportBench.samples(12), gate: gate, variants: ["a", "b"], looks: looks
      ).export
      let value = try JSONValue(parsing: ExportBench.text(export, .json))
      let metric = value["metrics"]?.array?.first { $0["id"] == "g" }
      return metric?["comparisons"]?["b"]?["gate_difference"]
    }
    try expect(value([])?["value"]?.number, equals: 1)
    let once = try #require(try value([])?["low"]?.number)
    let early = try #require(try value([0.5, 1])?["low"]?.number)
    #expect(early < once)
  }

  @Test("JSON: unknown values are null, never 0")
  func json() throws {
    let export = try ExportBench.report([ExportBench.sample(grades: [("g", .pass, nil)])]).export
    let value = try JSONValue(parsing: ExportBench.text(export, .json))
    #expect(value["gate"] == .null && value["run"]?["note"] == .null)
    let side = value["sides"]?.array?.first
    #expect(side?["first_content_seconds"] == .null)
    #expect(side?["seconds"]?["median"]?.number == 1.5)
    #expect(side?["costs"]?["dollars"] == .null)
    let metrics = value["metrics"]?.array ?? []
    #expect(metrics.first { $0["id"] == "g" }?["values"]?["a"]?["repeats"] == .null)
    #expect(metrics.first { $0["id"] == "h" }?["values"] == [:])
  }

  @Test("JSON Lines: every sample round-trips")
  func lines() throws {
    let samples = (1..<4).map { number in
      ExportBench.sample("t\(number)", reply: "a\nb \"\(number)\"", grades: [("g", .fail, "why\n")])
    }
    let text = try ExportBench.text(try ExportBench.report(samples).export, .jsonl)
    let lines = text.split(separator: "\n")
    try expect(lines.map { EvalSample(try JSONValue(parsing: String($0))) }, equals: samples)
  }

  @Test("Inspect logs cannot be exported as one text")
  func inspect() throws {
    let export = try ExportBench.report([ExportBench.sample()]).export
    #expect(throws: StoreError.self) { try ExportBench.text(export, .inspect) }
  }
}

@Suite("Exporting a run as test cases")
struct JUnitExportTests {
  private func count(_ text: String, _ part: String) -> Int { text.ranges(of: part).count }

  @Test("one case per sample and grader, with consistent counts")
  func counts() throws {
    let verdicts: [(Grade.Verdict, Grade.Verdict)] = [
      (.pass, .fail), (.error, .inconclusive), (.fail, .pass), (.pass, .pass),
    ]
    let samples = verdicts.enumerated().map { number, pair in
      ExportBench.sample("t\(number)", grades: [("g", pair.0, "why"), ("h", pair.1, "why")])
    }
    let text = try ExportBench.text(try ExportBench.report(samples).export, .junit)
    // Eight verdicts, and the finding that the grader failed on more samples than are tolerated.
    #expect(count(text, "<testcase ") == 9)
    #expect(!text.contains("<failure ") && count(text, "<system-out>not met") == 2)
    #expect(count(text, "<error ") == 1 && count(text, "<skipped ") == 2)
    #expect(count(text, " tests=\"8\" failures=\"0\" errors=\"0\"") == 1)
    #expect(count(text, " tests=\"9\" failures=\"0\" errors=\"1\"") == 1)
    #expect(count(text, " skipped=\"2\"") == 1)
    #expect(count(text, "</testcase>") == 5)
  }

  @Test("a grader that applied to nothing has no case")
  func nothing() throws {
    let samples = [ExportBench.sample(grades: [("g", .pass, nil)])]
    let text = try ExportBench.text(try ExportBench.report(samples).export, .junit)
    // One for the run, of which nothing was demanded, and one for the other grader.
    #expect(count(text, "<testcase ") == 2 && text.contains(" tests=\"2\""))
    #expect(text.contains("<system-out>nothing was demanded"))
  }

  @Test("references are left out, and graders that are no assertions fail nothing")
  func references() throws {
    let grades: [(grader: String, verdict: Grade.Verdict, reason: String?)] = [
      ("g", .fail, "two questions"), ("h", .inconclusive, "no data"),
    ]
    let samples = [
      ExportBench.sample(grades: grades), ExportBench.sample(side: "b", grades: grades),
      ExportBench.sample("w", side: "w", isReference: true, grades: grades),
    ]
    let text = try ExportBench.text(
      try ExportBench.report(samples, variants: ["a", "b"], references: ["w"]).export, .junit)
    #expect(count(text, "<testcase ") == 5 && !text.contains("name=\"w"))
    #expect(count(text, "<testsuite ") == 3)
    #expect(text.contains("<testsuites name=\"s\" tests=\"5\" failures=\"0\" errors=\"0\""))
    let remark = "<system-out>not met, which fails no build: this is not an assertion\n"
    #expect(count(text, "\(remark)message 1: two questions<") == 2)
    #expect(count(text, "<skipped message=\"message 1: no data\"") == 2)
  }

  @Test("a grader without weight fails no build, and an assertion does")
  func weights() throws {
    var graders = [GraderRole(id: "g", summary: "S"), GraderRole(id: "h", summary: "S")]
    graders[0].weight = 0
    graders[1].weight = 0
    graders[1].isRequired = true
    let sample = ExportBench.sample(grades: [("g", .fail, nil), ("h", .fail, nil)])
    let text = try ExportBench.text(
      try ExportBench.report([sample], graders: graders).export, .junit)
    #expect(text.contains("fails no build: this is not an assertion"))
    // The assertion as a finding, and the sample that failed it.
    #expect(count(text, "<failure ") == 2 && text.contains("type=\"h\">"))
    #expect(text.contains("<failure message=\"assertion h on a: 1 of 1 sample failed\""))
    graders[1].onlyInforms = true
    let informing = try ExportBench.text(
      try ExportBench.report([sample], graders: graders).export, .junit)
    #expect(!informing.contains("<failure "))
    #expect(informing.contains("fails no build: the assertion informs only"))
  }

  @Test("with a gate, its demands are the cases, and nothing else fails")
  func gate() throws {
    let gate = EvalGate(
      levels: [
        .init(metric: "g", minimum: 0.5), .init(metric: "h", minimum: 0.5),
        .init(metric: "passed", minimum: 0.5),
      ])
    let samples = (0..<40).map { number in
      ExportBench.sample(
        "t\(number)", cluster: "c\(number)",
        grades: [("g", .fail, "why"), ("h", .pass, nil)])
    }
    func text(_ samples: [EvalSample], _ status: EvalRun.Status) throws -> String {
      try ExportBench.text(
        try ExportBench.report(samples, status: status, gate: gate).export, .junit)
    }
    let whole = try text(samples, .complete)
    #expect(whole.contains("<testsuites name=\"s\" tests=\"83\" failures=\"2\" errors=\"0\""))
    #expect(whole.contains("<testsuite name=\"run\" id=\"0\""))
    let demand = "gate: a on g at least 50.0 %"
    let name = "<testcase classname=\"s.run\" name=\"\(demand)\" time=\"0.000\">"
    #expect(whole.contains("\(name)\n      <failure message=\"\(demand): 0.0 %"))
    #expect(whole.contains("name=\"gate: a on h at least 50.0 %\" time=\"0.000\"/>"))
    #expect(count(whole, "<system-out>not met, which fails no build") == 40)

    let short = try text(Array(samples.prefix(1)), .complete)
    #expect(short.contains(" tests=\"3\" failures=\"0\" errors=\"0\" time=\"0.000\" skipped=\"3\""))
    #expect(short.contains("<skipped message=\"\(demand): "))

    let cut = try text(samples, .budget)
    #expect(!cut.contains("<failure "))
    #expect(count(cut, "<skipped message=\"gate: a on ") == 3)
    #expect(count(cut, "<skipped message=\"the run is not complete\"") == 1)
  }

  @Test("a gate without data is skipped, not passed")
  func emptyGate() throws {
    let gate = EvalGate(margins: [.init(metric: "g", margin: 0.1)])
    let samples = [ExportBench.sample(grades: [("g", .pass, nil)])]
    let text = try ExportBench.text(try ExportBench.report(samples, gate: gate).export, .junit)
    let demand = "gate: a on g at most 10.0 points worse than in an earlier run"
    #expect(text.contains("<skipped message=\"\(demand): there is one version"))
  }

  @Test("control characters and markup do not break the XML")
  func characters() throws {
    let reason = "a\u{0}b\u{1b}[31m <b> & ]]> \u{ffff} \"q\""
    let samples = [ExportBench.sample(grades: [("g", .fail, reason)])]
    var grader = GraderRole(id: "g", summary: "S")
    grader.isRequired = true
    let text = try ExportBench.text(
      try ExportBench.report(samples, suite: "s.x&y", graders: [grader]).export, .junit)
    let isClean = text.unicodeScalars.allSatisfy {
      ($0.value >= 0x20 && $0.value != 0xffff) || $0 == "\n"
    }
    #expect(isClean)
    #expect(text.contains("a\u{fffd}b\u{fffd}[31m &lt;b&gt; &amp; ]]&gt; \u{fffd} &quot;q&quot;"))
    #expect(text.contains("classname=\"s-x&amp;y.a.g\""))
  }
}
