@testable import CoachEngine
import Testing

@Suite("Completeness of the built-in copy")
struct BuiltInCopyTests {
  @Test("the embedded file has no errors")
  func readable() {
    let table = MessageCatalog.builtIn
    #expect(table.problem == nil)
    #expect(table.texts.count == CopyKey.builtIn.count)
    #expect(table.languages == ["de", "en", "es"])
  }

  @Test("every listed language has all texts and a date format", arguments: WrittenCopy.languages)
  func translated(language: String) throws {
    #expect(MessageCatalog.builtIn.missingKeys(in: language).isEmpty)
    let formats = try #require(MessageCatalog.builtIn.formats[language])
    #expect(Set(formats.months).count == 12)
  }

  @Test("each translation has exactly the placeholders of its text", arguments: WrittenCopy.all)
  func placeholders(written: WrittenCopy) {
    let names = Set(written.forms.flatMap(\.names))
    #expect(names == Set(written.key.placeholders.map(\.rawValue)))
  }

  @Test(
    "the fixed English strings are unchanged",
    arguments: [
      (CopyKey.refusalRateLimited, "Let's take a breath. You can continue in a moment."),
      (.offerRemember, "Want me to remember what matters to you?"),
      (.offerRememberYes, "Yes, remember me"),
      (.offerNotNow, "Not now"),
      (.offerCheckIn, "Want me to check in with you between sessions?"),
      (.productNotTherapy, "AI coaching, not therapy or mental health treatment"),
      (.productWelcome, "This is your space. No judgment, no forms. Just a conversation."),
      (.productWelcomeButton, "Let's begin"),
      (.productPaywallFirst, "Your coach gets you. Ready for more?"),
      (.productPaywallButton, "Continue my coaching journey"),
      (.productPaywallReturning, "Your coach is still here. Pick up where you left off."),
      (.productPaywallLapsed, "Ready to come back?"),
      (.productTrainerBegin, "Begin Your Journey"),
      (.productTrainerAssessmentStart, "Let's Do It"),
      (.productTrainerAssessmentSkip, "Skip for Now"),
    ])
  func fixed(key: CopyKey, text: String) {
    #expect(MessageCatalog.builtIn.text(key, in: "en") == text)
  }

  @Test("texts with a fixed beginning start with it")
  func beginnings() {
    let lapsed = MessageCatalog.builtIn.text(.refusalLapsed, in: "en")
    #expect(lapsed.hasPrefix("Ready to come back? "))
    let unreachable = MessageCatalog.builtIn.text(.failureUnreachable, in: "en")
    #expect(unreachable.hasPrefix("I couldn't connect right now. "))
  }
}
