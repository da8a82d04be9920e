/// The difference of one transcript's scores, second side minus first.
///
/// The transcript is the unit: its turns and repeated samples are averaged beforehand, on each
/// side, so that no interval can treat the turns of a conversation as independent observations.
package struct PairedDifference: Sendable, Hashable {
  /// Side B minus side A, each the mean over turns and samples.
  package var value: Double
  /// The group of dependent transcripts that this one belongs to: its person, user or template.
  ///
  /// A transcript that shares nothing has a cluster of its own.
  package var cluster: String

  package init(value: Double, cluster: String) {
    self.value = value
    self.cluster = cluster
  }
}
