import CoachSafety
import SafetyRules
import Testing

/// Read from the files, without the trained part: these are decided by phrases alone.
@Suite("Despair that is said in two faint ways is asked about")
struct DespairTests {
  private static let screen = Result { try CrisisScreen(ProductRules.screening.get()) }

  private func verdict(_ text: String) throws -> ScreeningVerdict {
    try Self.screen.get().examine(text, history: []).verdict
  }

  @Test(
    "having no strength left counts for half a concern, and another faint sign for the rest",
    arguments: [
      "I can't do this anymore, everything is too much",
      "I can't take it anymore, it's all too much",
      "I can't bear it any longer and I feel so empty",
      "i cant handle this any more. it all feels like too much",
      "No puedo más, todo es demasiado", "Ya no aguanto más, todo es demasiado",
      "Ya no puedo con esto, todo es demasiado",
      "Ich halte das nicht mehr aus, alles ist zu viel",
      "Ich schaffe das nicht mehr, alles ist zu viel",
    ])
  func together(text: String) throws {
    #expect(try verdict(text) == .concern)
  }

  @Test(
    "by itself it stays calm, and so does what has an object of everyday life",
    arguments: [
      "I can't do this anymore", "No puedo más", "Ich halte das nicht mehr aus",
      "I can't do this anymore, the commute is too much",
      "I can't do this any more, this level is too hard",
      "I can't do this anymore, this diet is too much",
      "I can't take this job anymore, it's too much",
      "No puedo más que agradecerte", "No puedo más con el calor, todo es demasiado",
      "Ich schaffe das nicht mehr bis Freitag, alles ist zu viel",
      "Ich halte die Nachbarn nicht mehr aus, alles ist zu viel bei denen",
    ])
  func calm(text: String) throws {
    #expect(try verdict(text) == .calm)
  }
}
