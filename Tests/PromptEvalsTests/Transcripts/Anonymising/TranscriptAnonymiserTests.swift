import CoachModel
import JSON
@testable import PromptEvals
import SourceFiles
import Testing
import TestKit
@testable import Transcripts

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

  @Test("a name has one stand-in, in the coach's words, in any case and with endings")
  func consistent() throws {
    let transcript = Chats.transcript(messages: [
      Message(.user, "I'm Thandi. My boss James said SARAH is here."),
      Message(.assistant, "Thandi, what is James' view? And James's wife? [MEMORY: thandi]"),
      Message(.user, "Thandis view"),
    ])
    let result = anonymise([transcript]) { $0.names = ["Sarah"] }
    func standIn(_ name: String) throws -> String {
      try #require(result.replacements.first { $0.original == name }?.standIn)
    }
    let (thandi, james) = (try standIn("Thandi"), try standIn("James"))
    let sarah = try standIn("SARAH")
    #expect(Set([thandi, james, sarah]).count == 3)
    #expect(
      texts(result) == [
        "I'm \(thandi). My boss \(james) said \(sarah.uppercased()) is here.",
        "\(thandi), what is \(james)'s view? And \(james)'s wife? [MEMORY: \(thandi.lowercased())]",
        "\(thandi)s view",
      ])
    #expect(result.count(of: .name)?.replaced == 8)
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
    let result = anonymise(transcripts)
    let said = texts(result)
    let name = try #require(said[0].split(separator: " ").last)
    #expect(said[2] == "Back again, \(name)")
    #expect(result.transcripts.map(\.cluster) == ["person-1", "person-1", "person-2"])
    #expect(result.transcripts.map(\.id) == ["a", "b", "c"])
    #expect(result.replacements.first?.transcripts == ["a", "b"])
  }

  @Test("names that are words are left where they are words")
  func ambiguous() {
    let transcript = Chats.transcript(messages: [
      Message(
        .user, "My husband Will is late. Will you wait? I will. Will said so. My friend Grace, too."
      ),
      Message(.assistant, "With grace. Will's late? May I ask? Grace knows."),
    ])
    let result = anonymise([transcript])
    let said = texts(result).joined(separator: " ")
    #expect(said.contains(" you wait? I will.") && said.contains("Will you wait"))
    #expect(said.contains("With grace.") && said.contains("May I ask?"))
    #expect(!said.contains("Will is") && !said.contains("Will said") && !said.contains("Will's"))
    #expect(!said.contains("Grace"))
  }

  @Test("words to keep stay, and nobody gets the name of somebody in the chat")
  func keep() {
    let all = StandInNames.given.dropLast().joined(separator: ", ")
    let transcript = Chats.transcript(messages: [
      Message(.user, "I'm Thandi, with \(all). Write to help@acme.com, my sister Ana did."),
      Message(.assistant, "Hello Thandi"),
    ])
    let result = anonymise([transcript]) { $0.keep = ["ana", "HELP@acme.com"] }
    let said = texts(result)
    #expect(said[1] == "Hello \(StandInNames.given.last ?? "")")
    #expect(said[0].contains("Ana") && said[0].contains("help@acme.com"))
  }

  @Test("when the names run out, people stay apart")
  func exhausted() {
    let given = (0..<90).map { "Zq" + String(repeating: "a", count: $0 + 1) }
    let transcript = Chats.transcript(messages: [
      Message(.user, given.joined(separator: " ")), Message(.assistant, "Ok"),
    ])
    let result = anonymise([transcript]) { $0.names = given }
    let standIns = result.replacements.map(\.standIn)
    #expect(standIns.count == 90 && Set(standIns).count == 90)
  }

  @Test("title, reason, tags, id, profile and origin are seen to")
  func surroundings() {
    var transcript = Chats.transcript(
      id: "coaching-thandi-first",
      messages: [Message(.user, "I'm Thandi"), Message(.assistant, "Hello")])
    transcript.title = "Thandi's first"
    transcript.ending = .stopped(reason: "Thandi left")
    transcript.tags = ["thandi", "first"]
    transcript.person = "thandi"
    transcript.origin = "imported from thandi.csv (a table)"
    let result = anonymise([transcript]).transcripts[0]
    #expect(!"\(result)".lowercased().contains("thandi"))
    #expect(result.person == "new" && result.origin == "imported, anonymised")
    #expect(result.id.hasSuffix("-first") && result.tags.last == "first")
  }

  @Test("ids stay apart")
  func ids() {
    let transcripts = [
      Chats.transcript(id: "x", messages: [Message(.user, "Hi"), Message(.assistant, "Hi")]),
      Chats.transcript(id: "x", messages: [Message(.user, "Ho"), Message(.assistant, "Ho")]),
    ]
    #expect(anonymise(transcripts).transcripts.map(\.id) == ["x", "x-2"])
  }

  @Test("the seed decides, and the map leads back")
  func seeded() {
    let transcript = Chats.transcript(messages: [
      Message(.user, "I'm Thandi, +49 171 1234567"), Message(.assistant, "Hello Thandi"),
    ])
    let first = anonymise([transcript])
    #expect(anonymise([transcript]).transcripts == first.transcripts)
    let others = (2..<6).map { seed in anonymise([transcript]) { $0.seed = seed }.transcripts }
    #expect(others.contains { $0 != first.transcripts })
    let entries = first.map["replacements"]?.array ?? []
    #expect(first.map["seed"] == "1" && entries.count == 2)
    #expect(entries.contains { $0["original"] == "Thandi" && $0["count"] == 2 })
  }

  @Test("what is anonymised has no data left that can be found by its form")
  func clean() throws {
    let text = """
      I'm Thandi, thandi@acme.com, @thandi, 14 Elm Street, SW1A 1AA, born 12/03/1984, +44 20 7946 0958, \
      DE89 3704 0044 0532 0130 00, 4111 1111 1111 1111, 81.2.69.142, www.acme.com/thandi
      """
    let result = anonymise([
      Chats.transcript(messages: [Message(.user, text), Message(.assistant, "Hello")])
    ])
    #expect(result.replacements.count == PersonalDataKind.allCases.count)
    let said = texts(result)[0]
    #expect(!said.lowercased().contains("thandi") && !said.contains("acme"))
    #expect(PersonalDataFinder.find(in: TextTokens(said)).isEmpty, "\(said)")
    #expect(said.contains("1984"))
  }

  @Test("a word that was taken for a name stays where it is a word")
  func wordlike() {
    let transcript = Chats.transcript(messages: [
      Message(.user, "My friend Ember left. The ember glows, an ember dies, ember on ember."),
      Message(.assistant, "Ember left you?"),
    ])
    let found = texts(anonymise([transcript]))
    #expect(found[0].hasSuffix("The ember glows, an ember dies, ember on ember."))
    #expect(!found.joined().contains("Ember"))
    let listed = texts(anonymise([transcript]) { $0.names = ["Ember"] })
    #expect(!listed.joined().lowercased().contains("ember"))
  }

  @Test("words that are written like names and were left are counted")
  func left() {
    let transcript = Chats.transcript(messages: [
      Message(.user, "I'm Thandi. Then Emeka came on Monday with Kwame. So did Emeka's mum."),
      Message(.assistant, "What did Emeka say, Thandi? In March I saw Leeds."),
    ])
    let words = anonymise([transcript]).capitalisedWords
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

  @Test("a conversation without personal data stays as it is")
  func untouched() {
    let messages = [
      Message(.user, "I paid 1 200 € in 2019 and left at 10:30.\n\nWhy?"),
      Message(.assistant, "Hm."),
    ]
    let result = anonymise([Chats.transcript(messages: messages)])
    #expect(result.transcripts[0].messages == messages && result.replacements.isEmpty)
  }
}
