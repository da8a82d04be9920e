import Testing
import TextAnalysis

@Suite("Tolerant search for a quotation")
struct QuotedPassageTests {
  private static let text = "Calm — “never\n  cruel” — and it’s [honest]. Never cruel, again."

  @Test(
    "it is found",
    arguments: [
      ("never cruel", "never\n  cruel"), ("\"Never cruel\"", "never\n  cruel"),
      ("it's (honest)", "it’s [honest]"),
      ("Calm ... honest", "Calm — “never\n  cruel” — and it’s [honest"), ("honest…", "honest"),
    ])
  func found(quote: String, passage: String) throws {
    let range = try #require(QuotedPassage.range(of: quote, in: Self.text))
    #expect(String(decoding: Array(Self.text.utf8)[range], as: UTF8.self) == passage)
  }

  @Test(
    "it is not found",
    arguments: ["", "...", "a", "is", "never kind", "cruel … calm", "nevercruel", "honestly"])
  func missing(quote: String) {
    #expect(QuotedPassage.range(of: quote, in: Self.text) == nil)
  }

  @Test("a short quotation has to match the whole text")
  func short() {
    #expect(QuotedPassage.range(of: "“Bo”", in: "Bo") == 0..<2)
    #expect(QuotedPassage.range(of: "Bo", in: "Bobby") == nil)
  }

  @Test("all occurrences are found")
  func all() {
    #expect(QuotedPassage.ranges(of: "never cruel", in: Self.text).count == 2)
  }
}
