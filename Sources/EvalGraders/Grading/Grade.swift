public import JSON

/// One verdict of one grader.
public struct Grade: Sendable, Hashable {
  /// What a grader can find.
  public enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// The demand is met.
    case pass
    /// It is not.
    case fail
    /// The grader did not come to a verdict for a fault of its own: its model failed, its command broke.
    case error
    /// There is too little to judge by: a jury without a majority, a judge that says it cannot tell, a time
    /// that was not measured.
    case inconclusive
  }

  /// The grader's id.
  public var grader: String
  /// The coach message, from 1; nil for the conversation as a whole.
  public var message: Int?
  /// What was found.
  public var verdict: Verdict
  /// How well the demand is met, from 0 to 1, for graders that know degrees; nil where pass is 1 and fail 0.
  public var degree: Double?
  /// What was measured, in the grader's own unit: words, seconds, dollars.
  public var measured: Double?
  /// What was found, for a person; nil for a plain pass.
  public var reason: String?
  /// What else the grader has to show: votes, criteria.
  public var details: JSONObject

  /// Creates a verdict.
  public init(
    grader: String, message: Int?, verdict: Verdict, degree: Double? = nil,
    measured: Double? = nil, reason: String? = nil, details: JSONObject = [:]
  ) {
    self.grader = grader
    self.message = message
    self.verdict = verdict
    self.degree = degree
    self.measured = measured
    self.reason = reason
    self.details = details
  }

  /// A pass, unless there is something to object to.
  public init(grader: String, message: Int?, unless objection: String?) {
    self.init(
      grader: grader, message: message, verdict: objection == nil ? .pass : .fail,
      reason: objection)
  }

  /// The score from 0 to 1; nil where there is no verdict on the candidate.
  public var score: Double? {
    switch verdict {
    case .pass: degree ?? 1
    case .fail: degree ?? 0
    case .error, .inconclusive: nil
    }
  }

  /// Whether the demand is met.
  public var isPass: Bool { verdict == .pass }
}

extension Grade {
  /// The verdict as JSON; what is absent is left out.
  package var json: JSONObject {
    var object: JSONObject = ["grader": .string(grader), "verdict": .string(verdict.rawValue)]
    object["message"] = message.map { .integer($0) }
    object["degree"] = degree.map { .number($0) }
    object["measured"] = measured.map { .number($0) }
    object["reason"] = reason.map { .string($0) }
    if !details.isEmpty { object["details"] = .object(details) }
    return object
  }

  /// Reads what ``json`` wrote; nil for anything else.
  package init?(_ value: JSONValue) {
    guard let grader = value["grader"]?.string,
      let verdict = value["verdict"]?.string.flatMap(Verdict.init)
    else { return nil }
    self.init(
      grader: grader, message: value["message"]?.integer, verdict: verdict,
      degree: value["degree"]?.number, measured: value["measured"]?.number,
      reason: value["reason"]?.string, details: value["details"]?.object ?? [:])
  }
}
