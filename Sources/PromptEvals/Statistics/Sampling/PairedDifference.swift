/// How one transcript fared on the second side against the first.
///
/// The transcript is the unit: its turns and repeated samples are averaged before they get here, on
/// each side, so that no interval can take the turns of a conversation for independent findings.
package struct PairedDifference: Sendable, Hashable {
  /// Side B minus side A, each the mean over turns and samples.
  package var value: Double
  /// What the transcript shares with others: its person, user or template. A transcript that shares
  /// nothing has a cluster of its own.
  package var cluster: String

  /// Creates a difference.
  package init(value: Double, cluster: String) {
    self.value = value
    self.cluster = cluster
  }

  /// Pairs the scores of two sides by transcript, in the order of their ids; only transcripts that
  /// both sides have take part. One that `clusters` does not name has a cluster of its own.
  package static func pairs(
    first: [String: Double], second: [String: Double], clusters: [String: String] = [:]
  ) -> [PairedDifference] {
    first.keys.sorted().compactMap { id in
      guard let a = first[id], let b = second[id] else { return nil }
      return PairedDifference(value: b - a, cluster: cluster(of: id, in: clusters))
    }
  }

  /// The cluster of a transcript. Its own is named so that no named one can be the same by chance.
  static func cluster(of id: String, in clusters: [String: String]) -> String {
    clusters[id].map { "cluster \($0)" } ?? "transcript \(id)"
  }
}
