import CoachSafety
import Conversations
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
      evidence: evidence, stage: .explicitPhrases)
    #expect(assessment.categories == [.suicidalThoughts, .abuse, .childAtRisk])
  }

  @Test("it can be written as JSON")
  func json() {
    let assessment = SafetyAssessment(
      categories: [.abuse], severity: .moderate, evidence: evidence, isFollowUp: true,
      stage: .explicitPhrases)
    #expect(
      assessment.json == [
        "categories": ["abuse"], "severity": "moderate",
        "evidence": ["text": "abc", "start": 2, "end": 5, "messages_back": 1],
        "is_follow_up": true, "stage": "explicit_phrases",
      ])
  }

  @Test("a stage that is added elsewhere has its own word")
  func stages() {
    let other = ScreeningStage(rawValue: "second_opinion")
    #expect(other != .explicitPhrases)
    #expect(other.rawValue == "second_opinion")
  }
}
