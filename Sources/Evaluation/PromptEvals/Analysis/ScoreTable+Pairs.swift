import EvalGraders

extension ScoreTable {
  /// Returns a metric of two sides for their comparison, by the index of the transcript: empty on both sides for a
  /// transcript whose values are different measures.
  func pairedColumns(_ metric: Int, _ first: String, _ second: String) -> (
    first: [Cell], second: [Cell]
  ) {
    var columns = (
      first: column(of: first, metric: metric), second: column(of: second, metric: metric)
    )
    for place in incomparable(metric, first, second) {
      if columns.first.indices.contains(place) { columns.first[place] = Cell() }
      if columns.second.indices.contains(place) { columns.second[place] = Cell() }
    }
    return columns
  }

  /// Returns the transcripts whose combined values two sides cannot be compared by, because a grader that counts applies
  /// to one side only.
  ///
  /// The mean of other graders is another measure: it would rise or fall although no reply is better or worse.
  func incomparable(_ metric: Int, _ first: String, _ second: String) -> Set<Int> {
    let counted = graders.indices.filter { metrics[metric].counts(graders[$0]) }
    var places: Set<Int> = []
    for grader in counted {
      guard let own = metrics.firstIndex(where: { $0.grader == grader }) else { continue }
      let pairs = zip(column(of: first, metric: own), column(of: second, metric: own))
      for (place, pair) in pairs.enumerated()
      where pair.0.appliesUnlike(pair.1) || pair.1.appliesUnlike(pair.0) {
        places.insert(place)
      }
    }
    return places
  }
}

extension ScoreTable.Cell {
  /// Whether a metric has a value here, and does not apply in the other cell.
  fileprivate func appliesUnlike(_ other: Self) -> Bool {
    count > 0 && other.count == 0 && other.notApplicable > 0
  }
}
