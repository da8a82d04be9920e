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
}
