import Documents
import EvalStatistics
import LanguageModels
public import ModelLayers
import SourceFiles

/// What a run may consume.
///
/// A property that is `nil` sets no limit.
public struct SuiteBudget: Sendable, Hashable {
  /// The maximum cost in dollars.
  public var dollars: Double?
  /// The maximum number of tokens, of prompts and replies together.
  public var tokens: Int?
  /// The maximum duration in minutes, from the first call.
  public var minutes: Double?
  /// The estimated cost in dollars above which the command-line tool asks for confirmation; 1 by default.
  public var askAbove = 1.0

  /// Creates a budget without limits.
  public init() {}
}

extension SuiteBudget {
  init(_ node: DocumentNode) throws(SourceError) {
    var map = try MappingReader(node, "'budget'")
    dollars = try map.optional("dollars")?.number("'dollars'", in: 0.0001...1e9)
    tokens = try map.optional("tokens")?.integer("'tokens'", in: 1...(.max))
    minutes = try map.optional("minutes")?.number("'minutes'", in: 0.01...1e6)
    askAbove = try map.optional("ask_above")?.number("'ask_above'", in: 0...1e9) ?? 1
    try map.finish()
  }
}

/// The price of tokens that a suite states for its candidates.
public struct SuitePrice: Sendable, Hashable, CustomStringConvertible {
  /// The price of input and output tokens.
  public var price: TokenPrice
  /// Whose price it is, for reports.
  public var note: String

  /// The note, followed by the price in dollars per million tokens.
  public var description: String {
    "\(note): \(Figures.price(price.rates.input)) in and"
      + " \(Figures.price(price.rates.output ?? 0)) out for a million tokens"
  }
}

extension SuitePrice {
  init(_ node: DocumentNode) throws(SourceError) {
    var map = try MappingReader(node, "'price'")
    price = TokenPrice(
      input: try map.required("input").number("'input'", in: 0...10_000),
      output: try map.required("output").number("'output'", in: 0...10_000))
    note = try map.string("note")
    try map.finish()
  }
}
