import ArgumentParser
import CurlTransport
import SourceFiles
import YAMLDocument

/// Reports the versions in use, for bug reports.
enum VersionCheckup {
  static func findings() -> [DoctorFinding] {
    func finding(_ name: String, _ text: String) -> DoctorFinding {
      DoctorFinding("versions", name, .fine, text)
    }
    var findings = [
      finding("coachkit", coachKitVersion),
      finding("libcurl", CurlTransport.version), finding("libyaml", YAMLNode.libraryVersion),
    ]
    if let version = Evaluations.databaseVersion {
      findings.append(finding("SQLite", version))
    } else {
      findings.append(
        DoctorFinding(
          "versions", "evaluations", .missing, "not in this build",
          hint: "build with the trait 'Evals', which is on by default"))
    }
    return findings
  }
}
