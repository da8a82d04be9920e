import CoachModel
@testable import PromptEvals
import SourceFiles
import Testing

@Suite("Reading persona cards")
struct ClientProfileTests {
  static let lines = [
    "id: ada", "title: Ada at work", "kind: coaching", "domain: life", "language: en",
    "about: Ada is a baker.", "voice: Short.", "mood: Tired.", "goals: [rest]",
    "facts: [gets up at three]",
    "hidden: [{fact: Ada owes money., revealed: the coach asks about sleep}]",
    "leaves: the coach lectures",
  ]

  static func card(_ lines: [String] = lines, path: String = "P/ada.yaml") throws -> ClientProfile {
    try ClientProfile(SourceFile(path: path, text: lines.joined(separator: "\n")))
  }

  @Test("a card contains the person and what they withhold")
  func reading() throws {
    let card = try Self.card()
    #expect(card.id == "ada" && card.kind == .coaching && card.role.goals == ["rest"])
    #expect(
      card.role.hiddenFacts == [
        ClientProfile.HiddenFact(
          fact: "Ada owes money.", revealed: "the coach asks about sleep")
      ])
    #expect(card.role.leaves == "the coach lectures" && card.opening == nil)
    #expect(card.profile == "new" && card.transcript.messages.isEmpty)
  }

  @Test("a missing key is reported")
  func missing() throws {
    let error = #expect(throws: SourceError.self) {
      try Self.card(Self.lines.filter { !$0.hasPrefix("voice") })
    }
    let diagnostic = try #require(error?.diagnostics.first)
    #expect(diagnostic.code == "yaml.missing" && diagnostic.message.contains("'voice'"))
    #expect(diagnostic.location?.file == "P/ada.yaml")
  }

  @Test("an unknown key is an error at its line")
  func unknown() throws {
    let error = #expect(throws: SourceError.self) { try Self.card(Self.lines + ["moood: x"]) }
    let diagnostic = try #require(error?.diagnostics.first)
    #expect(diagnostic.code == "yaml.unknown-key" && diagnostic.location?.line == 13)
  }

  @Test("the file has the name of the card")
  func name() throws {
    let error = #expect(throws: SourceError.self) { try Self.card(path: "P/eve.yaml") }
    let diagnostic = try #require(error?.diagnostics.first)
    #expect(diagnostic.code == "persona.id" && diagnostic.location?.line == 1)
  }
}
