import EvalStatistics
import LanguageModels

extension EvalReport {
  /// What readers need to know before they rely on the figures, one sentence each.
  public var caveats: [String] {
    var caveats: [String] = []
    for model in run.design.models {
      if let note = ModelIdentity.smallModelNote(for: model) { caveats.append(note) }
    }
    caveats += run.design.references.compactMap(yardstick)
    caveats += differentBases
    caveats += differentMeasures
    caveats += unpairedCaveats
    if let ending { caveats.append(ending) }
    // The sides of two runs may differ in more than their variants.
    for side in sidesOnTrial.count == run.design.variants.count ? run.repeatedVariants : [] {
      caveats.append(
        "\(side) and \(run.design.baseline) are the same prompt, model and settings: what differs is chance."
      )
    }
    for report in pairwise {
      guard let flips = report.flipRate?.value, flips > 0.5 else { continue }
      caveats.append(
        "The judge \(report.judge) changed its verdict with the order of the texts in \(Figures.percent(flips)) of"
          + " the pairs of \(report.challenger): it judges the order, not the texts.")
    }
    caveats += judgeCaveats
    if !run.selection.isWhole {
      let part = run.selection.words(for: run.design.replay)
      let bias =
        run.selection.failedIn == nil
        ? "" : ". Rates are lower by that choice, and no gate is decided by them"
      caveats.append("This is a part of the suite: \(part)\(bias).")
    }
    func total(_ count: (SideReport) -> Int) -> Int { sides.reduce(0) { $0 + count($1) } }
    let limited = total(\.limitedTurns)
    if limited > 0 {
      let all = total { $0.isReference ? 0 : $0.turns }
      caveats.append(
        "\(limited) of \(all) replies ended at the token limit and are graded as they are.")
    }
    let failed = sides.filter { $0.failedTurns > 0 }.map { "\($0.failedTurns) of \($0.id)" }
    if !failed.isEmpty {
      caveats.append(
        "Incomplete replies are not graded: \(failed.joined(separator: ", ")).")
    }
    for changed in changedGraders {
      caveats.append("The grader \(changed) had different settings in the two runs.")
    }
    let excluded = total(\.excluded.count)
    if excluded > 0 {
      caveats.append(
        "\(Figures.counted(excluded, "sample")) \(excluded == 1 ? "is" : "are") left out: the simulated person broke the role."
      )
    }
    for (place, grader) in run.design.graders.enumerated() {
      if let text = bySide(place, counts: \.errors) {
        caveats.append("The grader \(grader.id) failed on \(text).")
      }
      if let text = bySide(place, counts: \.inconclusive) {
        caveats.append("The grader \(grader.id) was undecided on \(text).")
      }
      let variants = sides.filter { !$0.isReference && $0.notApplicable.indices.contains(place) }
      if Set(variants.map { $0.notApplicable[place] }).count > 1,
        let text = bySide(place, counts: \.notApplicable, noun: "message")
      {
        caveats.append("The grader \(grader.id) does not apply to \(text).")
      }
    }
    for metric in metrics {
      guard let count = metric.role.repeats else { continue }
      let cases = metric.values.values.map(\.repeatedCases).max() ?? 0
      let all = metric.values.values.map(\.estimate.count).max() ?? 0
      if cases < all {
        caveats.append(
          "pass^\(count) of \(metric.role.id) rests on the \(Figures.counted(cases, run.design.replay.unit)) with"
            + " \(count) samples.")
      }
    }
    return caveats
  }

  /// Describes how many verdicts of a grader are of some kind on each side; `nil` if none are.
  ///
  /// The sides are listed together, since a grader that fails more often on one side says nothing about the
  /// difference.
  private func bySide(
    _ grader: Int, counts: KeyPath<SideReport, [Int]>, noun: String = "verdict"
  ) -> String? {
    let sides = sides.filter { $0[keyPath: counts].indices.contains(grader) }
    guard sides.contains(where: { $0[keyPath: counts][grader] > 0 }) else { return nil }
    return sides.filter { !$0.isReference || $0[keyPath: counts][grader] > 0 }.map { side in
      let count = side[keyPath: counts][grader]
      return "\(Figures.counted(count, noun)) of \(side.id)"
    }.joined(separator: ", ")
  }

  private var ending: String? {
    let note = run.note.map { " (\($0))" } ?? ""
    switch run.status {
    case .complete: return nil
    case .decided: return "The run stopped early because its gate was decided\(note)."
    case .running, .budget, .interrupted, .failed:
      return "The run is not complete\(note): the figures cover the completed samples."
    }
  }

  /// Says over what a reference is graded, since its transcripts need not be those of the variants.
  private func yardstick(_ reference: String) -> String? {
    func measured(_ side: String, _ subject: SubjectReport) -> Bool {
      !(subject.scores[side] ?? [:]).isEmpty
    }
    let own = subjects.filter { measured(reference, $0) }
    guard !own.isEmpty else { return nil }
    let asked = subjects.filter { subject in
      run.design.variants.contains { measured($0.id, subject) }
    }
    let both = own.count { subject in run.design.variants.contains { measured($0.id, subject) } }
    let unit = run.design.replay.unit
    let head = "Read the rates against \(reference), graded in the same way as it was written"
    guard both < own.count || both < asked.count else {
      return "\(head), over the same \(Figures.counted(own.count, unit))."
    }
    return
      "\(head): it is over \(Figures.counted(own.count, unit)), of which \(Figures.count(both)) are among the"
      + " \(Figures.count(asked.count)) of the versions."
  }

  /// The combined metrics that are not compared on some transcripts, because a grader applies to one side only.
  private var differentMeasures: [String] {
    metrics.flatMap { metric in
      run.design.challengers.compactMap { challenger in
        guard let count = metric.comparisons[challenger.id]?.incomparable, count > 0 else {
          return nil
        }
        return
          "\(challenger.id) − \(run.design.baseline) on \(metric.role.id) leaves out"
          + " \(Figures.counted(count, run.design.replay.unit)), where a grader applies to one side only:"
          + " look at each grader's failures there."
      }
    }
  }

  /// The metrics of which the figures of the versions and their differences rest on a part of the transcripts, or on
  /// different parts.
  private var differentBases: [String] {
    metrics.compactMap { metric in
      // Time and cost decide nothing, and are missing wherever a reply is.
      guard metric.role.bounds != nil else { return nil }
      let own = run.design.variants.compactMap { side in
        metric.values[side.id].map { (side: side.id, count: $0.estimate.count) }
      }
      let shared = own.compactMap { metric.common[$0.side]?.count }.first
      let parts = run.design.challengers.compactMap { challenger -> String? in
        guard let count = metric.comparisons[challenger.id]?.difference.count, count != shared
        else { return nil }
        return "\(challenger.id) − \(run.design.baseline) over \(Figures.count(count))"
      }
      guard own.contains(where: { $0.count != shared }) || !parts.isEmpty, own.count > 1 else {
        return nil
      }
      let counts = own.map { "\($0.side) has \(Figures.count($0.count))" }.joined(separator: ", ")
      let columns =
        shared.map {
          "the figures of \(metric.role.id) are over the \(Figures.counted($0, run.design.replay.unit)) of which every"
            + " version has a score"
        }
        ?? "the versions have no \(run.design.replay.unit) with a score of \(metric.role.id) in common, so each"
        + " figure is over its own"
      let differences = parts.isEmpty ? "" : "; \(parts.joined(separator: ", "))"
      return columns.prefix(1).uppercased() + columns.dropFirst() + " (\(counts))\(differences)."
    }
  }
}
