import CoachModel
import CoachSafety
import Documents
import SafetyRules
import Testing

@Suite("Safety assessments")
struct SafetyAssessmentTests {
  private let evidence = SafetyAssessment.Evidence(text: "abc", range: 2..<5, messagesBack: 1)

  @Test("raw values match the prompts and their order")
  func words() {
    #expect(
      CrisisCategory.allCases.map(\.rawValue) == [
        "suicidal_thoughts", "self_harm", "abuse", "harm_to_others", "child_at_risk",
        "acute_distress", "eating_disorder", "psychosis", "perinatal",
      ])
    #expect(CrisisSeverity.allCases.map(\.rawValue) == ["moderate", "high", "imminent"])
    #expect(CrisisSubject.allCases.map(\.rawValue) == ["writer", "someone_else"])
  }

  @Test("severities are ordered")
  func order() {
    #expect(CrisisSeverity.moderate < .high)
    #expect(CrisisSeverity.high < .imminent)
    #expect(CrisisSeverity.allCases.max() == .imminent)
  }

  @Test("categories are sorted and deduplicated")
  func categories() {
    let assessment = SafetyAssessment(
      categories: [.childAtRisk, .abuse, .childAtRisk, .suicidalThoughts], severity: .high,
      evidence: evidence, stage: .linguisticScreen)
    #expect(assessment.categories == [.suicidalThoughts, .abuse, .childAtRisk])
  }

  @Test("by default, an assessment is about the writer and not a follow-up")
  func usual() {
    let assessment = SafetyAssessment(
      categories: [.abuse], severity: .high, evidence: evidence, stage: .linguisticScreen)
    #expect(assessment.subject == .writer && !assessment.isFollowUp)
    #expect(SafetyAssessment.Evidence(text: "a", range: 0..<1).messagesBack == 0)
  }

  @Test("an assessment can be written as JSON")
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

  @Test("a custom stage has its own name")
  func stages() {
    let other = ScreeningStage(rawValue: "second_opinion")
    #expect(other != .linguisticScreen)
    #expect(other.rawValue == "second_opinion")
  }
}

@Suite("The report of a screen that returns only a Boolean")
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

  @Test("a calm message has the weight 0, a flagged one the threshold, and neither has signs")
  func report() {
    let screen = MarkScreen()
    let flagged = screen.examine("mark", history: [])
    #expect(flagged.assessment == screen.assess("mark", history: []))
    #expect(flagged.weight == CrisisScreen.threshold && flagged.signs.isEmpty)
    let calm = screen.examine("hello", history: [])
    #expect(calm.assessment == nil && calm.weight == 0 && calm.carriedWeight == 0)
  }
}
