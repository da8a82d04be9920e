import Documents

/// The conditions under which a part of a template is rendered; all of them hold there.
///
/// Two parts can be in one rendering if their conditions hold together. That is decided variable by variable, without
/// rendering the combinations of branches, of which there can be more than can be counted.
struct BranchConditions: Hashable {
  enum Test: Hashable {
    /// The value counts as true, as in `{{#if x}}`.
    case isTrue
    case isFalse
    case equals(JSONValue)
    case differs(from: JSONValue)
  }

  /// The tests of each variable, by its path from the inputs, or by the position of a block whose value has none.
  private(set) var tests: [String: Set<Test>] = [:]

  var isEmpty: Bool { tests.isEmpty }

  func adding(_ test: Test, of variable: String) -> BranchConditions {
    var result = self
    result.tests[variable, default: []].insert(test)
    return result
  }

  /// The conditions that both have.
  func common(with other: BranchConditions) -> BranchConditions {
    var result = BranchConditions()
    for (variable, tests) in tests {
      let shared = tests.intersection(other.tests[variable] ?? [])
      if !shared.isEmpty { result.tests[variable] = shared }
    }
    return result
  }

  /// Whether these conditions hold wherever the others do.
  func isImplied(by others: BranchConditions) -> Bool {
    tests.allSatisfy { $0.value.isSubset(of: others.tests[$0.key] ?? []) }
  }

  /// Whether all conditions of both can hold at once, given the values that variables can have where only some are
  /// possible.
  func canHold(with other: BranchConditions, values: [String: [JSONValue]]) -> Bool {
    tests.allSatisfy { variable, tests in
      let all = tests.union(other.tests[variable] ?? [])
      return Self.canHold(all, among: values[variable])
    }
  }

  /// Whether a test of the variable is among these conditions.
  func contains(_ test: Test, of variable: String) -> Bool {
    tests[variable]?.contains(test) ?? false
  }

  private static func canHold(_ tests: Set<Test>, among values: [JSONValue]?) -> Bool {
    if tests.contains(.isTrue), tests.contains(.isFalse) { return false }
    var candidates = tests.compactMap { test -> JSONValue? in
      if case .equals(let value) = test { value } else { nil }
    }
    guard candidates.count <= 1 else { return false }
    if candidates.isEmpty {
      guard let values else { return true }
      candidates = values
    }
    return candidates.contains { value in
      !tests.contains(.differs(from: value))
        && !tests.contains(value.countsAsTrue ? .isFalse : .isTrue)
    }
  }
}

extension JSONValue {
  /// Whether a condition on the value holds, as in Handlebars.
  fileprivate var countsAsTrue: Bool {
    switch self {
    case .null, .bool(false), .integer(0), .string(""), .array([]): false
    case .number(let number): number != 0
    default: true
    }
  }
}

extension BranchConditions: CustomStringConvertible {
  /// The conditions on inputs in words, sorted; empty if there are none.
  var description: String {
    tests.filter { !$0.key.contains("#") }.flatMap { variable, tests in
      tests.map { test in
        switch test {
        case .isTrue: "'\(variable)' is set"
        case .isFalse: "'\(variable)' is not set"
        case .equals(let value): "'\(variable)' is \(value.text())"
        case .differs(let value): "'\(variable)' is not \(value.text())"
        }
      }
    }.sorted().joined(separator: " and ")
  }
}
