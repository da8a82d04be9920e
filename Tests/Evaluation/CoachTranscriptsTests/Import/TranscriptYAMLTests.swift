import CoachModel
@testable import CoachTranscripts
@testable import EvalStatistics
import EvalTestKit
@testable import PromptEvals
import SourceFiles
import Testing

@Suite("Writing a transcript")
struct TranscriptYAMLTests {
  /// Sequences that have a meaning in YAML, or that careless writers lose.
  private static let pieces = [
    "a", "word", " ", "  ", "\t", "\n", "\n\n", "\n\n\n", "\r\n", "\r", ":", ": ", " #", "#", "- ",
    "-", "---", "\n---\n", "...", "\n...\n", "? ", "\"", "'", "\\", "\\n", "{", "}", "[", "]", ",",
    "&a", "*a", "!x", "|", ">", "%", "@", "`", "~", "null", "true", "yes", "12", "0x1f", "1e3", "é",
    "e\u{301}", "🙂", "👩‍👩‍👧", "\u{0}", "\u{7}", "\u{1b}", "\u{7f}", "\u{85}", "\u{a0}", "\u{2028}",
    "\u{2029}", "\u{feff}", "\u{fffe}", "\u{fffd}", "\u{200d}", "日本語", "[MEMORY: x]", "<<",
    "a long run of words that is folded where a line would be wider than a hundred columns, "
      + "and has to come back as it was",
  ]

  private func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }

  @Test("every text reads back byte for byte", arguments: 0..<400 as Range<UInt64>)
  func nasty(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func text() -> String {
      let count = Int.random(in: 1...12, using: &random)
      // The reader rejects a text of whitespace only.
      return (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
        + (Bool.random(using: &random) ? "" : "x")
    }
    func solid() -> String {
      let made = text()
      return made.contains { !$0.isWhitespace } ? made : made + "."
    }
    var transcript = Chats.transcript(messages: [])
    transcript.title = solid()
    transcript.origin = solid()
    transcript.cluster = solid()
    transcript.tags = [solid(), "plain", solid()]
    transcript.ending = .stopped(reason: solid())
    transcript.flaws = [
      Transcript.Flaw(grader: solid(), coachMessage: 1),
      Transcript.Flaw(grader: "no-advice", coachMessage: nil),
    ]
    transcript.messages = (0..<4).map { Message($0 % 2 == 0 ? .assistant : .user, solid()) }
    let written = TranscriptYAML.text(of: transcript)
    let read = try Transcript(SourceFile(path: "t.yaml", text: written))
    #expect(read == transcript, "\(written)")
    // Swift treats é and e with a combining accent as equal; a file must not.
    #expect(isSame(read.title, transcript.title) && isSame(read.origin, transcript.origin))
    #expect(zip(read.tags, transcript.tags).allSatisfy { isSame($0, $1) })
    #expect(read.saysTheSame(as: transcript))
  }

  @Test("every special sequence alone, first and last")
  func pieces() throws {
    for piece in Self.pieces {
      for text in ["\(piece)x", "x\(piece)", "x\(piece)x", "x \(piece) x\n"] {
        let transcript = Chats.transcript(messages: [
          Message(.user, text), Message(.assistant, text),
        ])
        let written = TranscriptYAML.text(of: transcript)
        let read = try Transcript(SourceFile(path: "t.yaml", text: written))
        #expect(read.saysTheSame(as: transcript), "\(written)")
      }
    }
  }

  @Test("the shipped transcripts round-trip")
  func shipped() throws {
    for transcript in try Samples.transcripts() {
      let written = TranscriptYAML.text(of: transcript)
      let read = try Transcript(SourceFile(path: "\(transcript.id).yaml", text: written))
      #expect(read == transcript && read.saysTheSame(as: transcript))
    }
  }

  @Test("texts use the most readable style that preserves them")
  func readable() {
    let long = Array(repeating: "words", count: 30).joined(separator: " ")
    let transcript = Chats.transcript(messages: [
      Message(.assistant, "Hello there?"), Message(.user, "Note: this"),
      Message(.assistant, long), Message(.user, "one\n  two\nthree"),
      Message(.assistant, "bell\u{7}"),
      Message(.user, "\(long)\n\nEnd"),
    ])
    let first = Array(repeating: "words", count: 15).joined(separator: " ")
    #expect(
      TranscriptYAML.text(of: transcript) == """
        id: t
        title: A talk
        kind: coaching
        origin: written
        quality: unrated
        domain: life
        language: en
        person: new
        ends: complete
        messages:
          - coach: Hello there?
          - person: "Note: this"
          - coach: >-
              \(first)
              \(first)
          - person: |-
              one
                two
              three
          - coach: "bell\\u0007"
          - person: >-
              \(first)
              \(first)


              End

        """)
  }
}
