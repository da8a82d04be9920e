import CoachSafety
import PersonaReview

/// What looks after people: the crisis screen, the checks of replies and the rules for personas.
struct SafetyCheckup {
  func findings() -> [DoctorFinding] {
    [
      finding("crisis screen", CrisisScreen.builtIn.problem) {
        "\(CrisisScreen.builtIn.concepts.count) concepts"
      },
      finding("reply checks", ReplyChecks.builtIn.problem) {
        "\(ReplyChecks.builtIn.names.count) checks"
      },
      finding("persona rules", PersonaRules.builtIn.problem) { "read" },
    ]
  }

  private func finding(
    _ name: String, _ problem: String?, _ text: () -> String
  ) -> DoctorFinding {
    guard let problem else { return DoctorFinding("safety", name, .fine, text()) }
    return DoctorFinding(
      "safety", name, .wrong, problem,
      hint: "this build is broken: build it again, and run its tests")
  }
}
