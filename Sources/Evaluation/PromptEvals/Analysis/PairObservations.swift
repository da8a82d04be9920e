/// The verdicts of one judge on one challenger, by pair and by observation.
struct PairObservations {
  /// Pairs that are not independent of each other.
  struct Observation {
    /// The ID of the transcript in which they count.
    var transcript: String
    /// The verdicts on each pair; a jury has one for each model.
    var pairs: [[PairwiseVerdict]]
  }

  /// The samples of one transcript, and of transcripts that send the same requests, are one observation.
  let observations: [Observation]

  /// The verdicts on each pair of samples, observation by observation.
  var pairs: [[PairwiseVerdict]] { observations.flatMap(\.pairs) }

  /// - Parameter owners: The transcript in which each transcript counts; those that count by themselves are left out.
  init(_ verdicts: [PairwiseVerdict], owners: [String: String]) {
    var links = TranscriptLinks()
    // A judge that sees only some messages may see the same requests in transcripts that differ elsewhere.
    var first: [String: String] = [:]
    for verdict in verdicts {
      let own = verdict.sample.transcript
      if let owner = owners[own] { links.join(own, owner) }
      guard let requests = verdict.requests else { continue }
      if let other = first[requests] {
        links.join(own, other)
      } else {
        first[requests] = own
      }
    }
    let pairs = Dictionary(grouping: verdicts, by: \.sample).sorted { $0.key < $1.key }
    observations = Dictionary(grouping: pairs) { links.root(of: $0.key.transcript) }
      .sorted { $0.key < $1.key }
      .map { Observation(transcript: $0.key, pairs: $0.value.map(\.value)) }
  }
}

/// Joins transcripts to groups, each with its first transcript by ID as the root.
private struct TranscriptLinks {
  private var parents: [String: String] = [:]

  mutating func root(of id: String) -> String {
    var id = id
    while let parent = parents[id] {
      if let next = parents[parent] { parents[id] = next }
      id = parent
    }
    return id
  }

  mutating func join(_ one: String, _ other: String) {
    let (first, second) = (root(of: one), root(of: other))
    guard first != second else { return }
    parents[max(first, second)] = min(first, second)
  }
}
