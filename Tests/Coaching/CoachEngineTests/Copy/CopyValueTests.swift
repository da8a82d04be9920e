@testable import CoachEngine
import CoachModel
import Testing

@Suite("Formatting values in a language")
struct CopyValueTests {
  @Test(
    "dates",
    arguments: [
      ("en", "2027-03-05", "March 5"), ("es", "2027-03-05", "5 de marzo"),
      ("de", "2027-03-05", "5. März"), ("es-MX", "2028-02-29", "29 de febrero"),
      ("de-AT", "2026-12-31", "31. Dezember"), ("fr", "2027-01-01", "January 1"),
    ])
  func days(language: String, day: String, text: String) throws {
    let date = try #require(CalendarDay(day))
    for key in [CopyKey.refusalPeriodLimit, .usageUsedUp] {
      let sentence = MessageCatalog.builtIn.text(key, in: language, with: CopyValues(date: date))
      #expect(sentence.contains(" \(text)"))
    }
  }

  @Test(
    "numbers",
    arguments: [
      ("en", 800, "800"), ("en", 1_200, "1,200"), ("en", 1_234_567, "1,234,567"),
      ("de", 1_200, "1.200"), ("es", 1_200, "1200"), ("en", -1_200, "-1,200"), ("en", 0, "0"),
    ])
  func numbers(language: String, number: Int, text: String) {
    let values = CopyValues(count: 7, limit: number)
    let sentence = MessageCatalog.builtIn.text(.usageTrialDetail, in: language, with: values)
    #expect(sentence.split(separator: " ").contains(Substring(text)))
  }

  @Test("one is singular, everything else plural")
  func plural() {
    func left(_ count: Int, _ language: String) -> String {
      MessageCatalog.builtIn.text(
        .usageTrial, in: language, with: CopyValues(count: count, day: 2, days: 3))
    }
    #expect(left(1, "en") == "Day 2 of 3 — one conversation left")
    #expect(left(2, "en") == "Day 2 of 3 — 2 conversations left")
    #expect(left(0, "en") == "Day 2 of 3 — 0 conversations left")
    #expect(left(1, "es") == "Día 2 de 3: te queda un mensaje")
    #expect(left(21, "de") == "Tag 2 von 3, noch 21 Nachrichten frei")
  }

  @Test("a sentence without its value is left out, and no brace is ever shown")
  func missing() throws {
    let notice = MessageCatalog.plain.text(
      .usageProminent, in: "en", with: CopyValues(count: 8, limit: 800))
    #expect(notice == "You don't have many messages left: 8 of 800.")
    for key in CopyKey.builtIn {
      for language in MessageCatalog.builtIn.languages {
        #expect(!MessageCatalog.builtIn.text(key, in: language).contains { "{}".contains($0) })
      }
    }
    #expect(
      MessageCatalog.builtIn.text(.refusalPeriodLimit, in: "en")
        == "We've had a lot of great conversations this month! You can read everything we've said any time."
    )
  }

  @Test("inserted values are not interpreted as placeholders")
  func inert() {
    let text = MessageCatalog.builtIn.text(
      .crisisReply, in: "en", with: CopyValues(count: 3, resources: ["{count}. } Not a sentence"]))
    #expect(text.contains("\n{count}. } Not a sentence\n"))
  }

  @Test("sentences are recognised in other scripts, too")
  func scripts() throws {
    let own = try MessageCatalog(own: "usage.used_up: {ja: \"これが最後です。{date}に続けられます。またね。\"}\n")
    #expect(own.text(.usageUsedUp, in: "ja") == "これが最後です。またね。")
  }
}
