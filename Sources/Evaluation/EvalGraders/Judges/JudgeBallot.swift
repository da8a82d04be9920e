import Documents
import LanguageModels

/// What one judge of a jury decided on a message, or the reason why it did not.
struct JudgeBallot {
  /// A judge's decision.
  struct Vote {
    var verdict: Grade.Verdict
    /// How well the demand is met, from 0 to 1; `nil` if only the verdict says so.
    var degree: Double?
    var reasoning: String
    /// The words of the message that the judge quotes.
    var quotes: [String] = []
    /// The judge's answer, for the record.
    var record: JSONObject
  }

  var model: ModelReference
  var vote: Vote?
  var failure: String?
  /// The reply that could not be read.
  var reply: String?

  /// Makes a ballot of an answer, which `vote` reads.
  init(
    _ answer: JudgeQuestion.Answer, of model: ModelReference, vote: (JSONValue) -> Vote
  ) {
    self.model = model
    switch answer {
    case .value(let value): self.vote = vote(value)
    case .failure(let reason, let reply): (failure, self.reply) = (reason, reply)
    }
  }

  /// Returns those of a judge's quotations that are in the message as a person reads it.
  static func quotes(_ quoted: [String], from message: String) -> [String] {
    quoted.filter { !$0.isEmpty && message.contains($0) }
  }

  fileprivate var json: JSONValue {
    var object: JSONObject = ["model": .string(model.description)]
    object["failure"] = failure.map { .string($0) }
    object["reply"] = reply.map { .string($0) }
    for (name, value) in vote?.record ?? [:] { object[name] = value }
    return .object(object)
  }
}

/// The rule by which the votes of a jury make a pass.
enum JuryRule: String, CaseIterable {
  /// More votes for than against.
  case majority
  /// No vote against and at least one for.
  case all
  /// At least one vote for.
  case any

  /// Whether the rubric applies is up to the majority; the rule decides among those who say that it does.
  fileprivate func verdict(of votes: [Grade.Verdict]) -> Grade.Verdict {
    let yes = votes.count { $0 == .pass }
    let no = votes.count { $0 == .fail }
    let outside = votes.count { $0 == .notApplicable }
    if outside > yes + no { return .notApplicable }
    if outside > 0, outside == yes + no { return .inconclusive }
    return switch self {
    case .majority: yes > no ? .pass : no > yes ? .fail : .inconclusive
    case .all: no > 0 ? .fail : yes > 0 ? .pass : .inconclusive
    case .any: yes > 0 ? .pass : no > 0 ? .fail : .inconclusive
    }
  }
}

extension Grade {
  /// Creates the verdict of a jury on a message, or on the conversation.
  ///
  /// Throws ``GraderFailure`` if no judge decided anything.
  init(grader: String, message: Int?, ballots: [JudgeBallot], rule: JuryRule) throws {
    let votes = ballots.compactMap(\.vote)
    guard !votes.isEmpty else {
      let failed = ballots.first { $0.failure != nil }
      throw GraderFailure(failed?.failure ?? "no judge answered", reply: failed?.reply)
    }
    let verdict = rule.verdict(of: votes.map(\.verdict))
    let agreeing = votes.filter { $0.verdict == verdict }
    let speaking = agreeing.first ?? votes.first
    var reason = speaking?.reasoning ?? ""
    if ballots.count > 1 {
      let yes = votes.count { $0.verdict == .pass }
      let no = votes.count { $0.verdict == .fail }
      let lost = ballots.count - votes.count
      let outside = votes.count { $0.verdict == .notApplicable }
      reason += " (\(yes) for, \(no) against"
      if outside > 0 { reason += ", \(outside) not applicable" }
      reason += lost > 0 ? ", \(lost) failed)" : ")"
    }
    self.init(
      grader: grader, message: message, verdict: verdict,
      degree: Self.mean(agreeing.compactMap(\.degree)), reason: reason.isEmpty ? nil : reason,
      details: ["votes": .array(ballots.map(\.json))])
    quotes = speaking?.quotes ?? []
  }

  private static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }
}
