import Testing
@testable import TextAnalysis

@Suite("Splitting a line into complete sentences")
struct ReplySentencesTests {
  private func cut(_ line: String) -> ReplySentences { ReplySentences(Array(line.unicodeScalars)) }

  private func texts(_ line: String) -> [String] {
    cut(line).sentences.map { String(String.UnicodeScalarView($0)) }
  }

  @Test(
    "sentences with their trailing whitespace",
    arguments: [
      ("Say it to J. Smith. He knows.", ["Say it to J. Smith. ", "He knows."]),
      ("One. Two? Three!  Four", ["One. ", "Two? ", "Three!  ", "Four"]),
      ("“One.” Two.", ["“One.” ", "Two."]), ("One… ¿Dos?", ["One… ", "¿Dos?"]),
      ("Ask Dr. Smith. He knows.", ["Ask Dr. Smith. ", "He knows."]),
      ("Call 988. 24/7 they are there.", ["Call 988. 24/7 they are there."]),
      ("z. B. die eine. Und du.", ["z. B. die eine. ", "Und du."]),
      ("e.g. this one. so it is.", ["e.g. this one. so it is."]), ("1.800.799", ["1.800.799"]),
      ("One.Two", ["One.Two"]), ("一。二！三", ["一。", "二！", "三"]), ("", []), ("   ", ["   "]),
      ("One. (Two.) Three", ["One. ", "(Two.) ", "Three"]), ("One. — Two", ["One. ", "— Two"]),
      ("End. ", ["End. "]),
    ] as [(String, [String])])
  func sentences(line: String, expected: [String]) {
    #expect(texts(line) == expected)
    #expect(texts(line).joined() == line)
  }

  @Test(
    "a list mark belongs to its first sentence",
    arguments: [
      ("- One. Two", true), ("1. One. Two", true), ("  • One. Two", true), ("2) One. Two", true),
      ("*One* two. Three", false), ("-One. Two", false), ("1737. One. Two", false),
      ("— One. Two", true),
    ] as [(String, Bool)])
  func lists(line: String, isItem: Bool) {
    #expect(cut(line).isListItem == isItem)
    #expect(texts(line).joined() == line)
    if isItem { #expect(texts(line).count == 2) }
  }
}
