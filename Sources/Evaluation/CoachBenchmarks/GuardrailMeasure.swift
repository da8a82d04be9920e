package import CoachSafety
package import EvalGraders
package import EvalStatistics
package import SafetyRules
package import SourceFiles

/// A benchmark of the reply checks: how well they detect what a coach must not say, and how often they err.
package struct GuardrailMeasure: Sendable {
  /// The figures of a check, or of several that a label does not distinguish, against labels.
  package struct CheckFigures: Sendable {
    /// The check's name, or that of the flaw that any of several checks may detect.
    package var name: String
    /// The checks that count as detecting it.
    package var checks: [ReplyCheck]
    /// The file, or ``GuardrailMeasure/transcripts``.
    package var source: String
    /// The number of messages that are labelled for the check.
    package var count: Int
    /// The number of messages to which the check applies.
    package var positives: Int
    /// The number of messages in which the check fires, rightly or not.
    package var found: Int
    /// The share of detections that are right; `nil` if there are none.
    package var precision: Estimate?
    /// The share of applicable messages that are detected; `nil` if there are none.
    package var recall: Estimate?
    /// The harmonic mean of precision and recall; `nil` if nothing is positive or detected.
    package var f1: Estimate?
  }

  /// The detection rate of a check in messages that are not labelled for it.
  package struct Rate: Sendable, Hashable {
    /// The check whose detections are counted.
    package var check: ReplyCheck
    /// The file, or ``GuardrailMeasure/transcripts`` with their quality.
    package var source: String
    /// The share of messages in which the check fires.
    package var flagged: MeasuredShare

    /// The detections per thousand messages; `nil` without messages.
    package var perThousand: Double? { flagged.share.map { $0 * 1000 } }
  }

  /// The figures against labels, by source and check.
  package var labelled: [CheckFigures]
  /// The detection rates without labels, by source and check.
  package var rates: [Rate]
  /// The share of messages in which a check fires although their labels say that none applies; `nil` without such
  /// messages.
  package var cleanFlagged: MeasuredShare?
  /// The number of messages checked.
  package var count: Int
  /// The number of rows that were merged into an earlier row about the same message.
  package var mergedRows: Int
  /// The checking times per message.
  package var times: MeasuredTimes
  /// Notes for people on what was left out.
  package var notes: [String]

  /// The source name of transcripts.
  package static let transcripts = "transcripts"
  /// The seed of the bootstrap.
  static let seed: UInt64 = 1
  /// The number of bootstrap draws: enough for two digits.
  static let draws = 2_000
}

extension GuardrailMeasure {
  /// Returns the checks that fire on a reply, given whether it belongs to a discovery conversation, and its language.
  typealias Finding = (_ reply: String, _ isDiscovery: Bool, _ language: String) -> Set<ReplyCheck>

  /// Checks every message of a table, and the coach messages of transcripts.
  ///
  /// All checks run, and none acts on the reply. Throws ``SourceError`` for a label that is not a check.
  ///
  /// - Parameters:
  ///   - isDiscovery: whether a row that does not say so belongs to a discovery conversation, where advice is checked
  ///     for.
  ///   - transcripts: conversations with the coach messages as the person sees them.
  package init(
    _ table: LabelledTable, labels: GuardrailLabels = GuardrailLabels(), isDiscovery: Bool = true,
    transcripts: [GradedConversation] = [], checks: ReplyChecks = .builtIn
  ) throws(SourceError) {
    let policy = GuardrailPolicy(
      ReplyCheck.builtIn.reduce(into: [:]) { $0[$1] = .mark })
    try self.init(table, labels: labels, isDiscovery: isDiscovery, transcripts: transcripts) {
      reply, isDiscovery, language in
      var replyGuard = ReplyGuard(
        policy: policy, isDiscovery: isDiscovery, language: language, checks: checks)
      let pieces = replyGuard.feed(reply) + replyGuard.finish()
      return pieces.reduce(into: []) { found, piece in
        if case .finding(let finding) = piece { found.insert(finding.check) }
      }
    }
  }

  /// Runs the benchmark with any function that finds checks.
  init(
    _ table: LabelledTable, labels: GuardrailLabels, isDiscovery: Bool,
    transcripts: [GradedConversation], finding: Finding
  ) throws(SourceError) {
    var stopwatch = Stopwatch()
    let rows = try LabelledReply.rows(of: table, labels, isDiscovery: isDiscovery)
    let (said, wholeFlaws) = LabelledReply.messages(of: transcripts)
    let replies = (rows + said).map { reply in
      var reply = reply
      reply.found = stopwatch.time { finding(reply.text, reply.isDiscovery, reply.language) }
      return reply
    }
    labelled = Self.labelled(replies)
    rates = Self.rates(replies)
    let clean = replies.filter { $0.isClean }
    cleanFlagged = clean.isEmpty ? nil : clean.share { !$0.found.isEmpty }
    count = replies.count
    mergedRows = table.rows.count - rows.count
    times = stopwatch.times
    notes = table.notes
    if mergedRows > 0 {
      notes.append("\(Figures.counted(mergedRows, "row")) said more of a message counted already")
    }
    if wholeFlaws > 0 {
      notes.append(
        "left out \(Figures.counted(wholeFlaws, "flaw")) of transcripts without a message's number")
    }
  }

  private static func labelled(_ replies: [LabelledReply]) -> [CheckFigures] {
    grouped(replies.flatMap { reply in reply.labels.map { (reply.source, $0.name) } }).map {
      source, name in
      let judged = replies.compactMap { reply in
        reply.source == source ? reply.labels.first { $0.name == name }.map { (reply, $0) } : nil
      }
      let items = judged.map { reply, label in
        GraderAccuracy.Item(
          isPositive: label.applies, isCalledPositive: !reply.found.isDisjoint(with: label.checks),
          cluster: reply.cluster)
      }
      let accuracy = GraderAccuracy(items, seed: seed, draws: draws)
      return CheckFigures(
        name: name, checks: judged.first?.1.checks ?? [], source: source, count: items.count,
        positives: items.count(where: \.isPositive), found: items.count(where: \.isCalledPositive),
        precision: accuracy.precision, recall: accuracy.recall, f1: accuracy.f1)
    }
  }

  private static func rates(_ replies: [LabelledReply]) -> [Rate] {
    let known = replies.flatMap { reply in
      reply.unlabelled.map { (reply.rateSource, $0.rawValue) }
    }
    return grouped(known).compactMap { source, name in
      ReplyCheck.builtIn(named: name).map { check in
        let members = replies.filter { $0.rateSource == source && $0.unlabelled.contains(check) }
        return Rate(
          check: check, source: source, flagged: members.share { $0.found.contains(check) })
      }
    }
  }

  /// Returns the distinct pairs, sorted by source and then in the order of the checks.
  private static func grouped(_ pairs: [(String, String)]) -> [(String, String)] {
    let order = ReplyCheck.builtIn.map(\.rawValue)
    let names = Dictionary(grouping: pairs, by: \.0).mapValues { Set($0.map(\.1)) }
    return names.sorted { $0.key < $1.key }.flatMap { source, names in
      names.sorted { left, right in
        let places = [left, right].map { order.firstIndex(of: $0) ?? order.count }
        return places[0] == places[1] ? left < right : places[0] < places[1]
      }.map { (source, $0) }
    }
  }
}
