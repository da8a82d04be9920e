import Documents
import SourceFiles

/// A text passes screens, which the caller provides by name. Of an object or a list, all texts in it are read.
struct ScreenCheck: ContractCheck {
  static let names = ["screen"]
  static let response = ContractResponse.drop

  private let target: ValuePath
  private let screens: [String]

  init(named name: String, _ target: ValuePath, options: inout MappingReader) throws(SourceError) {
    self.target = target
    screens = try options.required("for").strings("'for'")
  }

  var replyPaths: [ValuePath] { [target] }

  func findings(in subject: ContractSubject) -> [ContractFinding] {
    target.places(in: subject.reply).flatMap { place in
      place.value.texts(at: place.location)
    }.compactMap { place in
      for name in screens {
        guard let screen = subject.references.screens[name] else {
          // Nothing is dropped because of a slip in a rule.
          return ContractFinding(
            location: ValueLocation(), problem: "cannot be checked: there is no screen '\(name)'")
        }
        if let problem = screen(place.text) {
          return ContractFinding(location: place.location, problem: problem)
        }
      }
      return nil
    }
  }
}

extension JSONValue {
  /// The texts of a value with their places: the value itself, or those within it.
  fileprivate func texts(at location: ValueLocation) -> [(location: ValueLocation, text: String)] {
    switch self {
    case .string(let text): [(location, text)]
    case .array(let elements):
      elements.enumerated().flatMap { $1.texts(at: location.element($0)) }
    case .object(let members):
      members.flatMap { name, value in value.texts(at: location.member(name)) }
    default: []
    }
  }
}
