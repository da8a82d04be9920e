import ArgumentParser
import Conversations
import CurlTransport
import YAMLDocument

#if Evals
  import PromptEvals
#endif

/// Which versions are at work: what a report of a fault should say.
enum VersionCheckup {
  static func findings() -> [DoctorFinding] {
    func finding(_ name: String, _ text: String) -> DoctorFinding {
      DoctorFinding("versions", name, .fine, text)
    }
    var findings = [
      finding("coachkit", coachKitVersion),
      finding("libcurl", CurlTransport.version), finding("libyaml", YAMLNode.libraryVersion),
    ]
    #if Evals
      findings.append(finding("SQLite", EvalStore.libraryVersion))
    #else
      findings.append(
        DoctorFinding(
          "versions", "evaluations", .missing, "not in this build",
          hint: "build with the trait 'Evals', which is on by default"))
    #endif
    return findings
  }
}
