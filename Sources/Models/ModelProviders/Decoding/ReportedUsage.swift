public import CoachModel

/// The counts of a call as a server states them, before they are compared with each other.
///
/// Servers disagree about what belongs to what. Three relations hold for all counts: input and output are the total, reasoning
/// is part of the output, and what was read from or written to a cache is part of the input. Counts that break one of them
/// are corrected if the total explains them, as for xAI, whose output lacks the reasoning; others are marked doubtful.
public struct ReportedUsage: Sendable {
  /// The counts, under the names that they have here.
  public var usage: TokenUsage
  /// The server's total of input and output; nil if it states none.
  public var total: Int?

  /// Creates a report.
  public init(_ usage: TokenUsage, total: Int? = nil) {
    self.usage = usage
    self.total = TokenUsage.count(total).flatMap { $0 > 0 ? $0 : nil }
  }

  /// The counts, corrected where the total explains them, and otherwise by the larger reading.
  public var checked: TokenUsage {
    var usage = usage
    // Counts of a stream that has not ended lack the output.
    guard let input = TokenUsage.count(usage.input), let output = TokenUsage.count(usage.output)
    else { return usage }
    let cached =
      (TokenUsage.count(usage.cachedInput) ?? 0) + (TokenUsage.count(usage.cacheWrites) ?? 0)
    let reasoning = TokenUsage.count(usage.reasoning) ?? 0
    let candidates = [
      (input, output), (input, output + reasoning), (input + cached, output),
      (input + cached, output + reasoning),
    ].filter { cached <= $0.0 && reasoning <= $0.1 }
    if let total, let (input, output) = candidates.first(where: { $0.0 + $0.1 == total }) {
      (usage.input, usage.output) = (input, output)
      return usage
    }
    guard let (least, answer) = candidates.first else { return usage }
    usage.input = least
    usage.output = max(answer, (total ?? 0) - least)
    usage.isDoubtful = total != nil || (least, answer) != (input, output)
    return usage
  }
}
