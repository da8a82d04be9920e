import EvalStatistics

extension EvalReport {
  /// What the requests say about the figures: pairs of versions that sent the same, and transcripts that did.
  var requestFindings: [Finding] { requestDifferences.compactMap(finding) + sharingFindings }

  /// What the headline says of requests beside the outcome; empty if each version and each transcript sends requests of
  /// its own.
  var requestNotes: [String] {
    requestFindings.filter { $0.outcome == .informed }.map(\.text)
  }

  /// The sentence in place of a verdict on a challenger that sent the same requests as the baseline; `nil` for any other.
  func sameRequests(of challenger: String) -> String? {
    requestDifferences.first { $0.challenger == challenger && $0.isNone }.map {
      "\($0.summary): nothing is compared"
    }
  }

  private func finding(_ difference: RequestDifference) -> Finding? {
    func finding(_ outcome: Outcome, _ demand: String, _ figures: String) -> Finding {
      Finding(
        kind: .requests, side: difference.challenger, metric: "", outcome: outcome, demand: demand,
        figures: figures)
    }
    guard !difference.isNone else {
      let isAll = requestDifferences.allSatisfy(\.isNone)
      return finding(
        isAll ? .error : .inconclusive, difference.summary,
        run.repeatedVariants.contains(difference.challenger)
          ? "nothing is compared: both are the same prompt, model and settings"
          : "nothing is compared; choose messages where the prompts differ ('turns')")
    }
    if difference.readsDifferently, difference.differing == 0, difference.compared > 0 {
      return finding(
        .informed, difference.summary, "only what becomes of their replies can show a difference")
    }
    guard difference.isPartial else { return nil }
    let rest = difference.compared - difference.differing
    let place = difference.place.isEmpty ? "" : "\(difference.place); "
    return finding(
      .informed, difference.summary,
      "\(place)the other \(rest == 1 ? "one" : Figures.count(rest)) can show no difference")
  }

  private var sharingFindings: [Finding] {
    guard let sharing else { return [] }
    return [
      Finding(
        kind: .requests, side: "", metric: "", outcome: .informed, demand: sharing.summary,
        figures: sharing.consequence)
    ]
  }
}
