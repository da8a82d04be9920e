import Testing
import TextAnalysis

@Suite("A text as folded tokens")
struct FoldedTextTests {
  private func tokens(_ text: String) -> [String] {
    let folded = FoldedText(text)
    return folded.tokens.map { String(decoding: folded.bytes[$0], as: UTF8.self) }
  }

  @Test(
    "words are folded, and every other visible character is a token",
    arguments: [
      ("I'm FINE, thanks.", ["im", "fine", ",", "thanks", "."]),
      ("Mañana MÖCHTE ich…", ["manana", "mochte", "ich", "…"]),
      ("a🔥b", ["a", "🔥", "b"]), ("co\u{AD}op", ["coop"]), ("", []), ("  \n", []),
    ])
  func folding(text: String, words: [String]) {
    #expect(tokens(text) == words)
  }

  @Test("sentences end at their marks and at line breaks, and have their range in the text")
  func sentences() {
    let text = "¿Qué? Nada!\nthen more"
    let folded = FoldedText(text)
    let sentences = folded.sentences.map { range in
      String(decoding: Array(text.utf8)[folded.bytes(of: range)], as: UTF8.self)
    }
    #expect(sentences == ["¿", "Qué?", "Nada!", "then more"])
    #expect(FoldedText("").sentences.isEmpty && FoldedText("").bytes(of: 0..<0) == 0..<0)
  }

  @Test("the n-grams of a word are those within its spaces, and of words up to three in a row")
  func visiting() {
    let text = FoldedText("go up now")
    var counts: [HashedNGrams.Block: Int] = [:]
    HashedNGrams.visit(text, text.tokens.indices) { block, _ in counts[block, default: 0] += 1 }
    // Three words, two pairs and a triple; of " go " three pairs, two triples and one run of four.
    #expect(counts == [.words: 6, .letters: 6 + 6 + 10])
  }

  @Test("hashes never change, since models depend on them")
  func stable() {
    var hash = TextHash(seed: 0)
    for byte in "coach".utf8 { hash.add(byte) }
    #expect(hash.value == 74_955_612)
  }
}
