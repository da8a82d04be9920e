import CoachSafety
import Conversations
import Testing

@Suite("A calm message after one that was not is a follow-up")
struct FollowUpTests {
  private let screen = ExplicitPhraseScreen.builtIn
  private let grave = Message(.user, "My day was long. I'm going to kill myself tonight")
  private let calm = Message(.user, "What should I cook?")
  private let coach = Message(.assistant, "I am here.")

  @Test("it is moderate, whatever was said before, and says where it stands")
  func last() throws {
    let assessment = try #require(screen.assess("ok thanks", history: [calm, coach, grave, coach]))
    let evidence = assessment.evidence
    let isQuoted =
      String(decoding: Array(grave.text.utf8)[evidence.range], as: UTF8.self) == evidence.text
    #expect(assessment.isFollowUp)
    #expect(assessment.severity == .moderate)
    #expect(assessment.categories == [.suicidalThoughts])
    #expect(evidence.messagesBack == 1)
    #expect(isQuoted)
  }

  @Test("the last two messages of the person count, and no more")
  func reach() {
    let second = screen.assess("ok", history: [grave, coach, calm, coach])
    #expect(second?.isFollowUp == true)
    #expect(second?.evidence.messagesBack == 2)
    #expect(screen.assess("ok", history: [grave, coach, calm, coach, calm, coach]) == nil)
  }

  @Test("the nearest one decides what it is about")
  func nearest() {
    let abuse = Message(.user, "my husband hits me")
    let assessment = screen.assess("ok", history: [grave, coach, abuse, coach])
    #expect(assessment?.categories == [.abuse])
    #expect(assessment?.evidence.messagesBack == 1)
  }

  @Test("what the coach and the instructions say does not count")
  func others() {
    let words = grave.text
    #expect(
      screen.assess("ok", history: [Message(.assistant, words), Message(.system, words)]) == nil)
  }

  @Test("a message that signals by itself is none, and is as grave as it is")
  func itself() {
    let assessment = screen.assess("I want to die", history: [grave, coach])
    #expect(assessment?.isFollowUp == false)
    #expect(assessment?.severity == .high)
    #expect(assessment?.evidence.messagesBack == 0)
  }

  @Test("without a history there is none")
  func none() {
    #expect(screen.assess("ok", history: []) == nil)
    #expect(screen.assess("ok", history: [calm, coach]) == nil)
  }
}
