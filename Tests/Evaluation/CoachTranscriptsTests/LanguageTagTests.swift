import CoachTranscripts
import PromptEvals
import Testing

@Suite("The form of language tags")
struct LanguageTagTests {
  @Test(
    "valid and invalid tags",
    arguments: [
      ("en", true), ("pt-BR", true), ("zh-Hant-TW", true), ("es-419", true), ("yue", true),
      ("de-CH-1996", true), ("zz-!!", false), ("english", false), ("", false), ("e", false),
      ("en_GB", false), ("en-", false), ("-en", false), ("en GB", false), ("12", false),
      ("en-abcdefghi", false), ("én", false),
    ])
  func form(text: String, isWellFormed: Bool) {
    #expect(LanguageTag.isWellFormed(text) == isWellFormed)
  }
}
