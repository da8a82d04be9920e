@testable import CoachEngine
import Testing

@Suite("Tone of the built-in copy")
struct CopyToneTests {
  @Test("texts are short enough to read at a glance", arguments: WrittenCopy.all)
  func length(written: WrittenCopy) {
    let isCrisis = written.key.rawValue.hasPrefix("crisis.")
    for form in written.forms {
      let text = form.filled { "{\($0)}" }
      #expect(text.count <= (isCrisis ? 700 : 280))
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 280 })
    }
  }

  private static let buttons: Set<CopyKey> = [
    .offerRememberYes, .offerCheckInYes, .offerNotNow, .productWelcomeButton,
    .productPaywallButton, .productTrainerBegin, .productTrainerAssessmentStart,
    .productTrainerAssessmentSkip,
  ]

  @Test(
    "button texts fit on a button", arguments: WrittenCopy.all.filter { buttons.contains($0.key) })
  func button(written: WrittenCopy) {
    #expect(written.text.count <= 35)
  }

  // The one text that says what the product is not has to name it.
  @Test(
    "no text shouts, blames, diagnoses or mentions the machine",
    arguments: WrittenCopy.all.filter { $0.key != .productNotTherapy })
  func forbidden(written: WrittenCopy) {
    let text = written.text.lowercased()
    let words = [
      "!", "¡", "as an ai", "como ia", "als ki", "error", "fehler", "invalid", "server", "servidor",
      "diagnos", "symptom", "síntoma", "disorder", "trastorno", "störung", "therap", "terapia",
      "treatment", "tratamiento", "behandlung", "unfortunately", "lamentablemente", "leider",
      "you must", "you should", "debes", "deberías", "du solltest",
    ]
    for word in words { #expect(!text.contains(word)) }
  }

  @Test(
    "refusals and counts do not sell or create urgency",
    arguments: WrittenCopy.all("refusal") + WrittenCopy.all("usage"))
  func selling(written: WrittenCopy) {
    let text = written.text.lowercased()
    let words = [
      "price", "cost", "subscribe", "buy", "upgrade", "offer", "discount", "unlock", "premium",
      "hurry", "last chance", "only", "don't miss", "$", "€", "precio", "cuesta", "suscríbete",
      "compra", "oferta", "descuento", "solo hoy", "preis", "kost", "abonnier", "kauf", "angebot",
      "rabatt", "nur noch", "jetzt abschließen",
    ]
    for word in words { #expect(!text.contains(word)) }
  }

  // Texts for a pause and for a repeated message, which take nothing away.
  private static let passing: Set<CopyKey> = [.refusalRateLimited, .refusalSameRequest]

  @Test(
    "people who may not write may still read",
    arguments: WrittenCopy.all("refusal").filter { !passing.contains($0.key) })
  func readable(written: WrittenCopy) {
    let word = ["en": "read", "es": "leas", "de": "lesen"][written.language] ?? "?"
    #expect(written.text.contains(word))
  }

  @Test(
    "a failure says that nothing is lost and what to do", arguments: WrittenCopy.all("failure"))
  func nothingLost(written: WrittenCopy) {
    let lost = ["en": "lost", "es": "perdid", "de": "verloren"][written.language] ?? "?"
    #expect(written.text.contains(lost))
    let ways = [
      "en": ["try", "Send", "ask me", "Could you"],
      "es": ["Inténtalo", "pídeme", "¿Me lo", "Escríbeme"],
      "de": ["Versuch", "bitte mich", "Magst du", "Schreib"],
    ]
    #expect(ways[written.language]?.contains { written.text.contains($0) } == true)
  }
}
