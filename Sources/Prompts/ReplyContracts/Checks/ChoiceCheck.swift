import Documents
import SourceFiles

/// A text is one of those that the inputs offer, or one of a few fixed others, up to letter case.
///
/// If the inputs offer none, everything is allowed.
struct ChoiceCheck: ContractCheck {
  static let names = ["choice"]

  private let target: ValuePath
  private let offered: [ValuePath]
  private let others: [String]

  init(named name: String, _ target: ValuePath, options: inout MappingReader) throws(SourceError) {
    self.target = target
    offered = try options.paths("among")
    others = try options.strings("or")
  }

  var replyPaths: [ValuePath] { [target] }
  var types: [String] { ["string"] }
  var inputPaths: [ValuePath] { offered }

  /// The maximum number of choices that a schema lists: providers limit them.
  private static let maximumListed = 100

  func keywords(with inputs: ContractInputs) -> JSONObject {
    let choices = offered.texts(in: inputs.trusted)
    guard !choices.isEmpty, choices.count <= Self.maximumListed else { return [:] }
    var listed: [String] = []
    for choice in choices + others where !listed.contains(choice) { listed.append(choice) }
    return ["enum": .array(listed.map { .string($0) })]
  }

  func findings(in subject: ContractSubject) -> [ContractFinding] {
    let choices = subject.inputTexts(at: offered)
    guard !choices.isEmpty else { return [] }
    let known = Set((choices + others).map { $0.lowercased() })
    return subject.texts(at: target).compactMap { place in
      guard !known.contains(place.text.lowercased()) else { return nil }
      let names = (offered.map { "'\($0)'" } + others).joined(separator: " or ")
      return ContractFinding(location: place.location, problem: "is not one of \(names)")
    }
  }
}
