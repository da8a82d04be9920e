import CoachModel
@testable import PromptEvals
import SourceFiles
import Testing
@testable import Transcripts

@Suite("Anonymising what stands above the messages")
struct AnonymousHeadTests {
  private let call = "Could you maybe call me back today on the number 07911 123456 please"

  private func anonymise(
    _ title: String, _ text: String, id: String = "t", cluster: String? = nil
  ) -> AnonymisedTranscripts {
    var transcript = Chats.transcript(
      id: id, cluster: cluster, messages: [Message(.user, text), Message(.assistant, "Ok")])
    transcript.title = title
    return TranscriptAnonymiser().anonymise([transcript])
  }

  @Test(
    "a title that was cut from a message is made anew",
    arguments: [
      "Could you maybe call me back today on the number 07911…",
      "Could you maybe call me back today on the number 07911 12...", "Could you…",
    ])
  func opening(title: String) {
    let result = anonymise(title, call)
    #expect(
      result.transcripts[0].title == "Could you maybe call me back today on the number…")
    #expect(result.transcripts[0].messages[0].text.contains("07700 900001"))
  }

  @Test("names in a title that was cut are those of the message")
  func names() {
    let text = "I never say this but in the end it is me, and my name is Laura Bennett of Leeds"
    let result = anonymise("I never say this but in the end it is me, and my name is Laura…", text)
    let title = result.transcripts[0].title
    #expect(title.hasPrefix("I never say this") && !title.contains("Laura"))
  }

  @Test(
    "of any other title a remainder goes",
    arguments: [
      ("Wants a call on 07911…", "Wants a call on…"), ("Wants a call on 07911", "Wants a call on…"),
      ("Wants mail to laura@hosp…", "Wants mail to…"),
      ("Wants mail to laura.ben…", "Wants mail to…"),
      ("Lives at 14 Elm", "Lives at…"), ("Talks about Tha…", "Talks about…"),
      ("07911…", "I'm Thandi"), ("Years after 2019…", "Years after 2019…"),
      ("Back at work", "Back at work"), ("Street talk", "Street talk"),
    ])
  func remainders(title: String, expected: String) {
    let text =
      "I'm Thandi, 07911 123456, laura.bennett@hospital.co.uk, work@acme.com, 14 Elm Street"
    let new = anonymise(title, text).transcripts[0].title
    if expected == "I'm Thandi" {
      // Nothing was left of the title: it is made of the message.
      #expect(new.hasPrefix("I'm ") && !new.contains("Thandi"))
    } else {
      #expect(new == expected)
    }
  }

  @Test("a remainder that went is in the map")
  func noted() {
    let result = anonymise("Wants a call on 07911…", call)
    #expect(result.replacements.contains { $0.original == "07911" && $0.standIn == "…" })
  }

  @Test("a label and a reason lose a remainder, too")
  func others() {
    var transcript = Chats.transcript(messages: [Message(.user, call), Message(.assistant, "Ok")])
    transcript.tags = ["07911…", "grief"]
    transcript.ending = .stopped(reason: "wants a call on 07911…")
    let result = TranscriptAnonymiser().anonymise([transcript]).transcripts[0]
    #expect(result.tags == ["grief"] && result.ending == .stopped(reason: "wants a call on…"))
  }

  @Test(
    "numbers and addresses in ids are replaced as in the messages",
    arguments: [
      ("447911123456", nil, "07700-900001"), ("chat-07911-123456", nil, "chat-07700-900001"),
      ("x-laura-acme.org-1a2b3c4d", "laura@acme.org", "x-someone1-example.org-1a2b3c4d"),
      ("20260131103000", nil, "20260131103000"), ("chat-1767225600", nil, "chat-1767225600"),
      ("chat-3eb960a9c7f6", nil, "chat-3eb960a9c7f6"), ("31-12-2025-1030", nil, "31-12-2025-1030"),
    ] as [(String, String?, String)])
  func identifiers(id: String, cluster: String?, expected: String) {
    let result = anonymise("A talk", call, id: id, cluster: cluster)
    #expect(result.transcripts[0].id == expected)
  }

  @Test("a customer's full name is a name in the chat, other clusters are none")
  func clusters() {
    let named = anonymise("A talk", "Laura here", id: "laura-bennett-1", cluster: "Laura Bennett")
    #expect(!"\(named.transcripts)".lowercased().contains("laura"))
    #expect(!"\(named.transcripts)".lowercased().contains("bennett"))
    for cluster in ["Night Shift", "Group A", "c9", "laura bennett", "Will Grace"] {
      #expect(PersonName(cluster: cluster) == nil, "\(cluster)")
    }
  }

  @Test("hosts that only end like those for documentation are somebody's")
  func hosts() {
    let text =
      "laura@notexample.org, a@example.org, https://acme.com//example.org, www.example.org/x"
    let tokens = TextTokens(text)
    let found = PersonalDataFinder.find(in: tokens).map { tokens.text($0.range) }
    #expect(found == ["laura@notexample.org", "https://acme.com//example.org"])
  }

  @Test("what an import leaves of any title is nothing that check finds")
  func clean() throws {
    let text = """
      {"id":"n2","messages":[{"role":"user","content":"I write to you from my work address which is \
      laura.bennett@hospital.co.uk thanks"},{"role":"assistant","content":"Yes?"}]}
      {"id":"n3","messages":[{"role":"user","content":"\(call)"},{"role":"assistant","content":"Yes!"}]}
      """
    let imported = Chats.imported(text, "c.jsonl").transcripts
    #expect(imported.count == 2)
    let files = TranscriptAnonymiser().anonymise(imported).transcripts.map {
      SourceFile(path: "f/\($0.id).yaml", text: TranscriptYAML.text(of: $0))
    }
    let result = TranscriptChecker(graders: []).check(files)
    #expect(result.readable == 2 && result.diagnostics.isEmpty, "\(result.diagnostics)")
  }
}
