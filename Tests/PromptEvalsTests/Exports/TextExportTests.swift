import Conversations
@testable import PromptEvals
import Testing

@Suite("A run as text for other tools")
struct TextExportTests {
  @Test("CSV: cells with commas, quotes and lines are quoted, formulas made inert")
  func table() throws {
    let sample = ExportBench.sample(
      "=1+1", cluster: "a \"b\", c\nd", grades: [("g", .pass, nil), ("h", .error, "x")])
    let export = try ExportBench.report([sample]).export
    let lines = try ExportBench.text(export, .csv).split(separator: "\r\n")
    #expect(lines.count == 3)
    #expect(lines[0].split(separator: ",").count == 17)
    #expect(
      lines[1] == "r1,a,'=1+1,1,\"a \"\"b\"\", c\nd\",g,1.0,0,0,,1,0,10,5,,,1.5")
    #expect(lines[2].hasSuffix(",h,,1,0,,1,0,10,5,,,1.5"))
  }

  @Test("CSV: what begins like a formula never stands alone", arguments: ["+1", "-x", "@a", "\tb"])
  func formulas(cluster: String) throws {
    let sample = ExportBench.sample(cluster: cluster, grades: [("g", .pass, nil)])
    let text = try ExportBench.text(try ExportBench.report([sample]).export, .csv)
    #expect(text.contains(",'\(cluster),"))
    #expect(!text.contains(",\(cluster),"))
  }

  @Test("Markdown: texts cannot break the table or bring markup along")
  func markdown() throws {
    let sample = ExportBench.sample(grades: [("g", .pass, nil)])
    let export = try ExportBench.report([sample], suite: "a|b <img> *c*").export
    let text = try ExportBench.text(export, .markdown)
    #expect(text.hasPrefix("### a\\|b \\<img> \\*c\\*: results\n"))
    #expect(text.contains("| metric | a |\n|---|---:|\n| g | 100.0 % |"))
  }

  @Test(
    "Markdown: the gate's mark tells how it was decided",
    arguments: [
      (EvalRun.Status.complete, "❔ not decided"), (.interrupted, "❔ not decided"),
    ])
  func gate(status: EvalRun.Status, headline: String) throws {
    let gate = EvalGate(levels: [.init(metric: "h", least: 0.5)])
    let export = try ExportBench.report(
      [ExportBench.sample(grades: [("g", .pass, nil)])], status: status, gate: gate
    ).export
    let text = try ExportBench.text(export, .markdown)
    #expect(text.hasPrefix("### s: \(headline)\n"))
    #expect(text.contains("- ❔ a on h: at least 50.0 %: nothing was measured"))
  }

  @Test("JSON: what is not known is null, never 0")
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

  @Test("JSON lines: every sample comes back as it was")
  func lines() throws {
    let samples = (1..<4).map { number in
      ExportBench.sample("t\(number)", reply: "a\nb \"\(number)\"", grades: [("g", .fail, "why\n")])
    }
    let text = try ExportBench.text(try ExportBench.report(samples).export, .jsonl)
    let lines = text.split(separator: "\n")
    #expect(try lines.map { EvalSample(try JSONValue(parsing: String($0))) } == samples)
  }

  @Test("logs of Inspect are not one text")
  func inspect() throws {
    let export = try ExportBench.report([ExportBench.sample()]).export
    #expect(throws: StoreError.self) { try ExportBench.text(export, .inspect) }
  }
}

@Suite("A run as test cases")
struct JUnitExportTests {
  private func count(_ text: String, _ part: String) -> Int { text.ranges(of: part).count }

  @Test("one case a sample and grader, and the counts add up")
  func counts() throws {
    let verdicts: [(Grade.Verdict, Grade.Verdict)] = [
      (.pass, .fail), (.error, .inconclusive), (.fail, .pass), (.pass, .pass),
    ]
    let samples = verdicts.enumerated().map { number, pair in
      ExportBench.sample("t\(number)", grades: [("g", pair.0, "why"), ("h", pair.1, "why")])
    }
    let text = try ExportBench.text(try ExportBench.report(samples).export, .junit)
    #expect(count(text, "<testcase ") == 8)
    #expect(count(text, "<failure ") == 2 && count(text, "</failure>") == 2)
    #expect(count(text, "<error ") == 1 && count(text, "<skipped ") == 1)
    #expect(count(text, " tests=\"8\" failures=\"2\" errors=\"1\"") == 2)
    #expect(count(text, " skipped=\"1\"") == 1)
    #expect(count(text, "</testcase>") == 4)
  }

  @Test("a grader that applied to nothing makes no case")
  func nothing() throws {
    let samples = [ExportBench.sample(grades: [("g", .pass, nil)])]
    let text = try ExportBench.text(try ExportBench.report(samples).export, .junit)
    #expect(count(text, "<testcase ") == 1 && text.contains(" tests=\"1\""))
  }

  @Test("control characters and markup make no broken XML")
  func characters() throws {
    let reason = "a\u{0}b\u{1b}[31m <b> & ]]> \u{ffff} \"q\""
    let samples = [ExportBench.sample(grades: [("g", .fail, reason)])]
    let text = try ExportBench.text(try ExportBench.report(samples, suite: "s.x&y").export, .junit)
    let isClean = text.unicodeScalars.allSatisfy {
      ($0.value >= 0x20 && $0.value != 0xffff) || $0 == "\n"
    }
    #expect(isClean)
    #expect(text.contains("a\u{fffd}b\u{fffd}[31m &lt;b&gt; &amp; ]]&gt; \u{fffd} &quot;q&quot;"))
    #expect(text.contains("classname=\"s-x&amp;y.a.g\""))
  }
}
