import Documents
public import SourceFiles

/// The decision thresholds of ``DomainRouter``, fitted by `coachkit domains fit` and stored in `_thresholds.yaml`.
///
/// Without the file, built-in values apply, which were fitted to the shipped domains.
public struct RoutingThresholds: Sendable, Hashable {
  static let fileStem = "_thresholds"
  /// The name of the file in a domain folder.
  public static let fileName = "\(fileStem).yaml"

  /// The log-odds per unit of score difference.
  public var slope = 3.5
  /// The minimum confidence for classes without a threshold of their own, from 0 to 1.
  public var usual = 0.4
  /// The minimum confidence by class, from 0 to 1; a class is a domain id or the raw value of an outcome.
  public var byClass: [String: Double] = [:]
  /// The digest of the routing signals to which the thresholds were fitted; `nil` for the built-in ones.
  public var digest: String?

  /// Creates the built-in thresholds.
  public init() {}

  /// Returns the minimum confidence for a class: a domain id or the raw value of an outcome.
  public func threshold(of id: String) -> Double { byClass[id] ?? usual }
}

extension RoutingThresholds {
  /// Reads a thresholds file. Throws ``SourceError`` with the location of the problem.
  public init(_ file: SourceFile) throws(SourceError) {
    self.init()
    var map = try MappingReader(try DocumentNode.parse(file), "a file of thresholds")
    slope = try map.required("slope").number("'slope'", in: 0...100)
    usual = try map.required("usual").number("'usual'", in: 0...1)
    for entry in try MappingReader(try map.required("by_class"), "'by_class'").entries {
      byClass[entry.key] = try entry.value.number("'\(entry.key)'", in: 0...1)
    }
    digest = try map.optional("fitted_to")?.string("'fitted_to'")
    try map.finish()
  }

  /// The contents of a thresholds file, with values rounded to four decimal places.
  public var yaml: String {
    var lines = [
      "# Written by 'coachkit domains fit': the thresholds of the router. Run it again when domains change.",
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
