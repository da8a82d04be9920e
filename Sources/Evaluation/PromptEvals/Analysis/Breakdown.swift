public import EvalStatistics

/// The figures of one metric by group: where a difference lives.
public struct Breakdown: Sendable, Hashable {
  /// By what transcripts or messages are grouped.
  public enum Dimension: String, Sendable, Hashable, CaseIterable {
    /// The tags of transcripts; a transcript with several tags is in several groups.
    case tag
    /// The clusters, within which transcripts are not independent.
    case cluster
    /// The persons who talk with the coach.
    case person
    /// The languages of the transcripts.
    case language
    /// The numbers of the coach's messages, for graders that judge single messages.
    case message
  }

  /// One group.
  public struct Group: Sendable, Hashable {
    /// The name of the group: for ``Dimension/message`` a number.
    public var name: String
    /// The number of transcripts in the group that count: those that send the same requests count in the first of them.
    public var transcripts: Int
    /// The number of clusters that they form.
    public var clusters: Int
    /// The mean of each side: of variants over the transcripts that all of them have.
    public var values: [String: Estimate]
    /// The mean differences from the baseline, by the ID of the challenger.
    public var differences: [String: Estimate]
  }

  /// What readers have to know before they rely on a breakdown.
  public static let caution =
    "Exploratory: the intervals are not adjusted for the number of groups, so with many groups some exclude 0 by"
    + " chance. Nothing here decides anything; a group that stands out is a question for another run."

  /// The maximum number of groups of a metric that reports show.
  static let maximumGroups = 40

  /// By what transcripts or messages are grouped.
  public var dimension: Dimension
  /// The ID of the metric.
  public var metric: String
  /// The groups: of messages by number, and of all others those first that contribute most to a difference.
  public var groups: [Group]
  /// The number of groups that are left out, because there are too many of them.
  public var omitted: Int
}

extension EvalReport {
  /// Returns the figures of all metrics by group; by message only those of graders.
  ///
  /// Figures by message come last. A dimension of which nothing is known, and a metric without values, have no breakdown. Rethrows errors of the reader.
  ///
  /// - Parameter dimensions: By what to group; by message takes longest, since it reads the verdicts of every sample.
  public func breakdowns(
    by dimensions: [Breakdown.Dimension] = Breakdown.Dimension.allCases, from reader: some RunReader
  ) throws -> [Breakdown] {
    let table = try ScoreTable(run, from: reader)
    let notes = try reader.subjectNotes(of: run)
    let all = breakdowns(by: dimensions.filter { $0 != .message }, of: table, notes: notes)
    guard dimensions.contains(.message) else { return all }
    var messages = MessageScores(run, table: table)
    try reader.eachSample(of: run) { messages.add($0) }
    return all + messages.breakdowns
  }

  /// Returns the figures of all metrics by group, but not by message.
  func breakdowns(
    by dimensions: [Breakdown.Dimension], of table: ScoreTable, notes: [String: SubjectNote]
  ) -> [Breakdown] {
    let columns = table.metrics.indices.map { ScoreColumns(table, metric: $0, run: run) }
    return dimensions.flatMap { dimension -> [Breakdown] in
      let groups = table.groups(by: dimension, notes: notes)
      return columns.compactMap {
        Breakdown(dimension: dimension, columns: $0, groups: groups, run: run)
      }
    }
  }
}

extension ScoreTable {
  /// Returns the places of each group's transcripts.
  fileprivate func groups(
    by dimension: Breakdown.Dimension, notes: [String: SubjectNote]
  ) -> [String: [Int]] {
    var groups: [String: [Int]] = [:]
    for (place, id) in transcripts.enumerated() {
      let names: [String] =
        switch dimension {
        case .tag: Set(notes[id]?.tags ?? []).sorted()
        case .cluster: [clusters[place]]
        case .person: [notes[id]?.person].compactMap { $0 }
        case .language: [notes[id]?.language].compactMap { $0 }
        case .message: []
        }
      for name in names { groups[name, default: []].append(place) }
    }
    return groups
  }
}

extension Breakdown {
  /// `nil` if no group has a value.
  fileprivate init?(
    dimension: Dimension, columns: ScoreColumns, groups: [String: [Int]], run: EvalRun
  ) {
    self.init(
      dimension: dimension, metric: columns.role.id,
      groups: groups.compactMap {
        Group(name: $0.key, places: $0.value, columns: columns, run: run)
      })
  }

  /// Sorts the groups, and leaves out those beyond the maximum; `nil` without a group.
  init?(dimension: Dimension, metric: String, groups: [Group]) {
    guard !groups.isEmpty else { return nil }
    self.dimension = dimension
    self.metric = metric
    let sorted = groups.sorted { one, other in
      if dimension == .message { return (Int(one.name) ?? 0) < (Int(other.name) ?? 0) }
      let (first, second) = (one.contribution, other.contribution)
      return first == second ? one.name < other.name : first > second
    }
    self.groups = Array(sorted.prefix(Self.maximumGroups))
    omitted = sorted.count - self.groups.count
  }
}

extension Breakdown.Group {
  /// `nil` if no side has a value.
  init?(name: String, places: [Int], columns: ScoreColumns, run: EvalRun) {
    let measured = places.filter { place in columns.sides.contains { $0.means[place] != nil } }
    guard !measured.isEmpty else { return nil }
    self.name = name
    transcripts = measured.count
    clusters = Set(measured.map { columns.clusters[$0] }).count
    values = columns.estimates(at: measured)
    differences = [:]
    for challenger in run.design.challengers {
      differences[challenger.id] = columns.difference(
        from: run.design.baseline, to: challenger.id, at: measured)
    }
  }

  /// The largest sum of differences of a challenger.
  fileprivate var contribution: Double {
    differences.values.map { abs($0.value) * Double($0.count) }.max() ?? 0
  }
}
