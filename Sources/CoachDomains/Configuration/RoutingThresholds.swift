public import SourceFiles
import YAMLDocument

/// What the router decides by, fitted from examples by `coachkit domains fit` and kept in `_thresholds.yaml`.
///
/// Without the file the values are those that the shipped domains were fitted to.
public struct RoutingThresholds: Sendable, Hashable {
  /// The file's name without its ending.
  static let fileStem = "_thresholds"
  /// The file's name.
  public static let fileName = "\(fileStem).yaml"

  /// How much a difference in score says, in log-odds.
  public var slope = 3.5
  /// The least confidence with which a class is chosen where none has a threshold of its own.
  public var usual = 0.4
  /// By class, the least confidence with which it is chosen.
  public var byClass: [String: Double] = [:]
  /// The digest of the routing signals that they were fitted to; nil for the built-in ones.
  public var digest: String?

  /// Creates the built-in thresholds.
  public init() {}

  /// The least confidence with which a class is chosen.
  public func threshold(of id: String) -> Double { byClass[id] ?? usual }
}

extension RoutingThresholds {
  /// Reads the file. Throws ``SourceError`` with the place of what is wrong.
  public init(_ file: SourceFile) throws(SourceError) {
    self.init()
    var map = try YAMLMapping(try YAMLNode.parse(file), "a file of thresholds")
    slope = try map.required("slope").number("'slope'", in: 0...100)
    usual = try map.required("usual").number("'usual'", in: 0...1)
    for entry in try YAMLMapping(try map.required("by_class"), "'by_class'").entries {
      byClass[entry.key] = try entry.value.number("'\(entry.key)'", in: 0...1)
    }
    digest = try map.optional("fitted_to")?.string("'fitted_to'")
    try map.finish()
  }

  /// The file's text.
  public var yaml: String {
    var lines = [
      "# Written by 'coachkit domains fit': what the router decides by. Fit anew when domains change.",
      "slope: \(Self.plain(slope))",
      "usual: \(Self.plain(usual))",
      "by_class:" + (byClass.isEmpty ? " {}" : ""),
    ]
    if let digest { lines.insert("fitted_to: \"\(digest)\"", at: 1) }
    lines += byClass.sorted { $0.key < $1.key }.map { "  \($0.key): \(Self.plain($0.value))" }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func plain(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}
