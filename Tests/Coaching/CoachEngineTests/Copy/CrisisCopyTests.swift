@testable import CoachEngine
import Testing

@Suite("Copy for a crisis")
struct CrisisCopyTests {
  @Test("it contains no phone numbers of its own", arguments: WrittenCopy.all("crisis"))
  func numbers(written: WrittenCopy) {
    #expect(!written.text.contains { $0.isNumber })
  }

  @Test("replies end with their only question", arguments: WrittenCopy.languages)
  func question(language: String) {
    for key in [CopyKey.crisisReply, .crisisReplyAgain] {
      let text = MessageCatalog.builtIn.text(key, in: language)
      #expect(text.hasSuffix("?"))
      #expect(text.count { $0 == "?" } == 1)
    }
  }

  @Test("resources are separate lines, in order", arguments: WrittenCopy.languages)
  func resources(language: String) {
    let lines = ["A line of help: 1", "Another: 2"]
    for key in [CopyKey.crisisReply, .crisisReplyAgain] {
      let text = MessageCatalog.builtIn.text(key, in: language, with: CopyValues(resources: lines))
      #expect(text.contains("\n\nA line of help: 1\nAnother: 2\n\n"))
    }
  }

  @Test("without resources, the text says how to find help", arguments: WrittenCopy.languages)
  func noResources(language: String) {
    let help = MessageCatalog.builtIn.text(.crisisNoResources, in: language)
    #expect(help.contains("findahelpline.com"))
    #expect(MessageCatalog.builtIn.text(.crisisReply, in: language).contains("\n\n\(help)\n\n"))
  }

  @Test(
    "the text contains the emergency number or says where to find it",
    arguments: WrittenCopy.languages)
  func emergency(language: String) {
    let known = MessageCatalog.builtIn.text(
      .crisisEmergency, in: language, with: CopyValues(emergencyNumber: "112"))
    #expect(known.contains("112"))
    let words = MessageCatalog.builtIn.text(.crisisEmergencyUnknown, in: language)
    for number in [nil, ""] {
      let unknown = MessageCatalog.builtIn.text(
        .crisisEmergency, in: language, with: CopyValues(emergencyNumber: number))
      #expect(unknown == known.replacing("112", with: words))
    }
  }
}
