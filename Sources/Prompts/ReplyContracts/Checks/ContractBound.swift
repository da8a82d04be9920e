import Documents
import SourceFiles

/// A minimum or maximum: a number, or the place of one in the inputs or the reply.
enum ContractBound: Sendable {
  case number(JSONValue)
  case place(ValuePath)

  init(_ node: DocumentNode, _ what: String) throws(SourceError) {
    if node.scalar?.numericValue != nil {
      self = .number(node.json)
    } else {
      self = .place(try node.valuePath())
    }
  }

  /// Returns the number if it is known before there is a reply.
  func number(with inputs: ContractInputs) -> JSONValue? {
    switch self {
    case .number(let number): number
    case .place(let path): path.values(in: inputs.all).first?.asNumber
    }
  }

  var path: ValuePath? { if case .place(let path) = self { path } else { nil } }

  /// The number; `nil` if it is not given.
  func number(in subject: ContractSubject) -> JSONValue? {
    switch self {
    case .number(let number): number
    case .place(let path):
      (path.values(in: subject.inputs).first ?? path.values(in: subject.reply).first)?.asNumber
    }
  }
}

/// The range in which a number must be.
struct ContractRange: Sendable {
  private let minimum: ContractBound?
  private let maximum: ContractBound?

  /// Reads `minimum` and `maximum`, of which at least one is required.
  init(_ options: inout MappingReader) throws(SourceError) {
    minimum = try options.optional("minimum").map { node throws(SourceError) in
      try ContractBound(node, "'minimum'")
    }
    maximum = try options.optional("maximum").map { node throws(SourceError) in
      try ContractBound(node, "'maximum'")
    }
    guard minimum != nil || maximum != nil else {
      throw options.node.error(
        "contract.range", "this rule has no limit", hint: "add 'minimum', 'maximum' or both")
    }
    if case .number(let least)? = minimum, case .number(let most)? = maximum,
      most.isLess(than: least)
    {
      throw options.node.error(
        "contract.range", "the minimum is larger than the maximum", hint: "exchange them")
    }
  }

  /// Returns the limits that are known before there is a reply, by the names of schema keywords; none if they exclude each
  /// other, for which a provider would reject the whole schema.
  func keywords(
    minimum least: String, maximum most: String, with inputs: ContractInputs
  ) -> JSONObject {
    let limits = [minimum, maximum].map { $0?.number(with: inputs) }
    if let low = limits[0], let high = limits[1], high.isLess(than: low) { return [:] }
    var keywords: JSONObject = [:]
    for (name, limit) in zip([least, most], limits) {
      keywords[name] = limit?.asNumber
    }
    return keywords
  }

  /// Returns the limits of a count; none that is not a whole number from 0 on.
  func counts(
    minimum least: String, maximum most: String, with inputs: ContractInputs
  ) -> JSONObject {
    keywords(minimum: least, maximum: most, with: inputs).reduce(into: [:]) { counts, limit in
      if let count = limit.value.integer, count >= 0 { counts[limit.key] = limit.value }
    }
  }

  /// Returns the maximum of a count; `nil` if there is none.
  func largest(in subject: ContractSubject) -> Int? {
    guard let most = maximum?.number(in: subject), let number = most.number else { return nil }
    return max(0, most.integer ?? Int(exactly: max(0, number.rounded(.down))) ?? .max)
  }

  /// The places of the limits.
  var paths: [ValuePath] { [minimum, maximum].compactMap { $0?.path } }

  /// Returns why a number is out of range: "the maximum is 120"; `nil` if it is not.
  func problem(with number: JSONValue, in subject: ContractSubject) -> String? {
    if let least = minimum?.number(in: subject), number.isLess(than: least) {
      return "the minimum is \(least.plain)"
    }
    if let most = maximum?.number(in: subject), most.isLess(than: number) {
      return "the maximum is \(most.plain)"
    }
    return nil
  }
}

extension JSONValue {
  /// Creates a number, without a fraction if it is whole.
  init(shortest number: Double) {
    self = Int(exactly: number).map { .integer($0) } ?? .number(number)
  }

  /// The value if it is a number, without a fraction if it is whole.
  fileprivate var asNumber: JSONValue? {
    guard number != nil else { return nil }
    return integer.map { .integer($0) } ?? self
  }

  /// The value as it is shown to a person: a text as it is, a whole number without its fraction.
  package var plain: String {
    if let string { return string }
    if let integer { return "\(integer)" }
    return text()
  }
}
