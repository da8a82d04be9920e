import Documents
import SourceFiles

/// A number is within limits.
struct NumberCheck: ContractCheck {
  static let names = ["number"]

  private let target: ValuePath
  private let range: ContractRange

  init(named name: String, _ target: ValuePath, options: inout MappingReader) throws(SourceError) {
    self.target = target
    range = try ContractRange(&options)
  }

  var replyPaths: [ValuePath] { [target] }
  var types: [String] { ["number", "integer"] }
  var openPaths: [ValuePath] { range.paths }

  func keywords(with inputs: ContractInputs) -> JSONObject {
    range.keywords(minimum: "minimum", maximum: "maximum", with: inputs)
  }

  func findings(in subject: ContractSubject) -> [ContractFinding] {
    target.places(in: subject.reply).compactMap { place in
      guard place.value.number != nil, let problem = range.problem(with: place.value, in: subject)
      else { return nil }
      return ContractFinding(
        location: place.location, problem: "is \(place.value.plain); \(problem)")
    }
  }
}
