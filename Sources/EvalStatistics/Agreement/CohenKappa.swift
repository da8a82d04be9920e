/// Cohen's κ (1960): how far two raters agree beyond what their own habits would bring about.
///
/// κ = (p_o - p_e)/(1 - p_e), for two categories or more. Undefined where both raters use one and
/// the same category only, for then nothing but agreement was possible.
package enum CohenKappa {
  /// κ with its large-sample interval (Fleiss, Cohen and Everitt 1969), items being independent.
  ///
  /// Nil where κ is undefined or the lists differ in length. The interval is nil where the raters
  /// agree on everything, as its width would be 0.
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

  /// κ with its bootstrap interval over clusters, one name an item.
  ///
  /// Nil where κ is undefined or the lists differ in length.
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

/// How often two raters gave each pair of categories.
struct AgreementTable: Sendable, Hashable {
  let categories: Int
  /// Counts, one row for each category of the first rater.
  private(set) var counts: [Double]
  /// The cell of each item.
  private let cells: [Int]

  init(categories: Int) {
    self.categories = categories
    counts = Array(repeating: 0, count: categories * categories)
    cells = []
  }

  /// Nil when the lists are empty or differ in length.
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

  /// Shares by the first rater's category, by the second's, and on the diagonal.
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
