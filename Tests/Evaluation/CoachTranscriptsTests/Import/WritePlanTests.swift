@testable import CoachTranscripts
@testable import PromptEvals
import SourceFiles
import Testing

@Suite("Planning which files are written")
struct WritePlanTests {
  private func file(_ second: String, id: String = "a") -> ImportedFile {
    Chats.imported(
      #"{"id":"\#(id)","messages":[{"role":"user","content":"x"},{"role":"bot","content":"\#(second)"}]}"#,
      "log.jsonl")
  }

  @Test("importing twice changes nothing, even if the file was rated in between")
  func twice() throws {
    let imported = file("y")
    let first = WritePlan([imported], folder: "out", disk: InMemoryFileSystem([:]))
    #expect(first.items.map(\.action) == [.write] && first.items.map(\.path) == ["out/a.yaml"])
    let item = try #require(first.items.first)
    let rated = item.text.replacing("quality: unrated", with: "quality: good")
    for text in [item.text, rated] {
      let disk = InMemoryFileSystem(["out/a.yaml": text])
      let second = WritePlan([imported], folder: "out", disk: disk)
      #expect(second.items.map(\.action) == [.keep] && second.diagnostics.isEmpty)
    }
  }

  @Test("different content is an error unless overwriting is requested")
  func exists() throws {
    let item = try #require(
      WritePlan([file("y")], folder: "out", disk: InMemoryFileSystem([:])).items.first)
    let disk = InMemoryFileSystem(["out/a.yaml": item.text])
    let plan = WritePlan([file("z")], folder: "out", disk: disk)
    #expect(plan.items.isEmpty && plan.diagnostics.map(\.code) == ["transcript.exists"])
    let forced = WritePlan([file("z")], folder: "out", overwrite: true, disk: disk)
    #expect(forced.items.map(\.action) == [.replace])
    let broken = InMemoryFileSystem(["out/a.yaml": "id: ["])
    #expect(WritePlan([file("y")], folder: "out", disk: broken).diagnostics.count == 1)
  }

  @Test("one id in two files is an error if the words differ")
  func acrossFiles() {
    let disk = InMemoryFileSystem([:])
    #expect(
      WritePlan([file("y"), file("z")], folder: "out", disk: disk).diagnostics.map(\.code)
        == ["transcript.duplicate-id"])
    let same = WritePlan([file("y"), file("y")], folder: "out", disk: disk)
    #expect(same.items.count == 1 && same.diagnostics.isEmpty)
  }

  @Test("transcripts that were not imported are planned in the same way")
  func transcripts() {
    let transcripts = [Chats.transcript(id: "a"), Chats.transcript(id: "b")]
    let disk = InMemoryFileSystem(["out/b.yaml": "id: b"])
    let plan = WritePlan(transcripts, folder: "out", disk: disk)
    #expect(plan.items.map(\.path) == ["out/a.yaml"])
    #expect(plan.diagnostics.map(\.code) == ["transcript.exists"])
  }
}
