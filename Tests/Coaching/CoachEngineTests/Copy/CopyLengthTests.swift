@testable import CoachEngine
import Testing

@Suite("Length of the built-in copy")
struct CopyLengthTests {
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
    .offerRememberYes, .offerCheckInYes, .offerNotNow, .signInAgain, .deleteConversationYes,
    .deleteAllConversationsYes, .deleteLearnedYes, .deleteAccountYes, .deleteKeep,
    .productWelcomeButton, .productPaywallButton, .productSubscribeButton, .productTrainerBegin,
    .productTrainerAssessmentStart, .productTrainerAssessmentSkip, .trainerSignInButton,
    .trainerApprove, .trainerEdit, .trainerActivate, .trainerReminderNow, .trainerReminderSnooze,
    .trainerReminderDismiss,
  ]

  @Test(
    "button texts fit on a button", arguments: WrittenCopy.all.filter { buttons.contains($0.key) })
  func button(written: WrittenCopy) {
    #expect(written.text.count <= 35)
  }
}
