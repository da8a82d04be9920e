import CoachModel
@testable import CoachTranscripts
@testable import PromptEvals
import SourceFiles
import Testing
import TestKit

@Suite("Reading a transcript")
struct TranscriptReadingTests {
  @Test("a minimal file is read with defaults")
  func defaults() throws {
    let file = SourceFile(
      path: "f/t.yaml",
      text: """
        id: t
        kind: coaching
        quality: unrated
        language: de
        messages:
          - person: I have been thinking about the boat again
          - coach: What about it?
        """)
    let transcript = try Transcript(file)
    #expect(transcript.title == "I have been thinking about the boat again")
    #expect(transcript.origin == "unknown" && transcript.person == "new")
    #expect(transcript.domain == Transcript.unsortedDomain)
    #expect(transcript.ending == .complete && transcript.tags.isEmpty)
    #expect(transcript.cluster == nil && transcript.quality == .unrated)
  }

  @Test("all errors are reported at once, in file order")
  func together() {
    let file = SourceFile(
      path: "f/t.yaml",
      text: """
        id: u
        kind: coachin
        quality: good
        language: en
        ends: finished
        titel: T
        messages:
          - persn: Hi
          - coach: ''
        """)
    let error = #expect(throws: SourceError.self) { try Transcript(file) }
    #expect(
      error?.diagnostics.map(\.code) == [
        "transcript.id", "yaml.choice", "yaml.choice", "yaml.unknown-key", "transcript.message",
        "yaml.empty-text",
      ])
    #expect(error?.diagnostics.compactMap(\.location?.line) == [1, 2, 5, 6, 8, 9])
  }

  @Test("a reason to stop implies that the conversation stopped")
  func stopped() throws {
    let file = SourceFile(
      path: "t.yaml",
      text: """
        {id: t, kind: coaching, quality: good, language: en, stop_reason: the bus came,
         messages: [{coach: Hello}]}
        """)
    try expect(Transcript(file).ending, equals: .stopped(reason: "the bus came"))
  }

  @Test(
    "a title is the first words of the person, cut between words",
    arguments: [
      ([Message(.assistant, "Hello?"), Message(.user, "My  knees\nhurt")], "My knees hurt"),
      ([Message(.assistant, "Hello?")], "Hello?"),
      (
        [Message(.user, String(repeating: "seven77 ", count: 12))],
        "seven77 seven77 seven77 seven77 seven77 seven77 seven77…"
      ),
      (
        [Message(.user, String(repeating: "x", count: 70))], String(repeating: "x", count: 60) + "…"
      ),
    ] as [([Message], String)])
  func title(messages: [Message], title: String) {
    #expect(Transcript.title(of: messages) == title)
  }
}
