/// Which items belong to which cluster, for statistics that are not means.
struct ClusterMembers: Sendable, Hashable {
  /// The positions of each cluster's items; clusters in the order of their names.
  let positions: [[Int]]

  /// Takes the cluster of each item, in the order of the items.
  init(_ names: [String]) {
    var members: [String: [Int]] = [:]
    for (position, name) in names.enumerated() { members[name, default: []].append(position) }
    positions = members.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Every item a cluster of its own.
  init(independent count: Int) {
    positions = (0..<count).map { [$0] }
  }

  /// Whether no two items share a cluster.
  var isIndependent: Bool { positions.allSatisfy { $0.count == 1 } }

  /// The positions of the items of clusters that were drawn, as often as these were.
  func items(of drawn: [Int]) -> [Int] { drawn.flatMap { positions[$0] } }
}
