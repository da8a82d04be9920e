public import CoachModel
import SafetyRules

/// The way of a persona from a draft to the people who use it, as steps that return the value to be stored.
///
/// ```
/// draft ── submit ──▶ approved | in_review | rejected
/// in_review ── approve, reject ──▶ approved | rejected
/// approved ── reject ──▶ rejected          rejected ── approve ──▶ approved
/// any ── edit ──▶ draft
/// ```
///
/// Nothing is stored here and nobody is asked: the caller has the review made (``PersonaRules``, or `PersonaReviewTask` with a
/// model) and keeps the result. Deleting a persona is deleting the caller's row.
public struct PersonaWorkflow: Sendable {
  /// Whether a persona is approved that only the rules have read. By default it waits for an operator: rules see what is
  /// said, not what is meant.
  public var approvesByRulesAlone = false
  private let rules: PersonaRules

  /// Creates a workflow with rules, by default those of this package.
  public init(approvesByRulesAlone: Bool = false, rules: PersonaRules = .builtIn) {
    self.approvesByRulesAlone = approvesByRulesAlone
    self.rules = rules
  }

  /// Returns the status that a review leads to.
  ///
  /// A rejection rejects; an approval by a model, too, approves. All else is for an operator.
  public func status(after review: PersonaReview) -> PersonaStatus {
    switch review.verdict {
    case .reject: .rejected
    case .revise: .inReview
    case .approve: approvesByRulesAlone || review.modelVerdict != nil ? .approved : .inReview
    }
  }

  /// Throws ``PersonaStepError`` with ``PersonaStepError/Code/notDraft`` unless a persona can be submitted, before a review is
  /// paid for.
  public func requireDraft(_ persona: Persona) throws(PersonaStepError) {
    guard let status = persona.status, status != .draft else { return }
    throw PersonaStepError(
      .notDraft, "the persona has the status '\(status.rawValue)'",
      advice: "only a draft is submitted; edit it first")
  }

  /// Submits a draft with its review.
  ///
  /// Throws ``PersonaStepError`` with ``PersonaStepError/Code/notDraft`` for any other.
  public func submit(
    _ persona: Persona, reviewed review: PersonaReview
  ) throws(PersonaStepError) -> Persona {
    try requireDraft(persona)
    var persona = persona
    persona.status = status(after: review)
    persona.statusReason =
      persona.status == .rejected ? Self.reason(of: review, in: persona) : nil
    return persona
  }

  /// Approves a persona that waits, or that was rejected by mistake.
  ///
  /// Throws ``PersonaStepError``: ``PersonaStepError/Code/notReviewed`` for a draft, and
  /// ``PersonaStepError/Code/rejectedByRules`` for one that no turn would take.
  public func approve(_ persona: Persona) throws(PersonaStepError) -> Persona {
    guard persona.status != nil, persona.status != .draft else {
      throw PersonaStepError(
        .notReviewed, "the persona was not submitted", advice: "submit it first")
    }
    guard rules.review(persona, language: "en").verdict != .reject else {
      throw PersonaStepError(
        .rejectedByRules, "the rules for personas reject this one, so that no turn would take it",
        advice: "have its creator change the words that the review names")
    }
    var persona = persona
    (persona.status, persona.statusReason) = (.approved, nil)
    return persona
  }

  /// Rejects a persona that waits, or that is in use, with a reason for its creator.
  ///
  /// Throws ``PersonaStepError``: ``PersonaStepError/Code/notReviewed`` for a draft, and
  /// ``PersonaStepError/Code/noReason`` without words.
  public func reject(
    _ persona: Persona, because reason: String
  ) throws(PersonaStepError) -> Persona {
    guard persona.status != nil, persona.status != .draft else {
      throw PersonaStepError(
        .notReviewed, "the persona was not submitted",
        advice: "a draft needs no rejection: nobody can use it")
    }
    guard !reason.allSatisfy(\.isWhitespace) else {
      throw PersonaStepError(
        .noReason, "a rejection has a reason",
        advice: "say in a sentence what its creator should change")
    }
    var persona = persona
    (persona.status, persona.statusReason) = (.rejected, reason)
    return persona
  }

  /// Returns the persona with other texts, as a draft. Id, creator and share code stay; without a change everything does.
  ///
  /// People who use the persona need the approved one until the new texts are approved: keep both.
  public func edit(_ persona: Persona, to texts: Persona) -> Persona {
    guard PersonaField.allCases.contains(where: { persona[$0] != texts[$0] }) else {
      return persona
    }
    var edited = texts
    (edited.id, edited.creator) = (persona.id, persona.creator)
    (edited.status, edited.statusReason) = (.draft, nil)
    edited.shareCode = persona.shareCode
    return edited
  }

  /// Returns an approved persona with a code by which others find it; the same code if it has one.
  ///
  /// - Parameters:
  ///   - random: A source of random numbers.
  ///   - isTaken: Whether the caller's store has a persona with a code.
  ///
  /// Throws ``PersonaStepError``: ``PersonaStepError/Code/notApproved``, or ``PersonaStepError/Code/noFreeCode`` if ten codes
  /// in a row were taken.
  public func share(
    _ persona: Persona, random: () -> UInt64, isTaken: (String) async -> Bool
  ) async throws(PersonaStepError) -> Persona {
    guard persona.status == .approved else {
      throw PersonaStepError(
        .notApproved, "the persona is not approved", advice: "submit it first, and share it then")
    }
    guard persona.shareCode == nil else { return persona }
    var persona = persona
    for _ in 0..<Self.attempts {
      let code = ShareCode(random: random)
      guard await !isTaken(code.text) else { continue }
      persona.shareCode = code.text
      return persona
    }
    throw PersonaStepError(
      .noFreeCode, "\(Self.attempts) codes in a row were taken",
      advice: "check the source of random numbers and the look-up of codes")
  }

  private static let attempts = 10

  /// What the creator is told: the explanations of the gravest findings, each once.
  private static func reason(of review: PersonaReview, in persona: Persona) -> String? {
    let grave = review.findings.filter { $0.verdict == review.verdict }
    let words = grave.reduce(into: [String]()) { words, finding in
      if !words.contains(finding.explanation) { words.append(finding.explanation) }
    }
    return words.isEmpty ? nil : words.joined(separator: "\n")
  }
}

/// A step that a persona cannot take.
public struct PersonaStepError: Error, Sendable, Hashable {
  /// The kinds of error. The raw values are stable identifiers for programs.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// Only a draft is submitted.
    case notDraft = "persona.not_draft"
    /// Only a submitted persona is approved or rejected.
    case notReviewed = "persona.not_reviewed"
    /// No turn would take it, so it is not approved.
    case rejectedByRules = "persona.rejected"
    /// A rejection has a reason.
    case noReason = "persona.no_reason"
    /// Only an approved persona is shared.
    case notApproved = "persona.not_approved"
    /// No code was found that is not taken.
    case noFreeCode = "persona.no_free_code"
  }

  /// The kind of error.
  public var code: Code
  /// The problem, in one sentence without a full stop.
  public var message: String
  /// What to do about it.
  public var advice: String

  init(_ code: Code, _ message: String, advice: String) {
    self.code = code
    self.message = message
    self.advice = advice
  }
}

extension PersonaStepError: CustomStringConvertible {
  /// The message, followed by the advice on the next line.
  public var description: String { "\(message)\n  → \(advice)" }
}
