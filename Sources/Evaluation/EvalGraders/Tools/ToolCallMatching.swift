import LanguageModels

/// Which of the calls of a reply are the expected ones.
struct ToolCallMatching {
  /// How the order of calls counts.
  enum Order: String, CaseIterable {
    /// The expected calls in this order, and no others.
    case exact
    /// The expected calls in this order; others may come before, between and after them.
    case inOrder = "in_order"
    /// The expected calls in any order, each by a call of its own; there may be others.
    case anyOrder = "any_order"
  }

  let expected: [ToolCallExpectation]
  let order: Order

  /// Returns what is wrong with the calls of a reply; `nil` if the expected ones are there.
  func objection(to calls: [ToolCall]) -> String? {
    switch order {
    case .exact: exactObjection(to: calls)
    case .inOrder: inOrderObjection(to: calls)
    case .anyOrder: anyOrderObjection(to: calls)
    }
  }

  private func exactObjection(to calls: [ToolCall]) -> String? {
    for (place, pair) in zip(expected, calls).enumerated() {
      if let objection = pair.0.objection(to: pair.1) { return "call \(place + 1): \(objection)" }
    }
    if calls.count > expected.count {
      return "calls '\(calls[expected.count].name)' as well, which is not expected"
    }
    return calls.count < expected.count ? missing(expected[calls.count], among: []) : nil
  }

  private func inOrderObjection(to calls: [ToolCall]) -> String? {
    var rest = calls[...]
    for expectation in expected {
      // The earliest call that fits leaves the most calls for what follows.
      guard let place = rest.firstIndex(where: { expectation.objection(to: $0) == nil }) else {
        let isEarlier = calls[..<rest.startIndex].contains { expectation.objection(to: $0) == nil }
        return isEarlier
          ? "calls \(expectation.words) too early" : missing(expectation, among: Array(rest))
      }
      rest = rest[(place + 1)...]
    }
    return nil
  }

  /// Assigns calls to expectations: a greedy choice could give the call to one that another would have taken, too.
  private func anyOrderObjection(to calls: [ToolCall]) -> String? {
    let fits = expected.map { expectation in
      calls.indices.filter { expectation.objection(to: calls[$0]) == nil }
    }
    var owners: [Int: Int] = [:]
    func assign(_ expectation: Int, _ tried: inout Set<Int>) -> Bool {
      for call in fits[expectation] where tried.insert(call).inserted {
        if let owner = owners[call], !assign(owner, &tried) { continue }
        owners[call] = expectation
        return true
      }
      return false
    }
    for index in expected.indices {
      var tried: Set<Int> = []
      guard assign(index, &tried) else {
        let free = calls.indices.filter { owners[$0] == nil }.map { calls[$0] }
        return missing(expected[index], among: free)
      }
    }
    return nil
  }

  private func missing(_ expectation: ToolCallExpectation, among calls: [ToolCall]) -> String {
    let near = calls.first { $0.name == expectation.tool }.flatMap { expectation.objection(to: $0) }
    return "does not call \(expectation.words)" + (near.map { ": \($0)" } ?? "")
  }
}
