import CoachEngine
import CoachSafety
import SourceFiles

/// Checks the data of crisis screen, reply checks and persona rules, and the texts that no model writes.
struct SafetyCheckup {
  func findings() -> [DoctorFinding] {
    [
      finding("crisis screen", problem: CrisisScreen.builtIn.problem) {
        "\(CrisisScreen.builtIn.concepts.count) concepts"
      },
      finding("reply checks", problem: ReplyChecks.builtIn.problem) {
        "\(ReplyChecks.builtIn.names.count) checks"
      },
      finding("persona rules", problem: PersonaRules.builtIn.problem) { "read" },
      finding("fixed texts", problem: MessageCatalog.plain.problem?.description) {
        MessageCatalog.builtIn.languages.joined(separator: ", ")
      },
    ]
  }

  private func finding(
    _ name: String, problem: String?, text: () -> String
  ) -> DoctorFinding {
    guard let problem else {
      return DoctorFinding(area: "safety", name: name, state: .fine, text: text())
    }
    return DoctorFinding(
      area: "safety", name: name, state: .wrong, text: problem,
      hint: "this build is broken: build it again, and run its tests")
  }
}
