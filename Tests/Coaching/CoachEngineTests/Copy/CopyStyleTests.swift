@testable import CoachEngine
import CoachModel
import SourceFiles
import Testing

@Suite("The two styles of the built-in copy")
struct CopyStyleTests {
  private var plainTexts: [CopyKey: [String: CopyWording]] {
    get throws { try MessageCatalog(embeddedFiles.file("Copy/copy.plain.yaml")).texts }
  }

  @Test("both have all texts in all languages", arguments: CopyStyle.allCases)
  func complete(style: CopyStyle) {
    #expect(style.catalog.problem == nil)
    for language in WrittenCopy.languages {
      #expect(style.catalog.missingKeys(in: language).isEmpty)
    }
    #expect(style.catalog.texts.count == CopyKey.builtIn.count)
  }

  @Test("the file of the plain style has nothing but texts that differ, in every language")
  func differences() throws {
    for (key, wordings) in try plainTexts {
      #expect(Set(wordings.keys) == Set(WrittenCopy.languages), "\(key.rawValue)")
      for (language, wording) in wordings {
        #expect(
          wording != MessageCatalog.builtIn.texts[key]?[language], "\(key.rawValue), \(language)")
      }
    }
  }

  @Test("the plain style has no exclamation marks")
  func calm() {
    for written in WrittenCopy.all where written.style == .plain {
      #expect(!written.text.contains { "!¡".contains($0) }, "\(written)")
    }
  }

  @Test("the styles say the same limit in different words")
  func limit() {
    let values = CopyValues(count: 40, limit: 800, date: CalendarDay("2027-03-05"))
    #expect(
      CopyStyle.documented.catalog.text(.usageProminent, in: "en", with: values)
        == "Almost there — 40 messages left until March 5")
    #expect(
      CopyStyle.plain.catalog.text(.usageProminent, in: "en", with: values)
        == "You don't have many messages left: 40 of 800. You'll get new ones on March 5.")
  }

  @Test("both lead a crisis reply to the same help", arguments: WrittenCopy.languages)
  func crisis(language: String) {
    let values = CopyValues(resources: ["A line of help"])
    let replies = CopyStyle.allCases.map {
      $0.catalog.text(.crisisReply, in: language, with: values)
    }
    #expect(Set(replies).count == 2)
    for reply in replies {
      #expect(reply.contains("\n\nA line of help\n\n") && reply.hasSuffix("?"))
      // What follows the first lines is the same, but for some words of the German text.
      #expect(reply.split(separator: "\n\n").count == 6)
    }
  }

  @Test("a text whose only sentence lacks its value is replaced by another one")
  func standIn() {
    let documented = MessageCatalog.builtIn
    #expect(
      documented.text(.usageProminent, in: "en", with: CopyValues(count: 1, limit: 800))
        == "You have one message left")
    #expect(
      documented.text(.usageTrial, in: "de", with: CopyValues(count: 7, limit: 100))
        == "Noch 7 von 100 Nachrichten in deinen Probetagen")
    // The date of a trial that does not renew is unknown.
    #expect(
      documented.text(.refusalTrialMessagesOver, in: "en")
        == "You've used your trial sessions — ready to continue? Everything we've talked about is here for you to read."
    )
    #expect(
      documented.text(
        .refusalTrialMessagesOver, in: "en", with: CopyValues(date: CalendarDay("2027-03-05"))
      ).contains("begins on March 5. You can cancel before March 5. Everything"))
  }
}
