import CoachModel
@testable import CoachTranscripts
import Documents
@testable import PromptEvals
import SourceFiles
import Testing
import TestKit

@Suite("Anonymising transcripts")
struct TranscriptAnonymiserTests {
  private func anonymise(
    _ transcripts: [Transcript], _ change: (inout TranscriptAnonymiser.Options) -> Void = { _ in }
  ) -> AnonymisedTranscripts {
    var options = TranscriptAnonymiser.Options()
    change(&options)
    return TranscriptAnonymiser(options).anonymise(transcripts)
  }

  private func texts(_ result: AnonymisedTranscripts) -> [String] {
    result.transcripts.flatMap { $0.messages.map(\.text) }
  }

  @Test("a listed name has one stand-in, in the coach's messages, in any case and with endings")
  func consistent() throws {
    let transcript = Chats.transcript(messages: [
      Message(.user, "I'm Thandi Nkosi. My boss James said SARAH is here."),
      Message(.assistant, "Thandi, what is James's view? [MEMORY: thandi]"),
      Message(.user, "Thandis view, says Mrs Nkosi"),
    ])
    let result = anonymise([transcript]) { $0.names = ["Sarah", "Thandi Nkosi", "James"] }
    func standIn(_ name: String) throws -> String {
      try #require(result.replacements.first { $0.original == name }?.standIn)
    }
    let (thandi, nkosi, james) = (try standIn("Thandi"), try standIn("Nkosi"), try standIn("James"))
    let sarah = try standIn("SARAH")
    #expect(Set([thandi, nkosi, james, sarah]).count == 4)
    #expect(StandInNames.family.contains(nkosi))
    #expect(
      texts(result) == [
        "I'm \(thandi) \(nkosi). My boss \(james) said \(sarah) is here.",
        "\(thandi), what is \(james)'s view? [MEMORY: \(thandi.lowercased())]",
        "\(thandi)s view, says Mrs \(nkosi)",
      ])
    #expect(result.count(of: .name)?.replaced == 9)
  }

  @Test(
    "a name is found in every spelling that reads as that name",
    arguments: ["Sa\u{AD}rah", "S\u{200B}a\u{200D}rah", "Sаrаh", "Ｓａｒａｈ", "\u{2060}Sarah"])
  func spellings(name: String) {
    let result = anonymise([
      Chats.transcript(messages: [Message(.user, "I'm \(name), hello"), Message(.assistant, "Hi")])
    ]) { $0.names = ["Sarah"] }
    #expect(result.count(of: .name)?.replaced == 1)
    #expect(!texts(result)[0].contains("rah"))
  }

  @Test("an initial is not a name: the word I stays")
  func initials() throws {
    let result = anonymise([
      Chats.transcript(messages: [Message(.user, "I met I. Newton"), Message(.assistant, "Oh?")])
    ]) { $0.names = ["I. Newton"] }
    #expect(texts(result)[0].hasPrefix("I met I. ") && !texts(result)[0].contains("Newton"))
    let file = SourceFile(path: "names.txt", text: "Newton\nI\n")
    #expect(throws: SourceError.self) { try TranscriptAnonymiser.names(in: file) }
  }

  @Test("chats of one person share stand-ins, other people have their own")
  func people() throws {
    let messages = [Message(.user, "I'm Thandi"), Message(.assistant, "Hello Thandi")]
    let transcripts = [
      Chats.transcript(id: "a", cluster: "thandi@acme.com", messages: messages),
      Chats.transcript(
        id: "b", cluster: "thandi@acme.com",
        messages: [Message(.assistant, "Back again, Thandi"), Message(.user, "Yes")]),
      Chats.transcript(id: "c", cluster: "other", messages: messages),
    ]
    let result = anonymise(transcripts) { $0.names = ["Thandi"] }
    let said = texts(result)
    let name = try #require(said[0].split(separator: " ").last)
    #expect(said[2] == "Back again, \(name)")
    #expect(result.transcripts.map(\.cluster) == ["person-1", "person-1", "person-2"])
    let ids = ["conversation-001", "conversation-002", "conversation-003"]
    #expect(result.transcripts.map(\.id) == ids)
    #expect(result.replacements.first?.transcripts == Array(ids.prefix(2)))
  }

  @Test("names that are words are kept where they are used as words")
  func ambiguous() {
    let transcript = Chats.transcript(messages: [
      Message(
        .user, "My husband Will is late. Will you wait? I will. Will said so. My friend Grace, too."
      ),
      Message(.assistant, "With grace. Will's late? May I ask? Grace knows."),
    ])
    let result = anonymise([transcript]) { $0.names = ["Will", "Grace", "May"] }
    let said = texts(result).joined(separator: " ")
    #expect(said.contains(" you wait? I will.") && said.contains("Will you wait"))
    #expect(said.contains("With grace.") && said.contains("May I ask?"))
    #expect(!said.contains("Will is") && !said.contains("Will said") && !said.contains("Will's"))
    #expect(!said.contains("Grace"))
  }

  @Test("exceptions are kept, and no stand-in is the name of somebody in the chat")
  func keep() {
    let all = StandInNames.given.dropLast().joined(separator: ", ")
    let transcript = Chats.transcript(messages: [
      Message(.user, "I'm Thandi, with \(all). Write to help@acme.com, my sister Ana did."),
      Message(.assistant, "Hello Thandi"),
    ])
    let result = anonymise([transcript]) {
      $0.names = ["Ana", "Thandi"]
      $0.keep = ["ana", "HELP@acme.com"]
    }
    let said = texts(result)
    #expect(said[1] == "Hello \(StandInNames.given.last ?? "")")
    #expect(said[0].contains("Ana") && said[0].contains("help@acme.com"))
  }

  @Test("if the names run out, people stay distinct")
  func exhausted() {
    let given = (0..<90).map { "Zq" + String(repeating: "a", count: $0 + 1) }
    let transcript = Chats.transcript(messages: [
      Message(.user, given.joined(separator: " ")), Message(.assistant, "Ok"),
    ])
    let result = anonymise([transcript]) { $0.names = given }
    let standIns = result.replacements.map(\.standIn)
    #expect(standIns.count == 90 && Set(standIns).count == 90)
  }

  @Test("title, reason, tags, id, profile and origin contain no personal data")
  func surroundings() {
    var transcript = Chats.transcript(
      id: "coaching-thandi-07911-123456",
      messages: [Message(.user, "I'm Thandi, 07911 123456"), Message(.assistant, "Hello")])
    transcript.title = "Thandi, 0791…"
    transcript.ending = .stopped(reason: "Thandi left")
    transcript.tags = ["thandi", "first"]
    transcript.person = "thandi"
    transcript.origin = "imported from thandi.csv (a table)"
    let result = anonymise([transcript]) { $0.names = ["Thandi"] }.transcripts[0]
    #expect(!"\(result)".lowercased().contains("thandi") && !"\(result)".contains("0791"))
    #expect(result.title.hasPrefix("I'm ") && result.title.hasSuffix(", 07700 900001"))
    #expect(result.person == "new" && result.origin == "imported, anonymised")
    #expect(result.id == "conversation-001" && result.tags.last == "first")
  }

  @Test("an imported title contains nothing that check would find")
  func imported() throws {
    let text = """
      {"id":"n2","messages":[{"role":"user","content":"I write to you from my work address which is \
      laura.bennett@hospital.co.uk thanks"},{"role":"assistant","content":"Yes?"}]}
      {"id":"n3","messages":[{"role":"user","content":"Could you maybe call me back today on the number \
      07911 123456 please"},{"role":"assistant","content":"Yes!"}]}
      """
    let imported = Chats.imported(text, "c.jsonl").transcripts
    #expect(imported.count == 2)
    let files = anonymise(imported).transcripts.map {
      SourceFile(path: "f/\($0.id).yaml", text: TranscriptYAML.text(of: $0))
    }
    let result = TranscriptChecker(graders: []).check(files)
    #expect(result.readable == 2 && result.diagnostics.isEmpty, "\(result.diagnostics)")
  }

  @Test("the result is reproducible, and the map leads back to the original")
  func map() {
    let transcript = Chats.transcript(messages: [
      Message(.user, "I'm Thandi, +49 171 1234567"), Message(.assistant, "Hello Thandi"),
    ])
    let first = anonymise([transcript]) { $0.names = ["Thandi"] }
    #expect(anonymise([transcript]) { $0.names = ["Thandi"] }.transcripts == first.transcripts)
    let entries = first.map["replacements"]?.array ?? []
    #expect(entries.count == 2)
    #expect(entries.contains { $0["original"] == "Thandi" && $0["count"] == 2 })
  }

  @Test("an anonymised transcript contains no data that can be found by its form")
  func clean() throws {
    let text = """
      I'm Thandi, thandi@acme.com, @thandi, +44 20 7946 0958, DE89 3704 0044 0532 0130 00, \
      4111 1111 1111 1111, 81.2.69.142, www.acme.com/thandi
      """
    let transcript = Chats.transcript(messages: [
      Message(.user, text), Message(.assistant, "Hello"),
    ])
    let result = anonymise([transcript]) { $0.names = ["Thandi"] }
    for kind in PersonalDataKind.allCases { #expect(result.count(of: kind) != nil, "\(kind)") }
    let said = texts(result)[0]
    #expect(!said.lowercased().contains("thandi") && !said.contains("acme"))
    #expect(PersonalData.find(in: said).isEmpty, "\(said)")
  }

  @Test("remaining words that look like names are counted")
  func left() {
    let transcript = Chats.transcript(messages: [
      Message(.user, "I'm Thandi. Then Emeka came on Monday with Kwame. So did Emeka's mum."),
      Message(.assistant, "What did Emeka say, Thandi? In March I saw Leeds."),
    ])
    let words = anonymise([transcript]) { $0.names = ["Thandi"] }.capitalisedWords
    #expect(words.map(\.word) == ["Emeka", "Kwame", "Leeds"] && words.map(\.count) == [3, 1, 1])
  }

  @Test("a file of names is read line by line")
  func nameFile() throws {
    let file = SourceFile(path: "n", text: "# people\r\nThandi\r\n\r\n Ana de la Cruz \r\n")
    try expect(TranscriptAnonymiser.names(in: file), equals: ["Thandi", "Ana de la Cruz"])
    let broken = #expect(throws: SourceError.self) {
      try TranscriptAnonymiser.names(in: SourceFile(path: "n", text: "Thandi\n42\n"))
    }
    #expect(broken?.diagnostics.map(\.location?.line) == [2])
    #expect(throws: SourceError.self) {
      try TranscriptAnonymiser.names(in: SourceFile(path: "n", bytes: [0x41, 0xe9]))
    }
  }

  @Test("a conversation without personal data is unchanged")
  func untouched() {
    let messages = [
      Message(.user, "I paid 1 200 € in 2019 and left at 10:30.\n\nWhy?"),
      Message(.assistant, "Hm."),
    ]
    let result = anonymise([Chats.transcript(messages: messages)])
    #expect(result.transcripts[0].messages == messages && result.replacements.isEmpty)
  }
}
