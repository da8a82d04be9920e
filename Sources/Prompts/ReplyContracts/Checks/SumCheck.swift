import Documents
import SourceFiles

/// A number is the sum of what the elements of a list beside it contribute.
///
/// `{sum: "schedule[].minutes", over: exercises, add: [minutes, sets * 2]}`: each exercise contributes its minutes, or
/// without them twice its sets.
struct SumCheck: ContractCheck {
  /// A member of an element, times a factor.
  private struct Term {
    var member: String
    var factor: Double
  }

  static let names = ["sum"]
  static let response = ContractResponse.repair

  private let target: ValuePath
  private let list: String
  private let terms: [Term]
  private let formula: String

  init(named name: String, _ target: ValuePath, options: inout MappingReader) throws(SourceError) {
    self.target = target
    list = try options.string("over")
    let node = try options.required("add")
    let texts = try node.strings("'add'")
    terms = try texts.map { text throws(SourceError) in
      let sides = text.split(separator: "*").map { $0.filter { !$0.isWhitespace } }
      guard let member = sides.first, !member.isEmpty, sides.count <= 2,
        let factor = sides.count == 2 ? Double(sides[1]) : 1
      else {
        throw node.error(
          "contract.sum", "'\(text)' is not a term",
          hint: "write a field, or a field times a number: sets * 2")
      }
      return Term(member: member, factor: factor)
    }
    formula = texts.joined(separator: ", or else ")
  }

  var replyPaths: [ValuePath] { [target] }
  var types: [String] { ["number", "integer"] }
  var canRepair: Bool { true }

  func problems(in schema: JSONValue) -> [String] {
    let parent = target.steps.dropLast() + [.member(list), .elements]
    guard let element = ValuePath.schema(at: parent[...], in: schema) else { return [] }
    return terms.compactMap { term in
      element["properties"]?[term.member] == nil && element["properties"] != nil
        ? "the elements of '\(list)' have no '\(term.member)'" : nil
    }
  }

  func findings(in subject: ContractSubject) -> [ContractFinding] {
    target.places(in: subject.reply).compactMap { place in
      let parent = ValueLocation(Array(place.location.steps.dropLast()))
      guard let stated = place.value.number,
        let elements = subject.reply[parent.member(list)]?.array
      else { return nil }
      let sum = elements.reduce(0) { $0 + contribution(of: $1) }
      guard abs(sum - stated) > 1e-6 || !sum.isFinite else { return nil }
      let value = JSONValue(shortest: sum)
      return ContractFinding(
        location: place.location,
        problem: "is \(place.value.plain), but '\(list)' adds up to \(value.plain) (\(formula))",
        repair: sum.isFinite ? .some(value) : .none)
    }
  }

  private func contribution(of element: JSONValue) -> Double {
    for term in terms {
      if let number = element[term.member]?.number { return number * term.factor }
    }
    return 0
  }
}
