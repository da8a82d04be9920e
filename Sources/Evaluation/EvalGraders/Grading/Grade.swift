public import Documents

/// A verdict of a grader on one message, or on a conversation as a whole.
///
/// ```swift
/// let partial = Grade(
///   grader: "own-words", message: 4, verdict: .fail, degree: 0.5, measured: 1,
///   reason: "takes up 1 of 2 words")
/// let passed = Grade(grader: "own-words", message: 5, unless: nil)
/// let unknown = Grade(
///   grader: "own-words", message: 6, verdict: .inconclusive, reason: "the language is not known")
/// print([partial, passed, unknown].map(\.score))  // [Optional(0.5), Optional(1.0), nil]
/// ```
public struct Grade: Sendable, Hashable {
  /// The possible outcomes of grading.
  public enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// The demand is met.
    case pass
    /// The demand is not met.
    case fail
    /// There is no verdict because of a fault of the grader: its model failed, its program crashed.
    case error
    /// There is too little evidence for a verdict: a jury without a majority, a judge that cannot tell, a time that
    /// was not measured.
    case inconclusive
    /// The demand does not concern the message: nobody takes leave in it, or asks what the coach is.
    case notApplicable = "not-applicable"
  }

  /// The ``Grader/id`` of the grader.
  public var grader: String
  /// The number of the coach message, from 1; `nil` for the conversation as a whole.
  public var message: Int?
  /// Whether the demand is met; only `pass` and `fail` count for or against it.
  ///
  /// A message that is not applicable lacks no verdict: samples are complete without it, unlike with the other two.
  public var verdict: Verdict
  /// How well the demand is met, from 0 to 1, for graders with partial scores; `nil` if a pass scores 1 and a failure
  /// 0.
  public var degree: Double?
  /// The measured value in the grader's own unit, such as words, seconds or dollars; `nil` if nothing was measured.
  public var measured: Double?
  /// An explanation for people; `nil` for a plain pass.
  public var reason: String?
  /// The words of the message that decided the verdict, as they occur in it apart from case and punctuation; empty if
  /// it is not about particular words.
  public var quotes: [String] = []
  /// Further data of the grader, such as the votes of a jury.
  public var details: JSONObject

  /// Creates a grade with an explicit verdict.
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

  /// Creates a failure with the objection as its reason, or a pass if there is no objection.
  public init(grader: String, message: Int?, unless objection: String?) {
    self.init(
      grader: grader, message: message, verdict: objection == nil ? .pass : .fail,
      reason: objection)
  }

  /// Creates a failure with an objection, or a pass if there is none.
  init(grader: String, message: Int?, unless objection: Objection?) {
    self.init(grader: grader, message: message, unless: objection?.reason)
    quotes = objection?.quotes ?? []
  }

  /// The score from 0 to 1; `nil` for verdicts other than a pass or a failure, which count neither for nor against the
  /// coach.
  public var score: Double? {
    switch verdict {
    case .pass: degree ?? 1
    case .fail: degree ?? 0
    case .error, .inconclusive, .notApplicable: nil
    }
  }

  /// Whether the verdict is ``Verdict/pass``.
  public var isPass: Bool { verdict == .pass }
}

/// What is wrong with a message, and the words that show it.
struct Objection {
  /// The objection, for people.
  var reason: String
  /// The words of the message; empty if it is not about particular words.
  var quotes: [String] = []
}

extension Grade {
  /// The grade as JSON; `nil` values and empty details are left out.
  package var json: JSONObject {
    var object: JSONObject = ["grader": .string(grader), "verdict": .string(verdict.rawValue)]
    object["message"] = message.map { .integer($0) }
    object["degree"] = degree.map { .number($0) }
    object["measured"] = measured.map { .number($0) }
    object["reason"] = reason.map { .string($0) }
    if !quotes.isEmpty { object["quotes"] = .array(quotes.map { .string($0) }) }
    if !details.isEmpty { object["details"] = .object(details) }
    return object
  }

  /// Reads what ``json`` wrote; returns `nil` for anything else.
  package init?(_ value: JSONValue) {
    guard let grader = value["grader"]?.string,
      let verdict = value["verdict"]?.string.flatMap(Verdict.init)
    else { return nil }
    self.init(
      grader: grader, message: value["message"]?.integer, verdict: verdict,
      degree: value["degree"]?.number, measured: value["measured"]?.number,
      reason: value["reason"]?.string, details: value["details"]?.object ?? [:])
    quotes = value["quotes"]?.array?.compactMap(\.string) ?? []
  }
}
