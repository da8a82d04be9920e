@testable import CoachEngine
import Testing

@Suite("Language lookup of copy")
struct CopyLanguageTests {
  @Test(
    "specific tags fall back to general ones, then to English",
    arguments: [
      ("es", "Ahora no"), ("es-MX", "Ahora no"), ("ES-mx", "Ahora no"), ("es_419", "Ahora no"),
      ("de-Latn-CH-1996", "Jetzt nicht"), ("en-GB", "Not now"), ("fr", "Not now"),
      ("zh-Hant-TW", "Not now"), ("", "Not now"), ("-", "Not now"), ("estonian", "Not now"),
    ])
  func fallback(language: String, text: String) {
    #expect(MessageCatalog.builtIn.text(.offerNotNow, in: language) == text)
  }

  @Test("a more specific language is preferred to a general one")
  func narrower() throws {
    let own = try MessageCatalog(
      own:
        "offer.not_now: {zh: zh, zh-Hant: hant, es-MX: mx, pt-BR: br}\n")
    let both = MessageCatalog.builtIn.overridden(by: own)
    #expect(both.text(.offerNotNow, in: "zh-Hant-TW") == "hant")
    #expect(both.text(.offerNotNow, in: "zh-Hans") == "zh")
    #expect(both.text(.offerNotNow, in: "es-mx") == "mx")
    #expect(both.text(.offerNotNow, in: "es-AR") == "Ahora no")
    // A related language is a different one: Brazilian texts are not used for Portugal.
    #expect(both.text(.offerNotNow, in: "pt-PT") == "Not now")
  }

  @Test("language ranges are truncated as in RFC 4647")
  func ranges() {
    #expect(
      LanguageRange("zh-Hant-CN-x-private1-private2").tags == [
        "zh-hant-cn-x-private1-private2", "zh-hant-cn-x-private1", "zh-hant-cn", "zh-hant", "zh",
      ])
    #expect(LanguageRange("x-private").tags == ["x-private"])
    #expect(LanguageRange("").tags.isEmpty)
  }

  @Test("language tags are distinguished from words")
  func tags() {
    for tag in ["en", "fil", "pt-BR", "zh-hant", "es-419", "de-CH-1996"] {
      #expect(LanguageRange.isTag(tag))
    }
    for word in ["", "e", "english", "en_GB", "en-", "en--GB", "1n", "é", "en-toolongpart"] {
      #expect(!LanguageRange.isTag(word))
    }
  }
}
