import CoachModel
import CoachSafety
import CoachTranscripts
import Documents
import EvalGraders
import SafetyRules
import SourceFiles

/// A coach message with its labels and the checks that fired.
struct LabelledReply {
  /// A label by people.
  struct Label {
    /// The name of the check or of the flaw.
    var name: String
    /// The checks that count as detecting it.
    var checks: [ReplyCheck]
    /// Whether it applies to the message.
    var applies: Bool
  }

  var text: String
  var isDiscovery: Bool
  var language: String
  /// The file, or ``GuardrailMeasure/transcripts``.
  var source: String
  /// The source under which unlabelled checks are counted.
  var rateSource: String
  /// The group of dependent messages that this one belongs to.
  var cluster: String
  var labels: [Label] = []
  /// The checks that are not labelled.
  var unlabelled: Set<ReplyCheck> = []
  /// Whether all checks are labelled and none applies.
  var isClean = false
  /// The checks that fired.
  var found: Set<ReplyCheck> = []
}

// MARK: Rows

extension LabelledReply {
  /// Returns the checks that can fire at all.
  private static func possible(isDiscovery: Bool) -> Set<ReplyCheck> {
    Set(ReplyCheck.builtIn).subtracting(isDiscovery ? [] : [.discoveryAdvice])
  }

  /// Returns the messages of a table, merging rows about one message, such as those of several annotators.
  static func rows(
    of table: LabelledTable, _ labels: GuardrailLabels, isDiscovery: Bool
  ) throws(SourceError) -> [LabelledReply] {
    var messages: [(row: LabelledTable.Row, wanted: Set<ReplyCheck>?)] = []
    var places: [[String]: Int] = [:]
    let isLabelled = table.rows.contains { $0.label != nil }
    for row in table.rows {
      let wanted = try wanted(in: row, labels: labels, isLabelled: isLabelled)
      let talk = row.fields["transcript_id"]?.word
      if let talk, let message = row.fields["utterance_id"]?.word {
        let key = [row.place.location.file, talk, message]
        if let known = places[key] {
          if let wanted { messages[known].wanted = (messages[known].wanted ?? []).union(wanted) }
          continue
        }
        places[key] = messages.count
      }
      messages.append((row, wanted))
    }
    try labels.checkSpelling(in: Set(table.rows.compactMap(\.label)))
    return messages.map { row, wanted in
      reply(row, wanted: wanted, decided: labels.decided, isDiscovery: isDiscovery)
    }
  }

  /// Returns the labelled checks of a row; `nil` if it has no list of checks and no row of the table a label.
  private static func wanted(
    in row: LabelledTable.Row, labels: GuardrailLabels, isLabelled: Bool
  ) throws(SourceError) -> Set<ReplyCheck>? {
    if labels.isEmpty, let list = row.fields["checks"] {
      return try GuardrailLabels.checks(in: list, at: row.place)
    }
    guard isLabelled else { return nil }
    return try labels.checks(of: row.label, at: row.place)
  }

  private static func reply(
    _ row: LabelledTable.Row, wanted: Set<ReplyCheck>?, decided: Set<ReplyCheck>,
    isDiscovery: Bool
  ) -> LabelledReply {
    let said = row.fields["discovery"]
    let isDiscovery = said?.bool ?? said?.string.map { $0.lowercased() == "true" } ?? isDiscovery
    let name = row.place.fileName
    let talk = row.fields["transcript_id"]?.word
    var reply = LabelledReply(
      text: row.text, isDiscovery: isDiscovery, language: row.language ?? "en", source: name,
      rateSource: name, cluster: "\(row.place.location.file) \(talk ?? "#\(row.place.row)")")
    reply.unlabelled = possible(isDiscovery: isDiscovery)
    guard let wanted else { return reply }
    reply.unlabelled.subtract(decided)
    reply.isClean = wanted.isEmpty && reply.unlabelled.isEmpty
    reply.labels = ReplyCheck.builtIn.filter(decided.contains).map {
      Label(name: $0.rawValue, checks: [$0], applies: wanted.contains($0))
    }
    return reply
  }
}

// MARK: Transcripts

extension LabelledReply {
  /// The flaws of transcripts that checks should detect.
  ///
  /// The clinical one is about words that no coach uses, for whatever purpose; transcripts do not say which of its
  /// checks should fire.
  private static let flaws: [(grader: String, checks: [ReplyCheck])] = [
    ("forbidden.clinical", [.diagnosis, .prescription, .clinicalClaim]),
    ("no-advice", [.discoveryAdvice]),
  ]

  /// Returns the coach messages, and the number of flaws that name no message.
  static func messages(
    of transcripts: [GradedConversation]
  ) -> (messages: [LabelledReply], wholeFlaws: Int) {
    var wholeFlaws = 0
    var replies: [LabelledReply] = []
    for conversation in transcripts {
      let transcript = conversation.transcript
      let isDiscovery = transcript.kind == .discovery
      let possible = possible(isDiscovery: isDiscovery)
      let known = flaws.filter { !possible.isDisjoint(with: $0.checks) }
      let declared = transcript.flaws.filter { flaw in known.contains { $0.grader == flaw.grader } }
      wholeFlaws += declared.count { $0.coachMessage == nil }
      for message in conversation.messages {
        var reply = LabelledReply(
          text: message.visibleText, isDiscovery: isDiscovery, language: transcript.language,
          source: GuardrailMeasure.transcripts,
          rateSource: "\(GuardrailMeasure.transcripts), \(transcript.quality.rawValue)",
          cluster: transcript.cluster ?? transcript.id)
        reply.unlabelled = possible
        // Unrated transcripts were not searched for flaws.
        if transcript.quality != .unrated {
          reply.labels = known.map { grader, checks in
            Label(
              name: grader, checks: checks,
              applies: declared.contains {
                $0.grader == grader && $0.coachMessage == message.number
              })
          }
        }
        replies.append(reply)
      }
    }
    return (replies, wholeFlaws)
  }
}
