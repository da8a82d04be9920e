import LanguageModels

/// What a run has spent so far; see ``RunBudget/report``.
public struct BudgetReport: Sendable, Hashable {
  /// The limits of the budget.
  public var limits: BudgetLimits
  /// Money spent, in dollars.
  public var dollars: Double
  /// Tokens spent on prompts and replies.
  public var tokens: Int
  /// The time from the start of the first call to the last start or end of a call.
  public var elapsed: Duration
  /// The number of calls that have ended, failures included.
  public var calls: Int
  /// The number of calls in progress.
  public var underWay: Int
  /// The number of calls that were refused because they did not fit into the budget.
  public var refused: Int
  /// The number of calls whose usage the provider did not report, or not for the whole reply.
  ///
  /// If more was set aside for such a call than the provider reported, the amount set aside counts as spent.
  public var guessed: Int
  /// The number of calls to models without a known price; ``dollars`` does not include them.
  public var unpriced: Int

  /// Dollars spent beyond the limit; 0 if the limit was kept or there is none.
  public var dollarsOver: Double { limits.dollars.map { max(0, dollars - $0) } ?? 0 }

  /// Tokens spent beyond the limit; 0 if the limit was kept or there is none.
  public var tokensOver: Int { limits.tokens.map { max(0, tokens - $0) } ?? 0 }

  /// Whether the budget has refused a call.
  public var isUsedUp: Bool { refused > 0 }
}

extension BudgetReport: CustomStringConvertible {
  /// A summary such as `$1.02 of $1.00 spent ($0.02 over), 41200 tokens, 187 calls; 13 calls refused`.
  public var description: String {
    var parts: [String] = []
    if let limit = limits.dollars {
      let over = dollarsOver > 0 ? " (\(dollarsOver.asDollars) over)" : ""
      parts.append("\(dollars.asDollars) of \(limit.asDollars) spent\(over)")
    } else if unpriced < calls || calls == 0 {
      parts.append("\(dollars.asDollars) spent")
    }
    if let limit = limits.tokens {
      let over = tokensOver > 0 ? " (\(tokensOver) over)" : ""
      parts.append("\(tokens) of \(limit) tokens\(over)")
    } else {
      parts.append("\(tokens) tokens")
    }
    func counted(_ count: Int) -> String { count == 1 ? "1 call" : "\(count) calls" }
    parts.append(counted(calls))
    var notes: [String] = []
    if refused > 0 { notes.append("\(counted(refused)) refused") }
    if guessed > 0 { notes.append("\(counted(guessed)) not counted by the provider, guessed") }
    if unpriced > 0 { notes.append("\(counted(unpriced)) without a known price, not in the sum") }
    return ([parts.joined(separator: ", ")] + notes).joined(separator: "; ")
  }
}

extension Double {
  /// The amount in dollars with two decimals, or with four to twelve for small amounts: `$1.20`, `$0.0034`.
  package var asDollars: String {
    guard !isNaN else { return "$?" }
    let size = abs(self)
    let decimals =
      size >= 0.1 || size == 0
      ? 2 : size >= 0.001 ? 4 : size >= 0.000_01 ? 6 : size >= 1e-8 ? 9 : 12
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let units = (min(abs(self), 1e12) * scale).rounded()
    let whole = Int(units / scale)
    let rest = String(Int(units - Double(whole) * scale))
    let zeros = String(repeating: "0", count: max(0, decimals - rest.utf8.count))
    return "\(self < 0 ? "-" : "")$\(whole).\(zeros)\(rest)"
  }
}
