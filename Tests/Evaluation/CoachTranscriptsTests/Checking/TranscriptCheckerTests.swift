import CoachModel
@testable import CoachTranscripts
import EvalTestKit
@testable import PromptEvals
import SourceFiles
import Testing
import TestKit

@Suite("Checking transcripts")
struct TranscriptCheckerTests {
  private let checker = TranscriptChecker(graders: ["no-advice", "one-question"])

  private func file(
    _ messages: [Message], id: String = "t", flaws: [Transcript.Flaw] = []
  ) -> SourceFile {
    var transcript = Chats.transcript(id: id, messages: messages)
    transcript.flaws = flaws
    return SourceFile(path: "f/\(id).yaml", text: TranscriptYAML.text(of: transcript))
  }

  private func findings(_ messages: [Message]) -> [String] {
    checker.check([file(messages)]).diagnostics.map { found in
      "\(found.code) \(found.location.map { "\($0.line):\($0.column)" } ?? "")"
    }
  }

  @Test("an ordinary conversation has no findings")
  func plain() {
    let messages = [
      Message(.assistant, "What brings you here [PATTERN: late again]?"),
      Message(.user, "At 10:30 in 2019 I paid 1 200 € for 3 days, on 12 March."),
      Message(.assistant, "Übrigens: “naïve café” – señor, NÃO é?"),
    ]
    #expect(findings(messages).isEmpty)
  }

  @Test("labels must refer to an existing grader and message")
  func labels() {
    let flaws = [
      Transcript.Flaw(grader: "no-advise", coachMessage: 1),
      Transcript.Flaw(grader: "one-question", coachMessage: 2),
    ]
    let result = checker.check([
      file([Message(.assistant, "Hi"), Message(.user, "x")], flaws: flaws)
    ])
    #expect(result.diagnostics.map(\.code) == ["transcript.grader", "transcript.flaw"])
    #expect(result.diagnostics.map(\.location?.line) == [11, 13])
    #expect(result.diagnostics.first?.hint == "did you mean 'no-advice'?")
    #expect(result.errors == 2)
  }

  @Test("one speaker twice in a row, or one speaker alone")
  func speakers() {
    let twice = [Message(.assistant, "a"), Message(.user, "b"), Message(.user, "c")]
    #expect(findings(twice) == ["transcript.alternation 13:5"])
    #expect(findings([Message(.user, "b")]) == ["transcript.one-sided 1:5"])
  }

  @Test("long coach messages must not repeat, short ones may")
  func repetition() {
    let long = "That is a lot to carry for one day. What did you do?"
    let messages = [
      Message(.assistant, long), Message(.user, "a"), Message(.assistant, "I see."),
      Message(.user, "b"), Message(.assistant, "I see."), Message(.user, "c"),
      Message(.assistant, long),
    ]
    #expect(findings(messages) == ["transcript.repetition 17:5"])
  }

  @Test("a coach tag that is never closed is found at its start")
  func openTag() {
    let messages = [
      Message(.user, "I write [MEMORY: myself"),
      Message(.assistant, "Good.\nNow [MEMORY: x and on"),
    ]
    #expect(findings(messages) == ["transcript.open-tag 14:11"])
  }

  @Test("a speaker who only asks questions may be the coach")
  func swapped() {
    let messages = (0..<4).flatMap { number in
      [Message(.user, "And what then, \(number)?"), Message(.assistant, "Then I left, \(number).")]
    }
    #expect(findings(messages) == ["transcript.speaker 1:5"])
    #expect(
      findings([Message(.assistant, "Hi"), Message(.user, "As an AI I can't.")])
        == ["transcript.speaker 12:5"])
  }

  @Test("personal data is reported with its location")
  func personalData() {
    let messages = [
      Message(.assistant, "How can I reach you?"),
      Message(.user, "Write to\nsarah@acme.com please"),
    ]
    #expect(findings(messages) == ["transcript.personal-data 14:7"])
    let redacted = [
      Message(.assistant, "Hi"), Message(.user, "someone1@example.org, 07700 900001"),
    ]
    #expect(findings(redacted).isEmpty)
  }

  @Test(
    "text that was read in the wrong encoding",
    arguments: [
      ("cafÃ©", "Ã©", "é"), ("itâ€™s", "â€™", "’"), ("ðŸ™‚", "ðŸ™‚", "🙂"),
      ("caf\u{fffd}", "\u{fffd}", nil),
      ("NÃO, São, Ça, à la", nil, nil), ("“quoted” – fine…", nil, nil),
    ] as [(String, String?, String?)])
  func garbled(text: String, found: String?, meaning: String?) {
    let first = Mojibake.first(in: text)
    #expect(first?.text == found)
    #expect(first?.meaning == meaning)
  }

  @Test("repeated ids and near-duplicate conversations")
  func twice() {
    let words = (0..<60).map { "word\($0)" }.joined(separator: " ")
    let near = words.replacing("word59", with: "other")
    let files = [
      file([Message(.assistant, "Hi there"), Message(.user, words)], id: "a"),
      file([Message(.assistant, "Hi there"), Message(.user, near)], id: "b"),
      file([Message(.assistant, "Hi there"), Message(.user, "Something else was said")], id: "c"),
      SourceFile(
        path: "g/c.yaml",
        bytes: file([Message(.user, "x"), Message(.assistant, "y")], id: "c").bytes),
    ]
    let result = checker.check(files)
    #expect(result.readable == 4 && result.errors == 1)
    #expect(
      result.diagnostics.map(\.code) == ["transcript.duplicate-id", "transcript.near-duplicate"])
    #expect(result.diagnostics.last?.location?.file == "f/b.yaml")
    #expect(result.diagnostics.last?.message.contains("'a'") == true)
  }

  @Test("an invalid file is reported and the others are checked")
  func broken() throws {
    let disk = InMemoryFileSystem([
      "t/a.yaml": "id: [", "t/b.yaml": TranscriptYAML.text(of: Chats.transcript(id: "b")),
    ])
    let result = try checker.check(["t"], files: disk)
    #expect(result.readable == 1 && result.errors == 1)
  }

  @Test("the shipped transcripts have no errors")
  func shipped() throws {
    let checker = TranscriptChecker(
      graders: try (Samples.transcripts() + Samples.honestyTranscripts())
        .flatMap { $0.flaws.map(\.grader) })
    let result = try checker.check(["\(ProjectFolder.path)/Evals/transcripts"])
    #expect(result.errors == 0 && result.readable == 80)
    for found in result.diagnostics { print(found) }
  }
}
