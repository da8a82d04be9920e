import Documents
import EvalStatistics
import SourceFiles

/// The conditions under which an evaluation passes.
public struct EvalGate: Sendable, Hashable {
  /// How much worse than the baseline a challenger may be on a metric.
  ///
  /// Decided by ``GateDecision``.
  public struct Margin: Sendable, Hashable {
    /// A grader's ID, ``EvalMetric/overall`` or ``EvalMetric/passed``.
    public var metric: String
    /// The largest acceptable decrease, as a share from 0 to 1.
    public var margin: Double
  }

  /// The minimum of a metric that a challenger must reach, whatever the baseline reaches.
  ///
  /// In a suite with a single variant, the minimum applies to that variant.
  public struct Level: Sendable, Hashable {
    /// A grader's ID, ``EvalMetric/overall`` or ``EvalMetric/passed``.
    public var metric: String
    /// The minimum, as a share from 0 to 1.
    public var minimum: Double
  }

  /// Conditions on the difference from the baseline.
  public var margins: [Margin] = []
  /// Conditions on a challenger's own scores.
  public var levels: [Level] = []
  /// The shares of all transcripts after which the run may stop early, in ascending order; empty for a single
  /// analysis at the end.
  public var looks: [Double] = []

  /// The demands in words, such as `overall at most 5.0 points worse`.
  public var demands: [String] {
    margins.map {
      "\($0.metric) at most \(Figures.decimal($0.margin * 100, places: 1)) points worse"
    } + levels.map { "\($0.metric) at least \(Figures.percent($0.minimum))" }
  }

  /// The metrics on which the gate has conditions.
  var metrics: [String] { margins.map(\.metric) + levels.map(\.metric) }
}

/// The IDs of metrics that summarize all graders.
public enum EvalMetric {
  /// The weighted mean of all graders' scores.
  public static let overall = "overall"
  /// Whether a sample meets the threshold of every grader that has a weight or is required.
  public static let passed = "passed"

  static let all = [overall, passed]
  /// IDs that a grader cannot have, because reports use them.
  static let reserved = all + ["seconds", "dollars"]
}

extension EvalGate {
  /// Reads a gate.
  ///
  /// A single margin can be written as `grader` and `margin` in the gate itself, several as a list under
  /// `margins`.
  init(_ node: DocumentNode, metrics: [String]) throws(SourceError) {
    var map = try MappingReader(node, "'gate'")
    // Suites of earlier versions could name one of several methods.
    if let entry = map.entries.first(where: { $0.key == "method" }) {
      throw SourceError(
        node.diagnostic(
          "suite.method", "the method of a gate cannot be chosen", at: entry.location,
          hint: "remove 'method': all gates are decided by the same limits"))
    }
    if map.optional("grader") != nil || map.optional("margin") != nil {
      margins.append(try Self.margin(in: &map, among: metrics))
    }
    for item in try map.optional("margins")?.list("'margins'") ?? [] {
      var margin = try MappingReader(item, "a margin")
      margins.append(try Self.margin(in: &margin, among: metrics))
      try margin.finish()
    }
    for item in try map.optional("at_least")?.list("'at_least'") ?? [] {
      var level = try MappingReader(item, "a level")
      levels.append(
        Level(
          metric: try Self.metric(in: &level, among: metrics),
          minimum: try Self.share(level.required("share"), "'share'")))
      try level.finish()
    }
    for item in try map.optional("looks")?.list("'looks'") ?? [] {
      looks.append(try item.number("a look", in: 0.05...1))
    }
    guard zip(looks, looks.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw node.error(
        "suite.looks", "the looks do not rise", hint: "write them in order, such as [0.5, 0.75, 1]")
    }
    if let last = looks.last, last < 1 { looks.append(1) }
    try map.finish()
    guard !margins.isEmpty || !levels.isEmpty else {
      throw node.error(
        "suite.gate", "the gate demands nothing",
        hint: "write {grader: …, margin: …}, or at_least: [{grader: …, share: …}]")
    }
  }

  private static func margin(in map: inout MappingReader, among metrics: [String])
    throws(SourceError)
    -> Margin
  {
    Margin(
      metric: try metric(in: &map, among: metrics),
      margin: try share(map.required("margin"), "'margin'"))
  }

  /// Reads a share; one that was meant in percent is named as a share in the hint.
  private static func share(_ node: DocumentNode, _ what: String) throws(SourceError) -> Double {
    if let percent = node.scalar?.numericValue, (1...100).contains(percent), percent > 1 {
      throw node.error(
        .range, "\(what) is a number from 0 to 1",
        hint:
          "write \(Figures.decimal(percent / 100, places: 2)) for \(Figures.decimal(percent, places: 0)) %"
      )
    }
    return try node.number(what, in: 0...1)
  }

  private static func metric(in map: inout MappingReader, among metrics: [String])
    throws(SourceError)
    -> String
  {
    let node = try map.required("grader")
    let name = try node.string("'grader'")
    guard metrics.contains(name) else {
      throw node.error(
        "suite.grader", "the suite runs no grader '\(name)'", hint: metrics.hint(for: name))
    }
    return name
  }
}
