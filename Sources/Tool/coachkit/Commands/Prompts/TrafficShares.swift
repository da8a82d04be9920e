import CommandLineSupport
import Documents
import PromptTemplates

/// The percentages of people who get each version of a prompt.
struct TrafficShares: Equatable, CustomStringConvertible {
  /// The versions with their percentages, from the oldest to the newest.
  let percentages: [(version: String, percent: Double)]

  /// The shares of a split, or everyone for the production version; empty without one.
  init(_ entry: PromptLabels.Entry) {
    let total = entry.traffic.reduce(0) { $0 + $1.weight }
    var shares = entry.traffic.map { ($0.version, $0.weight / total * 100) }
    if shares.isEmpty, let version = entry.labels["production"] { shares = [(version, 100.0)] }
    percentages = shares.sorted { VersionOrder($0.0) < VersionOrder($1.0) }
  }

  static func == (one: TrafficShares, other: TrafficShares) -> Bool {
    one.percentages.elementsEqual(other.percentages, by: ==)
  }

  /// The shares in words, such as `v1 80 %, v2 20 %`.
  var description: String {
    percentages.isEmpty
      ? "nobody"
      : percentages.map { "\($0.version) \(Self.text($0.percent))" }.joined(separator: ", ")
  }

  /// Returns the argument of `--traffic` that keeps the shares and withdraws versions, such as `v1=100,v2=0`.
  func withdrawing(_ versions: Set<String>) -> String {
    (percentages.filter { $0.percent > 0 }.map { ($0.version, $0.percent) }
      + versions.sorted().map { ($0, 0) })
      .map { "\($0)=\(JSONValue.number($1).text())" }.joined(separator: ",")
  }

  /// Returns a table of these shares beside earlier ones.
  func table(since earlier: TrafficShares) -> TextTable {
    var table = TextTable([("version", .left), ("before", .right), ("after", .right)])
    let versions = Set((earlier.percentages + percentages).map(\.version))
    for version in versions.sorted(by: { VersionOrder($0) < VersionOrder($1) }) {
      table.add([version, earlier.share(of: version), share(of: version)])
    }
    return table
  }

  private func share(of version: String) -> String {
    percentages.first { $0.version == version }.map { Self.text($0.percent) } ?? "–"
  }

  /// Formats a percentage with at most two decimals: `20 %`, `33.33 %`.
  static func text(_ percent: Double) -> String {
    let hundredths = (percent * 100).rounded()
    return hundredths.truncatingRemainder(dividingBy: 100) == 0
      ? "\(Int(hundredths) / 100) %" : "\((hundredths / 100).plain) %"
  }
}
