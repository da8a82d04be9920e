public import CoachModel

/// What calls of models consumed and cost, added up.
public struct CostFigures: Sendable, Hashable {
  /// The number of calls.
  public var calls = 0
  /// The number of calls whose cost is not known, so that ``nanodollars`` lacks them.
  public var unpricedCalls = 0
  /// The tokens of the prompts.
  public var inputTokens = 0
  /// The part of ``inputTokens`` that was read from a provider's cache.
  public var cachedTokens = 0
  /// The tokens of the replies.
  public var outputTokens = 0
  /// The cost in billionths of a dollar: whole numbers add up exactly, in every store.
  public var nanodollars = 0

  /// Creates figures of no call.
  public init() {}

  /// Creates the figures of one call, with its cost in dollars; `nil` if it is not known. Counts that the provider did not
  /// report are 0.
  public init(usage: TokenUsage?, cost: Double?) {
    calls = 1
    func believed(_ count: Int?) -> Int { min(max(count ?? 0, 0), Self.maximumTokens) }
    inputTokens = believed(usage?.input)
    cachedTokens = believed(usage?.cachedInput)
    outputTokens = believed(usage?.output)
    if let cost, cost.isFinite, (0...Self.maximumCost).contains(cost) {
      nanodollars = Int((cost * 1e9).rounded())
    } else {
      unpricedCalls = 1
    }
  }

  /// The highest number of tokens of a call that is believed: the sums of millions of such calls do not overflow in any store.
  private static let maximumTokens = 1 << 40

  /// The highest cost of a call that is believed, in dollars.
  private static let maximumCost = 1e6

  /// The cost in dollars.
  public var dollars: Double { Double(nanodollars) / 1e9 }

  /// Adds other figures. A sum that overflows is the largest integer.
  public static func += (left: inout CostFigures, right: CostFigures) {
    for figure in [
      \Self.calls, \.unpricedCalls, \.inputTokens, \.cachedTokens, \.outputTokens, \.nanodollars,
    ] {
      left[keyPath: figure] = TokenUsage.sum(left[keyPath: figure], right[keyPath: figure]) ?? .max
    }
  }
}

extension CostFigures {
  /// Whether the cost of every call is known. Otherwise ``dollars`` is a lower bound.
  public var isComplete: Bool { unpricedCalls == 0 }
}
