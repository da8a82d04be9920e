import LanguageModels

/// What a run has spent.
public struct BudgetReport: Sendable, Hashable {
  /// What it may spend.
  public var limits: BudgetLimits
  /// Money spent, in dollars.
  public var dollars: Double
  /// Tokens of prompts and replies.
  public var tokens: Int
  /// From the first call to the last that began or ended.
  public var elapsed: Duration
  /// Calls that ended, failures included.
  public var calls: Int
  /// Calls that have not ended.
  public var underWay: Int
  /// Calls that did not fit any more.
  public var refused: Int
  /// Calls whose reply was not counted by the provider, or not to its end; what had been set aside for them
  /// counts as spent, if that is more.
  public var guessed: Int
  /// Calls to models without a known price; their money is not in ``dollars``.
  public var unpriced: Int

  /// Dollars beyond the limit; 0 when there are none.
  public var dollarsOver: Double { limits.dollars.map { max(0, dollars - $0) } ?? 0 }

  /// Tokens beyond the limit; 0 when there are none.
  public var tokensOver: Int { limits.tokens.map { max(0, tokens - $0) } ?? 0 }

  /// Whether a call was refused.
  public var isUsedUp: Bool { refused > 0 }
}

extension BudgetReport: CustomStringConvertible {
  /// `$1.02 of $1.00 spent ($0.02 over), 41200 tokens, 187 calls; 13 calls refused`
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
  /// Dollars with two decimals, and as many more as small amounts need: `$1.20`, `$0.0034`.
  package var asDollars: String {
    let decimals = self >= 0.1 || self == 0 ? 2 : self >= 0.001 ? 4 : 6
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let units = (min(abs(self), 1e12) * scale).rounded()
    let whole = Int(units / scale)
    let rest = String(Int(units - Double(whole) * scale))
    let zeros = String(repeating: "0", count: max(0, decimals - rest.utf8.count))
    return "\(self < 0 ? "-" : "")$\(whole).\(zeros)\(rest)"
  }
}
