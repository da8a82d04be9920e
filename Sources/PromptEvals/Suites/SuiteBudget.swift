import EvalStatistics
import LanguageModels
public import ModelMiddleware
import SourceFiles
import YAMLDocument

/// What a run may spend. What is nil has no limit.
public struct SuiteBudget: Sendable, Hashable {
  /// Dollars.
  public var dollars: Double?
  /// Tokens of prompts and replies.
  public var tokens: Int?
  /// Minutes from the first call on.
  public var minutes: Double?
  /// Above so many dollars a run asks before it begins.
  public var askAbove = 1.0

  /// No limits.
  public init() {}
}

extension SuiteBudget {
  init(_ node: YAMLNode) throws(SourceError) {
    var map = try YAMLMapping(node, "'budget'")
    dollars = try map.optional("dollars")?.number("'dollars'", in: 0.0001...1e9)
    tokens = try map.optional("tokens")?.integer("'tokens'", in: 1...(.max))
    minutes = try map.optional("minutes")?.number("'minutes'", in: 0.01...1e6)
    askAbove = try map.optional("ask_above")?.number("'ask_above'", in: 0...1e9) ?? 1
    try map.finish()
  }
}

/// The price of tokens, as the suite states it.
public struct SuitePrice: Sendable, Hashable, CustomStringConvertible {
  /// The price.
  public var price: TokenPrice
  /// Whose price it is.
  public var note: String

  /// Whose price it is and what it is.
  public var description: String {
    "\(note): $\(Figures.decimal(price.rates.input, 2)) in and"
      + " $\(Figures.decimal(price.rates.output ?? 0, 2)) out for"
      + " a million tokens"
  }
}

extension SuitePrice {
  init(_ node: YAMLNode) throws(SourceError) {
    var map = try YAMLMapping(node, "'price'")
    price = TokenPrice(
      input: try map.required("input").number("'input'", in: 0...10_000),
      output: try map.required("output").number("'output'", in: 0...10_000))
    note = try map.string("note")
    try map.finish()
  }
}
