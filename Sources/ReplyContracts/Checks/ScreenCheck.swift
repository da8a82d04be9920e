import JSON
import SourceFiles
import YAMLDocument

/// A text passes screens, which the caller provides by name.
struct ScreenCheck: ContractCheck {
  static let names = ["screen"]
  static let response = ContractResponse.drop

  private let target: ValuePath
  private let screens: [String]

  init(named name: String, _ target: ValuePath, options: inout YAMLMapping) throws(SourceError) {
    self.target = target
    screens = try options.required("for").strings("'for'")
  }

  var replyPaths: [ValuePath] { [target] }

  func findings(in subject: ContractSubject) -> [ContractFinding] {
    subject.texts(at: target).compactMap { place in
      for name in screens {
        guard let screen = subject.references.screens[name] else {
          return ContractFinding(
            location: place.location, problem: "cannot be checked: there is no screen '\(name)'")
        }
        if let problem = screen(place.text) {
          return ContractFinding(location: place.location, problem: problem)
        }
      }
      return nil
    }
  }
}
