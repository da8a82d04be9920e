import CoachEngine
import CoachSafety
import PersonaReview

/// Checks the data of crisis screen, reply checks and persona rules, and the texts that no model writes.
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
      finding("fixed texts", copyProblem) {
        MessageCatalog.builtIn.languages.joined(separator: ", ")
      },
    ]
  }

  private var copyProblem: String? {
    do {
      _ = try MessageCatalog.readBuiltIn()
      return nil
    } catch {
      return "\(error)"
    }
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
