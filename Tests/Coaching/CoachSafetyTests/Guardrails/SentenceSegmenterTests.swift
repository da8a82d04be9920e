@testable import CoachSafety
import Testing
import TestKit
@testable import TextAnalysis

@Suite("Sentence segmentation of streamed replies matches that of complete ones")
struct SentenceSegmenterTests {
  private func stretches(_ text: String) -> [ReplyStretch] {
    var cutter = SentenceSegmenter()
    return text.unicodeScalars.flatMap { cutter.feed($0) } + cutter.finish()
  }

  private func texts(_ text: String) -> [String] {
    stretches(text).map { String(String.UnicodeScalarView($0.text)) }
  }

  /// The sentences of each line as ``ReplySentences`` splits them, with each line's end in its last sentence.
  private func completeLines(_ text: String) -> [String] {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().flatMap { number, line -> [String] in
      let isLast = number == lines.count - 1
      var sentences = ReplySentences(Array(line)).sentences.map {
        String(String.UnicodeScalarView($0))
      }
      if !isLast { sentences = sentences.dropLast() + [(sentences.last ?? "") + "\n"] }
      return sentences
    }
  }

  @Test(
    "at the ends of sentences and lines",
    arguments: [
      "One. Two? Three!  Four", "One.\n\nTwo.\n", "Ask Dr. Smith. He knows.",
      "e.g. this. so. No. Yes",
      "“One.” Two. (Three.) Four", "One… ¿Dos? — Tres. - Four", "一。二！三", "1. One. Two\n2. Three",
      "- One. Two\n- Three. 4 more.", "One. — Two", "One. “ Two", "What?! No... Yes. *So.* Then",
      "a.b.c. D. E. Fin. End", "。。。 一", "「一。」二？！ 三。 ! 四 。\"五", "  One.  \r\n Two.\r\n",
      "One.\u{A0}Two. \u{2028}Three",
      ".", "\n",
      "One. \"", "One. ¿", "Call 988. 24/7 they are there. Good.", "**One.** Two. _Three._ Four",
    ])
  func agreement(text: String) {
    #expect(texts(text) == completeLines(text))
    #expect(texts(text).joined() == text)
  }

  @Test("at the same positions in random texts")
  func anyText() {
    var random = SplitMix(seed: 11)
    let parts = [
      "One", "two", " ", "  ", ".", ".", "!", "?", "…", "\"", "”", "*", "—", "-", "3", "。", "」",
      "Dr",
      "é", "(", ")", ":",
    ]
    for _ in 0..<400 {
      let text = (0..<Int.random(in: 1...24, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }.joined()
      #expect(texts(text) == completeLines(text), "\(text)")
    }
  }

  @Test("each segment has its range")
  func places() {
    let text = "Oné. Two.\n- Three. Four"
    let found = stretches(text)
    #expect(found.map(\.offset) == [0, 6, 11, 20])
    #expect(found.map(\.isListItem) == [false, false, true, false])
    #expect(found.map(\.endsLine) == [false, true, false, false])
    #expect(
      found.allSatisfy { $0.isBeginning && $0.isEnd && $0.before.isEmpty && $0.after.isEmpty })
  }

  @Test("a sentence without an end is split into parts that are checked with their context")
  func parts() {
    let text = Array(repeating: "wörter und", count: 200).joined(separator: " ") + ". End"
    let found = stretches(text)
    #expect(found.count == 7)
    #expect(texts(text).joined() == text)
    var offset = 0
    for (position, part) in found.dropLast().enumerated() {
      let bytes = String(String.UnicodeScalarView(part.text)).utf8.count
      #expect(part.offset == offset)
      #expect(part.isBeginning == (position == 0))
      #expect(part.isEnd == (position == found.count - 2))
      #expect(bytes <= SentenceSegmenter.window)
      if !part.isEnd {
        #expect(part.text.last == " ")
        #expect(found[position + 1].text.starts(with: part.after) || part.after.count >= 195)
      }
      if position > 0 {
        #expect(part.before == Array(found[position - 1].text.suffix(part.before.count)))
      }
      offset += bytes
    }
  }

  @Test("a word without an end is split, too")
  func endless() {
    let text = String(repeating: "a", count: 5_000)
    #expect(texts(text).joined() == text)
    #expect(texts(text).count == 13)
  }
}
