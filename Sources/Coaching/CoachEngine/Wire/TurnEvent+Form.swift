import CoachAccess
import CoachModel
import CoachSafety
public import Documents
public import SourceFiles

extension TurnEvent: JSONConvertible {
  package static let document = JSONDocumentForm<TurnEvent>(
    title: "an event",
    .variants(
      "an event", tag: "event",
      [
        JSONVariant("text", "text", .text) {
          if case .text(let text) = $0 { text } else { nil }
        } make: {
          .text($0)
        },
        JSONVariant("replaced", "text", .text) {
          if case .replaced(let text) = $0 { text } else { nil }
        } make: {
          .replaced($0)
        },
        JSONVariant("continued", "model", .text) {
          if case .continued(let model) = $0 { model } else { nil }
        } make: {
          .continued(by: $0)
        },
        JSONVariant("started", TurnStart.members) {
          if case .started(let start) = $0 { start } else { nil }
        } make: {
          .started($0)
        },
        JSONVariant("notice", TurnNotice.members) {
          if case .notice(let notice) = $0 { notice } else { nil }
        } make: {
          .notice($0)
        },
        JSONVariant("tag", CheckedTag.members) {
          if case .tag(let tag) = $0 { tag } else { nil }
        } make: {
          .tag($0)
        },
        JSONVariant("finding", ReplyFinding.members) {
          if case .finding(let finding) = $0 { finding } else { nil }
        } make: {
          .finding($0)
        },
        JSONVariant("crisis_detected", CrisisNotice.members) {
          if case .crisisDetected(let notice) = $0 { notice } else { nil }
        } make: {
          .crisisDetected($0)
        },
        JSONVariant("help", "text", .text) {
          if case .help(let text) = $0 { text } else { nil }
        } make: {
          .help($0)
        },
        JSONVariant("limits", TurnLimits.members) {
          if case .limits(let notice, let text) = $0 {
            TurnLimits(notice: notice, text: text)
          } else {
            nil
          }
        } make: {
          .limits($0.notice, text: $0.text)
        },
        JSONVariant("refused", TurnRefusal.members) {
          if case .refused(let refusal) = $0 { refusal } else { nil }
        } make: {
          .refused($0)
        },
        JSONVariant("failed", TurnFailure.members) {
          if case .failed(let failure) = $0 { failure } else { nil }
        } make: {
          .failed($0)
        },
        JSONVariant("done", TurnOutcome.members) {
          if case .done(let outcome) = $0 { outcome } else { nil }
        } make: {
          .done($0)
        },
      ]))

  /// The event as JSON, with all that a server may know. ``forClient`` is for apps.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads an event from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }
}

extension TurnStart {
  static let members = JSONObjectForm<TurnStart>(
    "the start of a turn", .required("request_id", \.requestID, .text),
    .required("message_id", \.messageID, .text), .required("route", \.route, .route),
    .required("prompt", \.prompt, .text)
  ) {
    TurnStart(requestID: $0.requestID, messageID: $0.messageID, route: $0.route, prompt: $0.prompt)
  }
}

extension CrisisNotice {
  static let members = JSONObjectForm<CrisisNotice>(
    "a crisis notice", .required("assessment", \.assessment, SafetyAssessment.members.form),
    .list("resources", \.resources, CrisisResource.members.form),
    .optional("emergency_number", \.emergencyNumber, .text)
  ) {
    CrisisNotice(
      assessment: $0.assessment, resources: $0.resources, emergencyNumber: $0.emergencyNumber)
  }
}

/// The content of an event about an allowance.
private struct TurnLimits: Sendable {
  var notice: UsageNotice
  var text: String?

  static let members = UsageNotice.members.adding(
    .optional("text", \TurnLimits.text, .text), title: "limits", base: \.notice
  ) { TurnLimits(notice: $0, text: $1) }
}

extension TurnFailure {
  static let members = JSONObjectForm<TurnFailure>(
    "a failure", .required("code", \.code, .choice), .required("text", \.text, .text),
    .required("keeps_text", \.keepsText, .bool), .required("detail", \.detail, .text)
  ) { TurnFailure(code: $0.code, text: $0.text, detail: $0.detail, keepsText: $0.keepsText) }
}
