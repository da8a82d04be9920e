import Documents
import SourceFiles

/// A list has a number of elements.
struct ItemsCheck: ContractCheck {
  static let names = ["items"]

  private let target: ValuePath
  private let range: ContractRange

  init(named name: String, _ target: ValuePath, options: inout MappingReader) throws(SourceError) {
    self.target = target
    range = try ContractRange(&options)
  }

  var replyPaths: [ValuePath] { [target] }
  var types: [String] { ["array"] }
  var openPaths: [ValuePath] { range.paths }
  var canRepair: Bool { true }

  func keywords(with inputs: ContractInputs) -> JSONObject {
    range.counts(minimum: "minItems", maximum: "maxItems", with: inputs)
  }

  func findings(in subject: ContractSubject) -> [ContractFinding] {
    target.places(in: subject.reply).compactMap { place in
      guard let items = place.value.array,
        let problem = range.problem(with: .integer(items.count), in: subject)
      else { return nil }
      let most = range.largest(in: subject) ?? .max
      return ContractFinding(
        location: place.location, problem: "has \(items.count) items; \(problem)",
        repair: items.count > most ? .array(Array(items.prefix(most))) : nil)
    }
  }
}
