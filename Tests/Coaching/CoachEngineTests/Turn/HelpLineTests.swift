@testable import CoachEngine
import CoachModel
import CoachSafety
import SafetyRules
import TestKit
import Testing

@Suite("The line of help below a refusal or a failure")
struct HelpLineTests {
  private let copy = MessageCatalog.builtIn

  private func resources(_ region: String?, _ categories: [CrisisCategory]) -> [CrisisResource] {
    ResourceTable.builtIn.resources(for: region, categories: categories, language: "en")
  }

  @Test("it is one line, and two where the first is a children's line that may be closed at night")
  func best() {
    expect(resources("DE", []).best.map(\.name), equals: ["TelefonSeelsorge"])
    expect(
      resources("DE", [.childAtRisk]).best.map(\.name),
      equals: ["Nummer gegen Kummer", "TelefonSeelsorge"])
    #expect(resources(nil, []).best.isEmpty)
  }

  @Test(
    "without a country one list of lines is named, and every way to find help after possible danger",
    arguments: WrittenCopy.languages)
  func noCountry(language: String) {
    let ordinary = copy.helpLine(.crisisHelpAnyway, [], emergencyNumber: nil, in: language)
    let danger = copy.helpLine(.crisisHelpLine, [], emergencyNumber: nil, in: language)
    for text in [ordinary, danger] {
      #expect(text.ranges(of: "findahelpline.com").count == 1)
      #expect(!text.contains { $0.isNumber } && !text.contains("{"))
    }
    #expect(ordinary.split(separator: "\n").count == 2, "\(ordinary)")
    #expect(danger.split(separator: "\n").count == 4, "\(danger)")
  }

  @Test(
    "the emergency number has the article that the language needs, whether or not it is known",
    arguments: [
      ("en", "call 112", "call the local emergency number"),
      ("es", "llama al 112", "llama al número de emergencias"),
      ("de", "wähle die 112", "wähle die örtliche Notrufnummer"),
    ])
  func emergency(language: String, known: String, unknown: String) {
    for key in [CopyKey.crisisHelpAnyway, .crisisHelpLine] {
      let text = copy.helpLine(key, [], emergencyNumber: "112", in: language)
      expect(text, contains: known)
      let other = copy.helpLine(key, [], emergencyNumber: nil, in: language)
      expect(other, contains: unknown)
    }
  }
}
