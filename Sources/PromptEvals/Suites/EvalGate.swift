public import EvalStatistics
import SourceFiles
import YAMLDocument

/// When an evaluation counts as passed.
public struct EvalGate: Sendable, Hashable {
  /// What must hold of a challenger against the baseline.
  public struct Margin: Sendable, Hashable {
    /// A grader's id, ``EvalMetric/overall`` or ``EvalMetric/passed``.
    public var metric: String
    /// How much worse the challenger may be, as a share from 0 to 1.
    public var margin: Double
  }

  /// A level that a challenger must reach whatever the baseline does.
  public struct Level: Sendable, Hashable {
    /// What is measured.
    public var metric: String
    /// The least, as a share from 0 to 1.
    public var least: Double
  }

  /// Against the baseline.
  public var margins: [Margin] = []
  /// By themselves.
  public var levels: [Level] = []
  /// How the intervals are worked out; one that is known to claim too much is refused.
  public var method = IntervalMethod.clustered
  /// At which shares of all transcripts the run may stop early; empty for a single look at the end.
  public var looks: [Double] = []

  /// All that it demands something of.
  var metrics: [String] { margins.map(\.metric) + levels.map(\.metric) }
}

/// What is compared beside the graders.
public enum EvalMetric {
  /// The weighted mean of all graders' scores.
  public static let overall = "overall"
  /// Whether a sample met every grader's threshold.
  public static let passed = "passed"

  /// Both.
  static let all = [overall, passed]
  /// Names that reports use themselves.
  static let reserved = all + ["seconds", "dollars"]
}

extension EvalGate {
  /// Reads a gate. `grader` and `margin` may stand in it directly, or several under `margins`.
  init(_ node: YAMLNode, metrics: [String]) throws(SourceError) {
    var map = try YAMLMapping(node, "'gate'")
    if map.optional("grader") != nil || map.optional("margin") != nil {
      margins.append(try Self.margin(&map, metrics))
    }
    for item in try map.optional("margins")?.list("'margins'") ?? [] {
      var margin = try YAMLMapping(item, "a margin")
      margins.append(try Self.margin(&margin, metrics))
      try margin.finish()
    }
    for item in try map.optional("at_least")?.list("'at_least'") ?? [] {
      var level = try YAMLMapping(item, "a level")
      levels.append(
        Level(
          metric: try Self.metric(&level, metrics),
          least: try level.required("share").number("'share'", in: 0...1)))
      try level.finish()
    }
    method = try map.optional("method")?.choice("'method'") ?? .clustered
    for item in try map.optional("looks")?.list("'looks'") ?? [] {
      looks.append(try item.number("a look", in: 0.05...1))
    }
    guard zip(looks, looks.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw node.error(
        "suite.looks", "the looks do not rise", hint: "write them in order, such as [0.5, 0.75, 1]")
    }
    if let last = looks.last, last < 1 { looks.append(1) }
    guard !margins.isEmpty || !levels.isEmpty else {
      throw node.error(
        "suite.gate", "the gate demands nothing",
        hint: "write {grader: …, margin: …}, or at_least: [{grader: …, share: …}]")
    }
    try map.finish()
  }

  private static func margin(_ map: inout YAMLMapping, _ metrics: [String]) throws(SourceError)
    -> Margin
  {
    Margin(
      metric: try metric(&map, metrics),
      margin: try map.required("margin").number("'margin'", in: 0...1))
  }

  private static func metric(_ map: inout YAMLMapping, _ metrics: [String]) throws(SourceError)
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
