/// The items of each cluster, for statistics that are not means.
struct ClusterMembers: Sendable, Hashable {
  /// The positions of each cluster's items; clusters are sorted by name.
  let positions: [[Int]]

  /// Groups items by the name of their cluster; `names` has one name per item.
  init(_ names: [String]) {
    var members: [String: [Int]] = [:]
    for (position, name) in names.enumerated() { members[name, default: []].append(position) }
    positions = members.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Makes every item a cluster of its own.
  init(independent count: Int) {
    positions = (0..<count).map { [$0] }
  }

  /// Whether no two items share a cluster.
  var isIndependent: Bool { positions.allSatisfy { $0.count == 1 } }

  /// Returns the positions of the items of the drawn clusters, repeated as often as each was drawn.
  func items(of drawn: [Int]) -> [Int] { drawn.flatMap { positions[$0] } }
}
