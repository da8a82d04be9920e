import Conversations
import LanguageModels
@testable import PromptEvals
import Testing

@Suite("The HTML report shows the figures and nothing dangerous")
struct HTMLReportTests {
  private static func turn(_ number: Int, _ text: String) -> EvalTurn {
    EvalTurn(
      number: number, personBefore: "<script>alert(1)</script>", reply: text, visibleText: text,
      inputTokens: 10, outputTokens: 5)
  }

  private static func sample(_ side: String, _ transcript: String, pass: Bool) -> EvalSample {
    EvalSample(
      side: side, isReference: side == "written", transcript: transcript, title: "A & B",
      turns: [turn(1, "Same?"), turn(2, pass ? "One?" : "One? \"Two\"?")],
      grades: [
        Grade(grader: "one-question", message: 1, isPass: true),
        Grade(grader: "one-question", message: 2, isPass: pass, reason: pass ? nil : "2 questions"),
      ])
  }

  private static let report = EvalReport(
    EvalRun(
      id: "r1", suite: "s", suiteDigest: "d", question: "Which?", started: "now", model: "m",
      parameters: [:],
      variants: [
        .init(id: "a", prompt: "p@v1", digest: "x"), .init(id: "b", prompt: "p@v2", digest: "y"),
      ],
      references: ["written"], graders: [.init(id: "one-question", summary: "One question.")],
      price: SuitePrice(price: TokenPrice(input: 1, output: 2), note: "made up"), gate: nil,
      samples: (1...4).flatMap { number in
        [
          sample("a", "t\(number)", pass: true), sample("b", "t\(number)", pass: number > 2),
          sample("written", "t\(number)", pass: true),
        ]
      }))

  @Test("verdict, rates, difference, interval, n, tokens and cost are in it")
  func figures() throws {
    let html = try HTMLReport.render(Self.report)
    let row = try #require(Self.report.rows.first?.comparison)
    for figure in [
      Self.report.verdict, "100.0 %", "75.0 %", "−25.0", Figures.interval(row.difference.interval),
      Figures.probability(row.p), "80", "40", "$0.0002", "made up", "p@v2",
    ] {
      #expect(html.contains(figure), "\(figure)")
    }
  }

  @Test("messages on which verdicts differ stand side by side with the reasons")
  func sideBySide() throws {
    let html = try HTMLReport.render(Self.report)
    #expect(html.contains("one-question: 2 questions"))
    #expect(html.components(separatedBy: "class=\"turn differs\"").count == 3)
    #expect(html.components(separatedBy: "<details open").count == 3)
  }

  @Test("what people wrote is escaped, and nothing is fetched")
  func inert() throws {
    let html = try HTMLReport.render(Self.report)
    #expect(!html.contains("<script"))
    #expect(html.contains("&lt;script&gt;"))
    #expect(html.contains("A &amp; B"))
    for sign in ["http://", "https://", "src=", "@import", "url("] { #expect(!html.contains(sign)) }
    #expect(html.contains("default-src 'none'"))
  }
}

extension String {
  /// The parts between the occurrences of a text.
  fileprivate func components(separatedBy text: String) -> [Substring] {
    split(separator: text, omittingEmptySubsequences: false)
  }
}
