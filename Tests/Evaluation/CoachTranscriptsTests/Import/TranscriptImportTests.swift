import CoachModel
@testable import CoachTranscripts
@testable import EvalStatistics
@testable import PromptEvals
import SourceFiles
import Testing

@Suite("Importing files")
struct TranscriptImportTests {
  @Test(
    "an unreadable file is reported with the reason and a fix",
    arguments: [
      (Array("".utf8), "import.empty"), (Array(" \n\r\n".utf8), "import.empty"),
      ([0xef, 0xbb, 0xbf], "import.empty"), ([0xff, 0xfe, 0x61, 0x00], "import.encoding"),
      (Array("role,text\nuser,caf".utf8) + [0xe9], "import.encoding"),
      (Array("Dear diary".utf8), "import.format"),
    ] as [([UInt8], String)])
  func unreadable(bytes: [UInt8], code: String) {
    let imported = Chats.imported(bytes, "log.txt")
    #expect(imported.diagnostics.map(\.code) == [code])
    #expect(imported.transcripts.isEmpty)
  }

  @Test("the first invalid byte of a Latin-1 file is located, with the way to convert it")
  func latin() {
    let imported = Chats.imported(Array("role,text\nuser,caf".utf8) + [0xe9], "log.csv")
    #expect(imported.problems == ["import.encoding 2:9"])
    #expect(imported.diagnostics.first?.hint?.contains("iconv -f WINDOWS-1252") == true)
  }

  @Test(
    "the format is detected from the content",
    arguments: [
      ("{\"messages\": [\n]}", TranscriptFormat.openai), ("{}\n{}\n", .jsonl),
      ("{x}\n{}\n", .jsonl),
      ("[1]\n[2]\n", .jsonl), ("[\n1]", .openai), ("{}", .openai), ("role,text\na,b", .csv),
    ])
  func detection(text: String, format: TranscriptFormat) {
    #expect(TranscriptFormat.detect("log", content: Array(text.utf8)[...]) == format)
  }

  @Test("random invalid bytes are reported and do not trap", arguments: 0..<300 as Range<UInt64>)
  func mutated(seed: UInt64) {
    let samples = [
      #"{"id":"a","messages":[{"role":"user","content":[{"type":"text","text":"x\u00e9"}]}]}"#
        + "\n"
        + #"{"chat_id":"b","role":"bot","content":"y","created_at":"2026-01-01"}"#,
      #"{"request":{"system":"s","input":[{"role":"user","content":"x"}]},"response":{"output":[]}}"#,
      "chat_id;role;text;time\r\na;user;\"x\"\"y\r\nz\";1\r\na;bot;w;2\r\n",
      TranscriptYAML.text(of: Chats.transcript()),
    ]
    var random = SeededRandom(seed: seed)
    for (sample, name) in zip(samples, ["a.jsonl", "a.json", "a.csv", "t.yaml"]) {
      var bytes = Array(sample.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let at = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[at] = bytes.randomElement(using: &random) ?? 0
        case 1: bytes.removeSubrange(at..<min(at + 3, bytes.count - 1))
        default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: at)
        }
      }
      let imported = Chats.imported(bytes, name)
      #expect(imported.transcripts.isEmpty ? !imported.errors.isEmpty : true)
      #expect(imported.transcripts.allSatisfy { !$0.messages.isEmpty })
    }
  }

  @Test("the project's own files are imported unchanged")
  func ours() {
    var transcript = Chats.transcript()
    transcript.quality = .good
    let imported = Chats.imported(TranscriptYAML.text(of: transcript), "f/t.yaml")
    #expect(imported.transcripts == [transcript])
    #expect(Chats.imported("id: t", "f/t.yaml").errors.count == 4)
  }

  @Test(
    "ids can be file names",
    arguments: [
      ("abc-12", "p-abc-12"), ("Ünï/code..", "p-n-code..-"), ("../../etc/passwd", "p-etc-passwd-"),
      ("A B", "p-a-b-"), ("…", "p-"),
    ])
  func ids(original: String, start: String) {
    let id = ConversationIdentifier.id(from: original, prefix: "p-")
    #expect(id.hasPrefix(start) && id.count > 2)
    #expect(!id.contains("/") && !id.dropFirst(2).hasPrefix("."))
  }

  @Test(
    "a prefix can be the start of a file name",
    arguments: [
      ("", true), ("log-", true), ("a.b_", true), ("-a", false), (".a", false), ("A", false),
      ("a/b", false), ("a b", false), (String(repeating: "x", count: 90), false),
    ])
  func prefixes(text: String, isPrefix: Bool) {
    #expect(TranscriptImporter.Options.isIDPrefix(text) == isPrefix)
  }

  @Test("colliding ids stay distinct, and long ones are shortened")
  func collisions() {
    let ids = ["a b", "a/b", "A b"].map { ConversationIdentifier.id(from: $0, prefix: "") }
    #expect(Set(ids).count == 3)
    let long = ["1", "2"].map { String(repeating: "x", count: 300) + $0 }
      .map { ConversationIdentifier.id(from: $0, prefix: "") }
    #expect(Set(long).count == 2 && long.allSatisfy { $0.count < 100 })
  }
}
