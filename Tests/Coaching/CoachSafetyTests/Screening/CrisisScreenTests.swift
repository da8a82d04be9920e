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

  /// The trained part decides about these, so a case may change sides with every fit; a share that falls is a
  /// regression. Failures name cases by kind and number only.
  @Test("most indirect statements are flagged or asked about, with their category")
  func signalsByKind() {
    var missed: [String] = []
    var wrong: [String] = []
    for signal in ScreeningCase.signalsByKind {
      let report = screen.examine(signal.text, history: [])
      if report.verdict == .calm { missed.append(signal.testDescription) }
      if let assessment = report.assessment, let category = signal.category,
        !assessment.categories.contains(category)
      {
        wrong.append(signal.testDescription)
      }
    }
    let count = ScreeningCase.signalsByKind.count
    #expect(missed.count * 10 <= count * 2, "\(missed)")
    #expect(wrong.count * 10 <= count, "\(wrong)")
  }

  @Test(
    "the evidence is quoted with its range",
    arguments: ScreeningCase.signals + ScreeningCase.signalsByKind)
  func evidence(_ signal: ScreeningCase) throws {
    let text = "😂 Ça va… " + signal.text + "\nOk."
    guard let evidence = screen.assess(text, history: [])?.evidence else { return }
    let isExact = String(decoding: Array(text.utf8)[evidence.range], as: UTF8.self) == evidence.text
    #expect(isExact && evidence.messagesBack == 0)
  }

  @Test("few ordinary messages are flagged, although most have the words of danger")
  func calm() {
    let cases = ScreeningCase.calm + ScreeningCase.calmByKind
    let flagged = cases.filter { screen.assess($0.text, history: []) != nil }
    #expect(flagged.count * 100 <= cases.count * 11, "\(flagged.map(\.testDescription))")
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
