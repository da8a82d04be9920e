import SourceFiles

extension String {
  /// A label as it is compared: people write `Good`, ` good` and `GOOD` for one.
  var labelKey: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ").uppercased().lowercased()
  }
}

/// Labels of people that mean neither yes nor no, and so are left out.
public struct UnusedLabel: Sendable, Hashable {
  /// The label as it was first written; empty for a message without one.
  public var label: String
  /// How often it occurs.
  public var count: Int

  /// Counts labels, the most frequent first.
  static func all(of labels: [String]) -> [UnusedLabel] {
    Dictionary(grouping: labels, by: \.labelKey).values.compactMap { spellings in
      spellings.first.map { UnusedLabel(label: $0.trimmingWhitespace, count: spellings.count) }
    }.sorted { ($1.count, $0.label) < ($0.count, $1.label) }
  }
}
