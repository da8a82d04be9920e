import EvalGraders

/// The scores of single messages: of each grader, by message number, side and transcript.
///
/// Replies to the same request, such as the openings of all transcripts, are one observation: see ``SharedRequests``.
struct MessageScores {
  private struct Cell {
    private var sum = 0.0
    private var count = 0

    var mean: Double? { count > 0 ? sum / Double(count) : nil }

    mutating func add(_ score: Double) {
      sum += score
      count += 1
    }

    mutating func add(_ other: Self) {
      sum += other.sum
      count += other.count
    }
  }

  private let run: EvalRun
  private let roles: [EvalMetricRole]
  /// The transcripts, and the requests that they share.
  private let table: ScoreTable
  /// By grader, message number, side and transcript.
  private var cells: [Int: [Int: [String: [Int: Cell]]]] = [:]

  /// - Parameter table: The scores of the samples that will be added.
  init(_ run: EvalRun, table: ScoreTable) {
    self.run = run
    self.table = table
    roles = EvalMetricRole.all(of: run).filter { $0.grader != nil }
  }

  mutating func add(_ sample: EvalSample) {
    guard !table.excluded.contains(sample.key), let place = table.places[sample.key.transcript]
    else { return }
    for (number, role) in roles.enumerated() {
      for grade in sample.grades where grade.grader == role.id {
        guard let message = grade.message, let score = grade.score else { continue }
        cells[number, default: [:]][message, default: [:]][sample.key.side, default: [:]][
          place, default: Cell()
        ].add(score)
      }
    }
  }

  var breakdowns: [Breakdown] {
    roles.enumerated().compactMap { number, role in
      let groups = (cells[number] ?? [:]).compactMap { message, sides in
        let owners = owners(of: message)
        let columns = ScoreColumns(
          role: role, clusters: table.clusters,
          sides: run.design.sides.map { side in
            let isReference = run.design.references.contains(side)
            return (
              id: side, isReference: isReference,
              means: means(sides[side] ?? [:], owners: isReference ? [:] : owners)
            )
          })
        return Breakdown.Group(
          name: String(message), places: Array(table.transcripts.indices), columns: columns,
          run: run)
      }
      return Breakdown(dimension: .message, metric: role.id, groups: groups)
    }
  }

  /// Returns the transcript in which a shared message of each transcript counts: the first of those that share it as the
  /// message with this number.
  private func owners(of message: Int) -> [Int: Int] {
    guard let shared = table.shared else { return [:] }
    var owners: [Int: Int] = [:]
    for (number, group) in shared.groups.enumerated() where group.messages.contains(message) {
      let places = group.places.filter { shared.group(of: message, at: $0) == number }
      for place in places { owners[place] = places.first }
    }
    return owners
  }

  private func means(_ cells: [Int: Cell], owners: [Int: Int]) -> [Double?] {
    var pooled: [Int: Cell] = [:]
    for (place, cell) in cells.sorted(by: { $0.key < $1.key }) {
      pooled[owners[place] ?? place, default: Cell()].add(cell)
    }
    return table.transcripts.indices.map { pooled[$0]?.mean }
  }
}
