import EvalStatistics
import SourceFiles

/// The inclusive range that a measured value must lie in.
struct MeasureBounds: Sendable, Hashable {
  /// The lower bound; `nil` for none.
  let atLeast: Double?
  /// The upper bound; `nil` for none.
  let atMost: Double?

  /// Returns what is wrong with a value; `nil` within the bounds. `name` puts a value into words.
  func objection(to value: Double, _ name: (Double) -> String) -> String? {
    if let atLeast, value < atLeast { return "\(name(value)), under \(atLeast.brief)" }
    if let atMost, value > atMost { return "\(name(value)), over \(atMost.brief)" }
    return nil
  }

  /// The bounds in words: `at least 2 and at most 5`.
  var words: String {
    if let atLeast, atLeast == atMost { return "exactly \(atLeast.brief)" }
    return [atLeast.map { "at least \($0.brief)" }, atMost.map { "at most \($0.brief)" }]
      .compactMap { $0 }.joined(separator: " and ")
  }

  /// Whether neither bound is set.
  var isOpen: Bool { atLeast == nil && atMost == nil }
}

extension MeasureBounds {
  /// Reads `at_least` and `at_most`, which are whole numbers or not as the kind declares them.
  init(_ options: GraderOptions) throws(SourceError) {
    let minimum = try Self.end("at_least", in: options)
    let maximum = try Self.end("at_most", in: options)
    if let minimum, let maximum, minimum > maximum {
      throw options.error(
        for: "at_most", "'at_most' is less than 'at_least'", hint: "no value satisfies both")
    }
    (atLeast, atMost) = (minimum, maximum)
  }

  private static func end(_ name: String, in options: GraderOptions) throws(SourceError) -> Double?
  {
    if let whole = try options.integer(name) { return Double(whole) }
    return try options.number(name)
  }

  /// Reads `at_least` and `at_most`; throws if neither is given.
  init(required options: GraderOptions) throws(SourceError) {
    try self.init(options)
    guard !isOpen else {
      throw options.error(
        for: "at_most", "'\(options.id)' has no limit",
        hint: "write at_most: …, at_least: …, or both")
    }
  }
}

extension Double {
  /// The number with at most two decimals, without trailing zeros.
  var brief: String {
    var text = Figures.decimal(self, places: 2)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
