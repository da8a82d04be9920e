public import SafetyRules
public import CoachSafety
public import EvalGraders
public import EvalStatistics
public import SourceFiles

/// How well the checks of replies find what a coach must not say, and how often they err.
public struct GuardrailMeasure: Sendable {
  /// How a check, or several that a label does not tell apart, came out against labels.
  public struct CheckFigures: Sendable {
    /// The check's name, or that of the flaw that calls for one of several.
    public var name: String
    /// What counts as found.
    public var checks: [ReplyCheck]
    /// The file, or what transcripts are called together.
    public var source: String
    /// The messages of which people said whether it applies.
    public var count: Int
    /// Those to which it does.
    public var positives: Int
    /// Those in which it was found, rightly or not.
    public var found: Int
    /// Nil when nothing is found.
    public var precision: Estimate?
    /// Nil when nothing is positive.
    public var recall: Estimate?
    /// Nil when nothing is positive nor found.
    public var f1: Estimate?
  }

  /// How often a check finds something in messages of which nobody said whether it applies.
  public struct Rate: Sendable, Hashable {
    /// The check.
    public var check: ReplyCheck
    /// The file, or what the transcripts are.
    public var source: String
    /// Of the messages, those in which it finds something.
    public var flagged: MeasuredShare

    /// How many of a thousand messages; nil of none.
    public var perThousand: Double? { flagged.share.map { $0 * 1000 } }
  }

  /// Against labels, by source and check.
  public var labelled: [CheckFigures]
  /// Without labels, by source and check.
  public var rates: [Rate]
  /// Of messages with a list of checks that is empty, those in which anything is found; nil where there is none.
  public var cleanFlagged: MeasuredShare?
  /// How many messages were looked at.
  public var count: Int
  /// How many rows said more of a message that another row had already.
  public var mergedRows: Int
  /// The time for a message.
  public var times: MeasuredTimes
  /// What was left out, for people.
  public var notes: [String]

  /// What transcripts are called as a source.
  public static let transcripts = "transcripts"
  /// The seed of what intervals draw.
  static let seed: UInt64 = 1
  /// How often: enough for two digits.
  static let draws = 2_000
}

extension GuardrailMeasure {
  /// Finds what is wrong in a reply, given whether it is of a discovery conversation, and its language.
  typealias Finding = (_ reply: String, _ isDiscovery: Bool, _ language: String) -> Set<ReplyCheck>

  /// Checks every message of a table, and the coach's messages of transcripts.
  ///
  /// Every check is looked for and none acts. Throws ``SourceError`` for a label that is no check.
  ///
  /// - Parameters:
  ///   - isDiscovery: whether a row that does not say so is of a discovery conversation, where advice is looked for.
  ///   - transcripts: conversations with the coach's messages as the person sees them.
  public init(
    _ table: LabelledTable, labels: GuardrailLabels = GuardrailLabels(), isDiscovery: Bool = true,
    transcripts: [GradedConversation] = [], checks: ReplyChecks = .builtIn
  ) throws(SourceError) {
    let policy = GuardrailPolicy(
      ReplyCheck.allCases.reduce(into: [:]) { $0[$1] = .mark })
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

  /// The same with findings from elsewhere.
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
      ReplyCheck(rawValue: name).map { check in
        let members = replies.filter { $0.rateSource == source && $0.unlabelled.contains(check) }
        return Rate(
          check: check, source: source, flagged: members.share { $0.found.contains(check) })
      }
    }
  }

  /// Each pair once, by source and then in the order of the checks.
  private static func grouped(_ pairs: [(String, String)]) -> [(String, String)] {
    let order = ReplyCheck.allCases.map(\.rawValue)
    let names = Dictionary(grouping: pairs, by: \.0).mapValues { Set($0.map(\.1)) }
    return names.sorted { $0.key < $1.key }.flatMap { source, names in
      names.sorted { left, right in
        let places = [left, right].map { order.firstIndex(of: $0) ?? order.count }
        return places[0] == places[1] ? left < right : places[0] < places[1]
      }.map { (source, $0) }
    }
  }
}
