import ArgumentParser
import CurlNetwork
import Documents
import SourceFiles

/// Reports the versions in use, for bug reports.
enum VersionCheckup {
  static func findings() -> [DoctorFinding] {
    func finding(_ name: String, text: String) -> DoctorFinding {
      DoctorFinding(area: "versions", name: name, state: .fine, text: text)
    }
    var findings = [
      finding("coachkit", text: coachKitVersion),
      finding("libcurl", text: CurlTransport.version),
      finding("libyaml", text: DocumentNode.libraryVersion),
    ]
    if let version = Evaluations.databaseVersion {
      findings.append(finding("SQLite", text: version))
    } else {
      findings.append(
        DoctorFinding(
          area: "versions", name: "evaluations", state: .missing, text: "not in this build",
          hint: "build with the trait 'Evals', which is on by default"))
    }
    return findings
  }
}
