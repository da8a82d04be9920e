import EvalGraders

/// The coach messages at which a new suite compares versions: those where their requests differ.
package struct SuiteTurns: Sendable {
  /// The messages, as a suite writes them: `[9, 10]`.
  package let text: String
  /// Why these, as a sentence.
  package let note: String

  /// The largest number of messages that are chosen by number.
  private static let maximumNumbers = 3
  /// The share of transcripts in which the requests for a message must differ, unless no message has it.
  private static let minimumShare = 0.5

  /// Looks at every coach message of a plan's transcripts; `nil` if the requests differ at none.
  ///
  /// - Parameter maximumRequests: The number of requests at which no further transcript is looked at.
  /// - Throws: ``SourceError`` if a prompt cannot be assembled.
  package init?(of plan: EvalPlan, maximumRequests: Int) async throws {
    let all = try await plan.requests(maximum: maximumRequests, of: .all)
    let last = try await plan.requests(
      maximum: maximumRequests, of: .chosen([], last: true))
    let differences = all?.differences.filter { $0.differing > 0 } ?? []
    guard !differences.isEmpty else { return nil }
    let shares = Self.shares(differences)
    let closing = Self.share(last?.differences ?? [])
    if closing == 1, shares.values.allSatisfy({ $0 == 1 }) {
      let numbers = shares.keys.sorted()
      let middle = numbers.contains(6) ? 6 : numbers[numbers.count / 2]
      text = middle == 1 ? "[1, last]" : "[1, \(middle), last]"
      note = "The requests of the versions differ at every message."
      return
    }
    let highest = max(shares.values.max() ?? 0, closing)
    let minimum = min(Self.minimumShare, highest)
    let isLast = closing > 0 && closing >= minimum
    let chosen = Self.spread(
      shares.filter { $0.value >= minimum }.keys.sorted(),
      over: isLast ? Self.maximumNumbers - 1 : Self.maximumNumbers)
    text = "[\((chosen.map(String.init) + (isLast ? ["last"] : [])).joined(separator: ", "))]"
    note =
      differences.map { "\($0.summary), \($0.place)" }.joined(separator: "; ")
      + " if all messages are compared."
  }

  /// The share of transcripts in which the requests for a message differ, by its number. Messages that few transcripts
  /// have are left out, if there are others.
  private static func shares(_ differences: [RequestDifference]) -> [Int: Double] {
    var found: [Int: (compared: Int, differing: Int)] = [:]
    for message in differences.flatMap(\.messages) {
      found[message.number, default: (0, 0)].compared += message.compared
      found[message.number, default: (0, 0)].differing += message.differing
    }
    let most = found.values.map(\.compared).max() ?? 0
    let usual = found.filter { $0.value.compared * 4 >= most && $0.value.differing > 0 }
    let counted = usual.isEmpty ? found : found.filter { $0.value.compared * 4 >= most }
    return counted.mapValues { Double($0.differing) / Double($0.compared) }
  }

  private static func share(_ differences: [RequestDifference]) -> Double {
    let compared = differences.reduce(0) { $0 + $1.compared }
    return compared > 0
      ? Double(differences.reduce(0) { $0 + $1.differing }) / Double(compared) : 0
  }

  /// Returns at most so many of the numbers, from the first to the last.
  private static func spread(_ numbers: [Int], over maximum: Int) -> [Int] {
    guard numbers.count > maximum else { return numbers }
    return (0..<maximum).map { numbers[$0 * (numbers.count - 1) / max(1, maximum - 1)] }
  }
}
