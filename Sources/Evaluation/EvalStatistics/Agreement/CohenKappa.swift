/// Cohen's κ (1960): the agreement of two raters beyond what chance would bring about.
///
/// κ = (p_o - p_e)/(1 - p_e), for two categories or more. Undefined if both raters use one and the
/// same category only, because agreement was then certain.
package enum CohenKappa {
  /// Returns κ with its large-sample interval (Fleiss, Cohen and Everitt 1969), for independent
  /// items.
  ///
  /// Returns `nil` if κ is undefined or the lists differ in length. The interval is `nil` if the
  /// raters agree on everything, because its width would be 0.
  package static func estimate<Category: Hashable>(_ first: [Category], _ second: [Category])
    -> Estimate?
  {
    guard let table = AgreementTable(first, second), let value = table.kappa else { return nil }
    var estimate = Estimate(
      value: value, count: first.count, clusters: first.count, method: "large sample")
    if let standardError = table.kappaStandardError, standardError > 0,
      let z = NormalDistribution.upperQuantile(0.025)
    {
      estimate.standardError = standardError
      estimate.interval = max(-1, value - z * standardError)...min(1, value + z * standardError)
    }
    return estimate
  }

  /// Returns κ with its bootstrap interval over clusters; `clusters` names the cluster of each
  /// item.
  ///
  /// Returns `nil` if κ is undefined or the lists differ in length.
  package static func estimate<Category: Hashable>(
    _ first: [Category], _ second: [Category], clusters: [String], seed: UInt64
  ) -> Estimate? {
    guard clusters.count == first.count, let whole = AgreementTable(first, second) else {
      return nil
    }
    let members = ClusterMembers(clusters)
    let tables = members.positions.map { positions in
      whole.restricted(to: positions)
    }
    return Bootstrap.estimate(
      clusters: tables.count, count: first.count, seed: seed
    ) { drawn in
      var sum = AgreementTable(categories: whole.categories)
      for position in drawn { sum.add(tables[position]) }
      return sum.kappa
    }
  }
}

/// The contingency table of two raters' categories.
struct AgreementTable: Sendable, Hashable {
  let categories: Int
  /// The counts in row-major order: a row for each category of the first rater, a column for each
  /// of the second.
  private(set) var counts: [Double]
  /// The index into `counts` of each item; empty in tables that were not built from items.
  private let cells: [Int]

  init(categories: Int) {
    self.categories = categories
    counts = Array(repeating: 0, count: categories * categories)
    cells = []
  }

  /// Builds the table of two lists; returns `nil` if they are empty or differ in length.
  init?<Category: Hashable>(_ first: [Category], _ second: [Category]) {
    guard !first.isEmpty, first.count == second.count else { return nil }
    var numbers: [Category: Int] = [:]
    for category in first + second where numbers[category] == nil {
      numbers[category] = numbers.count
    }
    let categories = numbers.count
    self.categories = categories
    cells = zip(first, second).compactMap { a, b in
      numbers[a].flatMap { row in numbers[b].map { row * categories + $0 } }
    }
    counts = Array(repeating: 0, count: categories * categories)
    for cell in cells { counts[cell] += 1 }
  }

  func restricted(to items: [Int]) -> AgreementTable {
    var table = AgreementTable(categories: categories)
    for item in items { table.counts[cells[item]] += 1 }
    return table
  }

  mutating func add(_ other: AgreementTable) {
    for cell in counts.indices { counts[cell] += other.counts[cell] }
  }

  /// Returns the marginal shares of each rater, the share on the diagonal, and the number of items.
  private func shares() -> (first: [Double], second: [Double], agreed: Double, total: Double) {
    var first = Array(repeating: 0.0, count: categories)
    var second = first
    var agreed = 0.0
    for row in 0..<categories {
      for column in 0..<categories {
        let count = counts[row * categories + column]
        first[row] += count
        second[column] += count
        if row == column { agreed += count }
      }
    }
    let total = first.reduce(0, +)
    return (first.map { $0 / total }, second.map { $0 / total }, agreed / total, total)
  }

  var kappa: Double? {
    let (first, second, agreed, total) = shares()
    let expected = zip(first, second).reduce(0) { $0 + $1.0 * $1.1 }
    guard total > 0, expected < 1 else { return nil }
    return (agreed - expected) / (1 - expected)
  }

  var kappaStandardError: Double? {
    let (first, second, agreed, total) = shares()
    let expected = zip(first, second).reduce(0) { $0 + $1.0 * $1.1 }
    guard total > 0, expected < 1 else { return nil }
    var sum = 0.0
    for row in 0..<categories {
      for column in 0..<categories {
        let share = counts[row * categories + column] / total
        let habit = second[row] + first[column]
        let term = row == column ? (1 - expected) - habit * (1 - agreed) : (1 - agreed) * habit
        sum += share * term * term
      }
    }
    let centre = agreed * expected - 2 * expected + agreed
    let square = max(0, sum - centre * centre) / total
    return square.squareRoot() / ((1 - expected) * (1 - expected))
  }
}
