import Documents
import EvalGraders
import Foundation
@testable import PromptEvals
import SourceFiles
import Testing
import TestKit

@Suite("The HTML report is safe against injection")
struct HTMLReportTests {
  private static let hostile = "</script><script>alert(1)</script><!-- \u{2028} <b>"

  private func page(_ samples: [EvalSample], suite: String = "s") throws -> String {
    let export = try ExportBench.report(samples, suite: suite, texts: ["d1": Self.hostile]).export
    return try ExportBench.text(export, .html)
  }

  /// The content of the data element with an id.
  private func block(_ id: String, in page: String) throws -> JSONValue {
    let head = "<script type=\"application/json\" id=\"\(id)\">"
    let start = try #require(page.ranges(of: head).first).upperBound
    let end = try #require(page[start...].ranges(of: "</script>").first).lowerBound
    return try JSONValue(parsing: String(page[start..<end]))
  }

  @Test("hostile texts never end an element, and round-trip")
  func hostile() throws {
    let sample = ExportBench.sample(
      reply: Self.hostile, cluster: Self.hostile, grades: [("g", .fail, Self.hostile)])
    let page = try page([sample], suite: Self.hostile)
    let calm = try self.page([ExportBench.sample(grades: [("g", .fail, "x")])])
    #expect(page.ranges(of: "</script>").count == calm.ranges(of: "</script>").count)
    #expect(!page.contains("<script>alert"))
    let turn = try block("s-0", in: page)["samples"]?.array?.first?["turns"]?.array?.first
    #expect(turn?["reply"] == .string(Self.hostile))
    try expect(block("texts", in: page)["d1"], equals: .string(Self.hostile))
  }

  @Test("the policy allows only the page's own script and style, by their digests")
  func policy() throws {
    let page = try page([ExportBench.sample(grades: [("g", .pass, nil)])])
    for name in ["script", "style"] {
      let start = try #require(page.ranges(of: "<\(name)>").first).upperBound
      let end = try #require(page[start...].ranges(of: "</\(name)>").first).lowerBound
      var hash = SHA256()
      hash.update(page[start..<end].utf8)
      let digest = Data(hash.finish()).base64EncodedString()
      #expect(page.contains("\(name)-src 'sha256-\(digest)'"), "\(name)")
    }
    #expect(page.contains("default-src 'none'"))
    for fetch in ["src=\"", "@import", "url(http", "<link", "fetch(", "XMLHttpRequest"] {
      #expect(!page.contains(fetch), "\(fetch)")
    }
  }

  @Test("a grader that always failed is listed with its errors and without a value")
  func failedGrader() throws {
    let page = try page([ExportBench.sample(grades: [("g", .pass, nil), ("h", .error, "broke")])])
    let metrics = try block("report", in: page)["metrics"]?.array ?? []
    let failed = metrics.first { $0["id"] == "h" }?["sides"]?["a"]
    #expect(failed?["errors"]?.integer == 1 && failed?["value"] == nil && failed?["bins"] == nil)
    #expect(metrics.first { $0["id"] == "g" }?["sides"]?["a"]?["value"]?.number == 1)
  }

  @Test("the agreement of a jury is listed if there is one")
  func jury() throws {
    let choices: [(PairwiseVerdict.Choice?, PairwiseVerdict.Choice?)] = [
      (.second, .first), (.first, .second), (.second, .first), (.tie, .tie),
    ]
    func judged(_ models: [String]) throws -> JSONValue? {
      let verdicts = models.flatMap { model in
        choices.enumerated().map { number, orders in
          ExportBench.verdict("t\(number)", orders, model: model)
        }
      }
      let export = try ExportBench.report(
        ExportBench.samples(4), variants: ["a", "b"], pairwise: verdicts
      ).export
      let page = try ExportBench.text(export, .html)
      return try block("report", in: page)["pairwise"]?.array?.first
    }
    try expect(judged(["m", "n"])?["agreement"]?.number, equals: 1)
    let alone = try judged(["m"])
    #expect(alone?["wins"]?.integer == 2 && alone?["agreement"] == nil)
  }

  @Test("every transcript has its data, written in pieces")
  func pieces() throws {
    let count = 130
    let samples = (0..<count).map { ExportBench.sample("t\($0)", grades: [("g", .pass, nil)]) }
    let export = try ExportBench.report(samples).export
    var pieces = 0
    var page = ""
    try export.write(as: .html) { piece in
      if !piece.isEmpty { pieces += 1 }
      page += piece
    }
    #expect(pieces > count / 20)
    let subjects = try block("report", in: page)["subjects"]?.array ?? []
    #expect(subjects.count == count)
    for (number, subject) in subjects.enumerated() {
      try expect(block("s-\(number)", in: page)["id"], equals: subject["id"])
    }
  }
}
