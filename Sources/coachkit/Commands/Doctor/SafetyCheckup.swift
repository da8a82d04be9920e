import CoachSafety
import PersonaReview

/// Checks the data of crisis screen, reply checks and persona rules.
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
