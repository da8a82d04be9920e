import Documents
import SourceFiles

/// A value is a fixed one, or what an input has.
///
/// Texts are compared without regard to letter case and surrounding white space. A place that is not there breaks the
/// rule, unless the path selects elements of a list.
struct EqualityCheck: ContractCheck {
  static let names = ["equals"]

  private enum Wanted {
    case value(JSONValue)
    case input(ValuePath)
  }

  private let target: ValuePath
  private let wanted: Wanted

  init(named name: String, _ target: ValuePath, options: inout MappingReader) throws(SourceError) {
    self.target = target
    guard let input = options.optional("as") else {
      wanted = .value(try options.required("to").json)
      return
    }
    wanted = .input(try input.valuePath())
    if let value = options.optional("to") {
      throw value.error(
        "contract.equals", "'to' and 'as' are both given", hint: "remove one of them")
    }
  }

  var replyPaths: [ValuePath] { [target] }

  var inputPaths: [ValuePath] { if case .input(let path) = wanted { [path] } else { [] } }

  func findings(in subject: ContractSubject) -> [ContractFinding] {
    let value: JSONValue
    let words: String
    switch wanted {
    case .value(let fixed): (value, words) = (fixed, "is not \(fixed.text())")
    case .input(let path):
      guard let given = path.values(in: subject.inputs).first else { return [] }
      (value, words) = (given, "differs from '\(path)'")
    }
    let places = target.places(in: subject.reply)
    guard !places.isEmpty || target.selectsMany else {
      return [ContractFinding(location: ValueLocation(), problem: "has no '\(target)'")]
    }
    return places.filter { !$0.value.isSame(as: value) }.map {
      ContractFinding(location: $0.location, problem: words)
    }
  }
}

extension JSONValue {
  /// Returns whether two values are equal; texts without regard to letter case and surrounding white space.
  fileprivate func isSame(as other: JSONValue) -> Bool {
    guard let text = string, let wanted = other.string else {
      if let number, let wanted = other.number { return number == wanted }
      return self == other
    }
    return text.trimmingWhitespace.lowercased() == wanted.trimmingWhitespace.lowercased()
  }
}
