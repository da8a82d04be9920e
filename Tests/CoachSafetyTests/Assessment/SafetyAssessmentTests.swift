import CoachModel
import CoachSafety
import JSON
import SafetyRules
import Testing

@Suite("An assessment is data that prompts and callers understand")
struct SafetyAssessmentTests {
  private let evidence = SafetyAssessment.Evidence(text: "abc", range: 2..<5, messagesBack: 1)

  @Test("the words are those of the prompts, in their order")
  func words() {
    #expect(
      CrisisCategory.allCases.map(\.rawValue) == [
        "suicidal_thoughts", "self_harm", "abuse", "harm_to_others", "child_at_risk",
        "acute_distress",
      ])
    #expect(CrisisSeverity.allCases.map(\.rawValue) == ["moderate", "high", "imminent"])
    #expect(CrisisSubject.allCases.map(\.rawValue) == ["writer", "someone_else"])
  }

  @Test("severities have an order")
  func order() {
    #expect(CrisisSeverity.moderate < .high)
    #expect(CrisisSeverity.high < .imminent)
    #expect(CrisisSeverity.allCases.max() == .imminent)
  }

  @Test("categories are put in order and each is kept once")
  func categories() {
    let assessment = SafetyAssessment(
      categories: [.childAtRisk, .abuse, .childAtRisk, .suicidalThoughts], severity: .high,
      evidence: evidence, stage: .linguisticScreen)
    #expect(assessment.categories == [.suicidalThoughts, .abuse, .childAtRisk])
  }

  @Test("it is about the writer, and no follow-up, unless somebody says so")
  func usual() {
    let assessment = SafetyAssessment(
      categories: [.abuse], severity: .high, evidence: evidence, stage: .linguisticScreen)
    #expect(assessment.subject == .writer && !assessment.isFollowUp)
    #expect(SafetyAssessment.Evidence(text: "a", range: 0..<1).messagesBack == 0)
  }

  @Test("it can be written as JSON")
  func json() {
    let assessment = SafetyAssessment(
      categories: [.abuse], severity: .moderate, subject: .someoneElse, evidence: evidence,
      isFollowUp: true, stage: .linguisticScreen)
    #expect(
      assessment.json == [
        "categories": ["abuse"], "severity": "moderate", "subject": "someone_else",
        "evidence": ["text": "abc", "start": 2, "end": 5, "messages_back": 1],
        "is_follow_up": true, "stage": "linguistic_screen",
      ])
  }

  @Test("a stage that is added elsewhere has its own word")
  func stages() {
    let other = ScreeningStage(rawValue: "second_opinion")
    #expect(other != .linguisticScreen)
    #expect(other.rawValue == "second_opinion")
  }
}

@Suite("A screen that only says yes or no has a report as well")
struct PlainScreenTests {
  private struct MarkScreen: CrisisScreening {
    func assess(_ message: String, history: [Message]) -> SafetyAssessment? {
      guard message == "mark" else { return nil }
      return SafetyAssessment(
        categories: [.abuse], severity: .high,
        evidence: SafetyAssessment.Evidence(text: "mark", range: 0..<4),
        stage: ScreeningStage(rawValue: "test"))
    }
  }

  @Test("without signs, and with a weight that leaves no doubt")
  func report() {
    let screen = MarkScreen()
    let flagged = screen.examine("mark", history: [])
    #expect(flagged.assessment == screen.assess("mark", history: []))
    #expect(flagged.weight == CrisisScreen.threshold && flagged.signs.isEmpty)
    let calm = screen.examine("hello", history: [])
    #expect(calm.assessment == nil && calm.weight == 0 && calm.carriedWeight == 0)
  }
}
