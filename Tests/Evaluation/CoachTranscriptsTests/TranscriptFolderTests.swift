import CoachModel
@testable import CoachTranscripts
import Documents
@testable import PromptEvals
import SourceFiles
import Testing
import TestKit

@Suite("Finding transcripts")
struct TranscriptFolderTests {
  private let disk = InMemoryFileSystem([
    "t/a/one.yaml": "id: one", "t/b/two.yaml": TranscriptYAML.text(of: Chats.transcript(id: "two")),
    "t/notes.md": "x", "empty/notes.md": "x",
  ])

  @Test("folders are searched, and each file is found once")
  func below() throws {
    try expect(
      TranscriptFolder.paths(["t/b/two.yaml", "t", "t/a/"], files: disk),
      equals: ["t/b/two.yaml", "t/a/one.yaml"])
  }

  @Test("a missing path and a folder without transcripts are reported together")
  func nowhere() {
    let error = #expect(throws: SourceError.self) {
      try TranscriptFolder.paths(["nosuch", "empty", "t"], files: disk)
    }
    #expect(error?.diagnostics.map(\.code) == ["file.missing", "transcripts.none"])
  }

  @Test("an invalid file does not hide the others")
  func broken() throws {
    let read = try TranscriptFolder.readAll(["t"], files: disk)
    #expect(read.transcripts.map(\.id) == ["two"])
    #expect(read.diagnostics.allSatisfy { $0.location?.file == "t/a/one.yaml" })
    #expect(!read.diagnostics.isEmpty)
  }

  @Test("a summary counts the coach's messages and the person's words")
  func summary() {
    let transcript = Chats.transcript(
      id: "s",
      messages: [
        Message(.assistant, "What now?"), Message(.user, "One two\n\nthree"),
        Message(.assistant, "And then?"),
      ])
    let summary = TranscriptSummary(transcript)
    #expect(summary.coachMessages == 2 && summary.personWords == 3)
    #expect(summary.json["cluster"] == .null && summary.json["id"] == "s")
  }
}
