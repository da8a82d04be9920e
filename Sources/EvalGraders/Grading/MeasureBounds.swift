import EvalStatistics
import SourceFiles

/// Between which values a measure must lie; both ends are allowed.
struct MeasureBounds: Sendable, Hashable {
  /// Nil for no lower end.
  let atLeast: Double?
  /// Nil for no upper end.
  let atMost: Double?

  /// What is wrong with a value; nil within the bounds.
  func objection(to value: Double, _ name: (Double) -> String) -> String? {
    if let atLeast, value < atLeast { return "\(name(value)), under \(atLeast.brief)" }
    if let atMost, value > atMost { return "\(name(value)), over \(atMost.brief)" }
    return nil
  }

  /// In words: `at least 2 and at most 5`.
  var words: String {
    if let atLeast, atLeast == atMost { return "exactly \(atLeast.brief)" }
    return [atLeast.map { "at least \($0.brief)" }, atMost.map { "at most \($0.brief)" }]
      .compactMap { $0 }.joined(separator: " and ")
  }

  /// Whether neither end is set.
  var isOpen: Bool { atLeast == nil && atMost == nil }
}

extension MeasureBounds {
  /// Reads `at_least` and `at_most`, whole numbers or others as the kind declares them.
  init(_ options: GraderOptions) throws(SourceError) {
    let least = try Self.end("at_least", options)
    let most = try Self.end("at_most", options)
    if let least, let most, least > most {
      throw options.error(
        "at_most", "'at_most' is less than 'at_least'", hint: "nothing can be between them")
    }
    (atLeast, atMost) = (least, most)
  }

  private static func end(_ name: String, _ options: GraderOptions) throws(SourceError) -> Double? {
    if let whole = try options.integer(name) { return Double(whole) }
    return try options.number(name)
  }

  /// Reads `at_least` and `at_most`, of which there must be one.
  init(required options: GraderOptions) throws(SourceError) {
    try self.init(options)
    guard !isOpen else {
      throw options.error(
        "at_most", "'\(options.id)' has no limit", hint: "write at_most: …, at_least: …, or both")
    }
  }
}

extension Double {
  /// The number with at most two decimals, and none that are zero.
  var brief: String {
    var text = Figures.decimal(self, 2)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
