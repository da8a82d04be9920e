import CoachModel
import Documents
import EvalStatistics

/// The JSON document that the page shows.
///
/// Unknown values are left out.
struct ReportDocument {
  private let report: EvalReport
  private let notes: [String: SubjectNote]
  private let breakdowns: [String: [Breakdown]]
  private let perfect: Set<String>

  init(_ report: EvalReport, notes: [String: SubjectNote], breakdowns: [Breakdown]) {
    self.report = report
    self.notes = notes
    self.breakdowns = Dictionary(grouping: breakdowns, by: \.metric)
    perfect = Set(report.orderedMetrics.perfect.map(\.role.id))
  }

  var graders: [GraderRole] { report.run.design.graders }

  /// The document without the conversations.
  var json: JSONValue {
    var object: JSONObject = [
      "run": run, "verdicts": .array(verdicts),
      "caveats": .array(report.caveats.map { .string($0) }),
      "baseline": .string(report.run.design.baseline), "sides": .array(report.sides.map(side)),
      "metrics": .array(metrics.map(metric)), "pairwise": .array(report.pairwise.map(pairwise)),
      "subjects": .array(report.subjects.map(subject)), "tests": .integer(report.testedFamily),
      "caution": .string(Breakdown.caution),
    ]
    object["outcome"] = outcome
    object["leading"] = report.leadingChallenger.map { .string($0) }
    object["order"] = .object(
      report.run.design.challengers.reduce(into: JSONObject()) { order, challenger in
        order[challenger.id] = .array(
          report.order(for: challenger.id).map { .string($0.role.id) })
      })
    object["frontier"] = report.frontier.map(frontier)
    return .object(object)
  }

  private var run: JSONValue {
    let run = report.run
    var object: JSONObject = [
      "id": .string(run.id), "suite": .string(run.suite), "question": .string(run.question),
      "started": .string(run.started), "status": .string(run.status.rawValue),
      "replay": .string(run.design.replay.rawValue),
      "method": .string(run.design.method), "seed": .string(String(run.design.seed)),
      "planned": .integer(run.design.planned), "parameters": .object(run.design.parameters),
      "models": .array(run.design.models.map { .string($0) }),
      "configuration": .object(run.configuration.json),
    ]
    object["note"] = run.note.map { .string(Self.sentence($0)) }
    object["price"] = run.design.price.map { .string($0) }
    object["regrades"] = run.regrades.map { .string($0) }
    if !run.caching.isEmpty { object["caching"] = .array(run.caching.map { .object($0.json) }) }
    return .object(object)
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
  }

  private var verdicts: [JSONValue] {
    guard !report.run.design.challengers.isEmpty else {
      return [["challenger": "", "text": .string(report.verdict)]]
    }
    return report.verdicts.map { verdict in
      [
        "challenger": .string(verdict.challenger), "text": .string(verdict.conclusion),
        "tone": .string(verdict.tone.rawValue), "basis": .string(verdict.basis),
        "notes": .array(verdict.notes.map { .string($0) }),
      ]
    }
  }

  private func frontier(_ frontier: Frontier) -> JSONValue {
    let points = frontier.points.map { point -> JSONValue in
      var object: JSONObject = [
        "side": .string(point.side), "model": .string(point.model),
        "score": .number(point.score.value), "dollars": .number(point.dollars.value),
        "place": .string(point.place), "isDominated": .bool(point.dominatedBy != nil),
      ]
      object["scoreLow"] = point.score.interval.map { .number($0.lowerBound) }
      object["scoreHigh"] = point.score.interval.map { .number($0.upperBound) }
      object["dollarsLow"] = point.dollars.interval.map { .number($0.lowerBound) }
      object["dollarsHigh"] = point.dollars.interval.map { .number($0.upperBound) }
      return .object(object)
    }
    return [
      "metric": .string(frontier.metric), "points": .array(points),
      "unplaced": .array(frontier.unplaced.map { .string($0) }),
    ]
  }

  /// What the run ends with, and all findings with the samples that decided them.
  private var outcome: JSONValue {
    [
      "word": .string(report.outcome.rawValue), "headline": .string(report.headline),
      "findings": .array(report.findings.map(finding)),
    ]
  }

  private func finding(_ finding: EvalReport.Finding) -> JSONValue {
    var object: JSONObject = [
      "outcome": .string(finding.outcome.rawValue), "text": .string(finding.text),
      "side": .string(finding.side), "metric": .string(finding.metric),
      "more": .integer(finding.samples.count - finding.samples.first.count),
      "samples": .array(
        finding.samples.first.map {
          ["transcript": .string($0.transcript), "attempt": .integer($0.attempt)]
        }),
    ]
    if let example = finding.example, !finding.text.contains(example.text) {
      object["example"] = .string(example.text)
    }
    object["reply"] = finding.example?.reply.map { .string($0) }
    return .object(object)
  }

  private func side(_ side: EvalReport.SideReport) -> JSONValue {
    let variant = report.run.design.variants.first { $0.id == side.id }
    var object: JSONObject = [
      "id": .string(side.id), "isReference": .bool(side.isReference),
      "isBaseline": .bool(side.id == report.run.design.baseline), "samples": .integer(side.samples),
      "turns": .integer(side.turns), "failed": .integer(side.failedTurns),
      "limited": .integer(side.limitedTurns), "personFaults": .integer(side.personFaults),
      "excluded": .integer(side.excluded.count),
    ]
    object["prompt"] = variant.map { .string($0.prompt) }
    object["digest"] = variant.map { .string($0.digest) }
    object["model"] = variant.map { .string($0.model) }
    object["tokensIn"] = side.costs?.usage.input.map { .integer($0) }
    object["cached"] = side.costs?.usage.cachedInput.map { .integer($0) }
    object["tokensOut"] = side.costs?.usage.output.map { .integer($0) }
    if side.costs?.usage.isDoubtful ?? false { object["doubtfulTokens"] = true }
    object["dollars"] = side.costs?.dollars.map { .number($0) }
    if let costs = side.costs, costs.calls > 0, costs.dollars == nil { object["isUnpriced"] = true }
    if side.overhead.calls > 0 {
      object["overheadDollars"] = side.overhead.dollars.map { .number($0) }
      if side.overhead.dollars == nil { object["isOverheadUnpriced"] = true }
    }
    var seconds: JSONObject = [:]
    seconds["first"] = side.firstContent.map(percentiles)
    seconds["total"] = side.seconds.map(percentiles)
    if !seconds.isEmpty { object["seconds"] = .object(seconds) }
    return .object(object)
  }

  private func percentiles(_ value: EvalReport.Percentiles) -> JSONValue {
    ["p50": .number(value.median), "p95": .number(value.high)]
  }

  // MARK: Metrics

  /// The metrics, with those that summarise first.
  private var metrics: [EvalReport.MetricReport] {
    let summaries = report.metrics.filter { $0.role.kind == .overall || $0.role.kind == .passed }
    return summaries
      + report.metrics.filter { $0.role.kind != .overall && $0.role.kind != .passed }
  }

  private func metric(_ metric: EvalReport.MetricReport) -> JSONValue {
    let role = metric.role
    let grader = report.run.design.graders.first { $0.id == role.id && role.kind == .grader }
    var object: JSONObject = [
      "id": .string(role.id), "kind": .string(role.kind.rawValue),
      "summary": .string(role.summary), "title": .string(role.title),
      "threshold": .number(role.threshold),
    ]
    object["weight"] = grader.map { .number($0.weight) }
    let range = range(of: metric)
    if role.bounds == nil {
      object["range"] = [.number(range.lowerBound), .number(range.upperBound)]
    }
    var sides: JSONObject = [:]
    for side in report.sides {
      let errors = side.count(\.errors, of: role)
      let inconclusive = side.count(\.inconclusive, of: role)
      var entry: JSONObject = [:]
      if let value = metric.values[side.id], let shown = metric.shown(side.id) {
        entry = Self.estimate(shown)
        entry["value"] = .number(shown.value)
        if shown.count < value.estimate.count { entry["all"] = .integer(value.estimate.count) }
        entry["bins"] = .array(bins(of: metric, side: side.id, in: range).map { .integer($0) })
        if let repeats = value.repeats, let count = role.repeats {
          entry["repeats"] = ["k": .integer(count), "value": .number(repeats)]
        }
      }
      // A grader that failed every time has no value, but is worth reporting.
      let notApplicable = side.count(\.notApplicable, of: role)
      guard !entry.isEmpty || errors + inconclusive + notApplicable > 0 else { continue }
      entry["errors"] = .integer(errors)
      entry["inconclusive"] = .integer(inconclusive)
      entry["notApplicable"] = .integer(notApplicable)
      sides[side.id] = .object(entry)
    }
    object["sides"] = .object(sides)
    var comparisons: JSONObject = [:]
    for challenger in report.run.design.challengers {
      comparisons[challenger.id] = metric.comparisons[challenger.id].map(comparison)
    }
    object["comparisons"] = .object(comparisons)
    object["isAssertion"] = .bool(role.isAssertion)
    if perfect.contains(role.id) { object["isPerfect"] = true }
    if role.bounds != nil { object["breakdowns"] = breakdowns(of: role.id) }
    return .object(object)
  }

  /// The breakdowns of a metric that tell more than the list of conversations; `nil` if there are none.
  private func breakdowns(of metric: String) -> JSONValue? {
    let own = (breakdowns[metric] ?? []).filter { breakdown in
      breakdown.groups.count > 1
        && (breakdown.dimension != .cluster || breakdown.groups.contains { $0.transcripts > 1 })
    }
    guard !own.isEmpty else { return nil }
    return .array(
      own.map { breakdown in
        let shown = breakdown.groups.prefix(Self.maximumGroups)
        return [
          "by": .string(breakdown.dimension.rawValue), "groups": .array(shown.map(group)),
          "omitted": .integer(breakdown.omitted + breakdown.groups.count - shown.count),
        ]
      })
  }

  /// The number of groups of a breakdown on the page, which has one for every metric.
  private static let maximumGroups = 25

  private func group(_ group: Breakdown.Group) -> JSONValue {
    var differences: JSONObject = [:]
    for (challenger, difference) in group.differences.sorted(by: { $0.key < $1.key }) {
      var object = Self.estimate(difference)
      object["difference"] = .number(difference.value)
      differences[challenger] = .object(object)
    }
    var values: JSONObject = [:]
    for (side, value) in group.values.sorted(by: { $0.key < $1.key }) {
      values[side] = .number(value.value)
    }
    return [
      "name": .string(group.name), "n": .integer(group.transcripts),
      "clusters": .integer(group.clusters), "values": .object(values),
      "differences": .object(differences),
    ]
  }

  private func comparison(_ comparison: EvalReport.MetricComparison) -> JSONValue {
    var object = Self.estimate(comparison.difference)
    object["difference"] = .number(comparison.difference.value)
    object["method"] = .string(comparison.difference.method)
    object["isShown"] = .bool(comparison.isShown)
    object["p"] = comparison.p.map { .number($0) }
    object["adjusted"] = comparison.adjustedP.map { .number($0) }
    object["effect"] = comparison.effectSize.map { .number($0) }
    object["refusal"] = comparison.refusal.map { .string($0) }
    return .object(object)
  }

  private static func estimate(_ estimate: Estimate) -> JSONObject {
    var object: JSONObject = [
      "n": .integer(estimate.count), "clusters": .integer(estimate.clusters),
    ]
    object["low"] = estimate.interval.map { .number($0.lowerBound) }
    object["high"] = estimate.interval.map { .number($0.upperBound) }
    return object
  }

  private func range(of metric: EvalReport.MetricReport) -> ClosedRange<Double> {
    if let bounds = metric.role.bounds { return bounds }
    let values = report.subjects.flatMap { $0.scores.values.compactMap { $0[metric.role.id] } }
    // If all values are 0, like the costs of a recording, the range would have no width.
    return 0...(values.max().flatMap { $0 > 0 ? $0 : nil } ?? 1)
  }

  /// Returns a histogram of the transcripts' values, with 10 bins, or 20 if there are more than 60 values.
  private func bins(
    of metric: EvalReport.MetricReport, side: String, in range: ClosedRange<Double>
  ) -> [Int] {
    let values = report.subjects.compactMap { $0.scores[side]?[metric.role.id] }
    var bins = Array(repeating: 0, count: values.count > 60 ? 20 : 10)
    let width = range.upperBound - range.lowerBound
    for value in values {
      let share = (value - range.lowerBound) / width
      bins[min(bins.count - 1, Int(max(0, min(1, share)) * Double(bins.count)))] += 1
    }
    return bins
  }

  private func pairwise(_ report: PairwiseReport) -> JSONValue {
    var object: JSONObject = [
      "judge": .string(report.judge), "challenger": .string(report.challenger),
      "wins": .integer(report.wins), "losses": .integer(report.losses),
      "ties": .integer(report.ties), "errors": .integer(report.errors),
    ]
    object["rate"] = report.rate.map { .number($0.value) }
    object["low"] = report.rate?.interval.map { .number($0.lowerBound) }
    object["high"] = report.rate?.interval.map { .number($0.upperBound) }
    object["flipRate"] = report.flipRate.map { .number($0.value) }
    object["firstRate"] = report.firstRate.map { .number($0.value) }
    object["agreement"] = report.agreement.map { .number($0.value) }
    object["agreementLow"] = report.agreement?.interval.map { .number($0.lowerBound) }
    object["agreementHigh"] = report.agreement?.interval.map { .number($0.upperBound) }
    return .object(object)
  }

  private func subject(_ subject: EvalReport.SubjectReport) -> JSONValue {
    let note = notes[subject.id]
    var scores: JSONObject = [:]
    for side in report.sides {
      guard let own = subject.scores[side.id] else { continue }
      scores[side.id] = .object(
        own.sorted { $0.key < $1.key }.reduce(into: JSONObject()) { $0[$1.key] = .number($1.value) }
      )
    }
    return [
      "id": .string(subject.id), "title": .string(note?.title ?? subject.id),
      "tags": .array((note?.tags ?? []).map { .string($0) }), "cluster": .string(subject.cluster),
      "scores": .object(scores), "differs": .array(subject.differs.map { .string($0) }),
      "samples": .integer(subject.samples),
    ]
  }
}
