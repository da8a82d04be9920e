import CoachModel
import CoachSafety
import SafetyRules
import Testing

@Suite("The crisis screen flags messages of people in danger, and not ordinary ones")
struct CrisisScreenTests {
  private let screen = CrisisScreen.builtIn

  @Test("explicit statements are flagged", arguments: ScreeningCase.signals)
  func signal(_ signal: ScreeningCase) throws {
    let assessment = screen.assess(signal.text, history: [])
    let categories = assessment?.categories ?? []
    let severity = assessment?.severity
    #expect(signal.category.map(categories.contains) == true)
    #expect(severity == signal.severity)
    #expect(assessment?.subject == signal.subject)
    #expect(assessment?.isFollowUp == false)
    #expect(assessment?.stage == .linguisticScreen)
  }

  @Test("indirect statements are flagged", arguments: ScreeningCase.signalsByKind)
  func signalByKind(_ signal: ScreeningCase) {
    let assessment = screen.assess(signal.text, history: [])
    let categories = assessment?.categories ?? []
    withKnownIssue {
      #expect(signal.category.map(categories.contains) == true)
      #expect(assessment?.subject == signal.subject)
    } when: {
      ScreeningCase.missed.contains(signal.testDescription)
    }
  }

  @Test(
    "the evidence is quoted with its range",
    arguments: ScreeningCase.signals + ScreeningCase.signalsByKind)
  func evidence(_ signal: ScreeningCase) throws {
    // Missed messages are covered by the test above.
    guard screen.assess(signal.text, history: []) != nil else { return }
    let text = "😂 Ça va… " + signal.text + "\nOk."
    let evidence = try #require(screen.assess(text, history: [])?.evidence)
    let isExact = String(decoding: Array(text.utf8)[evidence.range], as: UTF8.self) == evidence.text
    let isInside = signal.text.contains(evidence.text)
    #expect(isExact && isInside)
    #expect(evidence.messagesBack == 0)
  }

  @Test(
    "ordinary messages are not flagged", arguments: ScreeningCase.calm + ScreeningCase.calmByKind)
  func calm(_ calm: ScreeningCase) {
    let isCalm = screen.assess(calm.text, history: []) == nil
    withKnownIssue {
      #expect(isCalm)
    } when: {
      ScreeningCase.falseAlarms.contains(calm.testDescription)
    }
  }

  @Test("case and accents make no difference", arguments: ScreeningCase.signals)
  func spelling(_ signal: ScreeningCase) {
    let plain = signal.text.map { $0 == "’" ? "'" : "\($0)" }.joined()
    let severities = [plain, plain.uppercased(), signal.text.lowercased()].map {
      screen.assess($0, history: [])?.severity
    }
    let expected = screen.assess(signal.text, history: [])?.severity
    #expect(severities == Array(repeating: expected, count: 3))
  }

  @Test("all categories are listed, and the most severe one decides")
  func several() {
    let text = "My husband hits me. I want to die. He's choking me now"
    let assessment = screen.assess(text, history: [])
    let words = assessment?.evidence.text.utf8.count
    #expect(assessment?.categories == [.suicidalThoughts, .abuse])
    #expect(assessment?.severity == .imminent)
    #expect(words == "He's choking me now".utf8.count)
  }

  @Test("danger to the writer takes precedence over danger to others")
  func writerFirst() {
    let text = "My best friend wants to kill herself. I want to die too."
    #expect(screen.assess(text, history: [])?.subject == .writer)
  }

  @Test(
    "a message without words is calm",
    arguments: ["", " \n", "😂😂", "…", "'", "\u{301}", "💀", "👩🏽‍💻🏳️‍🌈", "?!?!"])
  func empty(text: String) {
    let report = screen.examine(text, history: [])
    #expect(report.assessment == nil && report.weight == 0 && report.signs.isEmpty)
  }

  @Test("a very long message is read to its end")
  func long() {
    let text = String(repeating: "and then I went to work and it was fine, ", count: 2500)
    #expect(text.utf8.count > 100_000)
    #expect(screen.assess(text, history: []) == nil)
    #expect(screen.assess(text + "i want to die", history: [])?.severity == .high)
  }

  @Test("a report does not depend on earlier messages")
  func twice() {
    let cases = ScreeningCase.signals.prefix(20) + ScreeningCase.calm.prefix(20)
    let history = [Message(.user, "I can't go on"), Message(.assistant, "I am here.")]
    let first = cases.map { screen.examine($0.text, history: history) }
    let second = cases.reversed().map { screen.examine($0.text, history: history) }
    let isSame = first == Array(second.reversed())
    #expect(isSame)
  }
}
