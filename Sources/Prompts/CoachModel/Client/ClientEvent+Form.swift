public import Documents
public import SourceFiles

extension ClientEvent: JSONConvertible {
  package static let document = JSONDocumentForm<ClientEvent>(
    title: "a client event",
    .variants(
      "a client event", tag: "event",
      [
        JSONVariant("text", ClientText.members) {
          if case .text(let text, let tag) = $0 { ClientText(text: text, tag: tag) } else { nil }
        } make: {
          .text($0.text, tag: $0.tag)
        },
        JSONVariant("replaced", "text", .text) {
          if case .replaced(let text) = $0 { text } else { nil }
        } make: {
          .replaced($0)
        },
        JSONVariant("started", "message_id", .text) {
          if case .started(let messageID) = $0 { messageID } else { nil }
        } make: {
          .started(messageID: $0)
        },
        JSONVariant("notice", TurnNotice.members) {
          if case .notice(let notice) = $0 { notice } else { nil }
        } make: {
          .notice($0)
        },
        JSONVariant("crisis_detected", ClientHelp.members) {
          if case .crisisDetected(let resources, let number) = $0 {
            ClientHelp(resources: resources, emergencyNumber: number)
          } else {
            nil
          }
        } make: {
          .crisisDetected(resources: $0.resources, emergencyNumber: $0.emergencyNumber)
        },
        JSONVariant("help", "text", .text) {
          if case .help(let text) = $0 { text } else { nil }
        } make: {
          .help($0)
        },
        JSONVariant("limits", ClientAllowance.members) {
          if case .limits(let limits, let text) = $0 {
            ClientAllowance(limits: limits, text: text)
          } else {
            nil
          }
        } make: {
          .limits($0.limits, text: $0.text)
        },
        JSONVariant("refused", TurnRefusal.members) {
          if case .refused(let refusal) = $0 { refusal } else { nil }
        } make: {
          .refused($0)
        },
        JSONVariant("failed", ClientFailure.members) {
          if case .failed(let code, let text, let keepsText) = $0 {
            ClientFailure(code: code, text: text, keepsText: keepsText)
          } else {
            nil
          }
        } make: {
          .failed($0.code, text: $0.text, keepsText: $0.keepsText)
        },
        JSONVariant("done", ClientOutcome.members) {
          if case .done(let outcome) = $0 { outcome } else { nil }
        } make: {
          .done($0)
        },
      ],
      unknown: JSONUnknownVariant {
        if case .other(let name, let members) = $0 { (name, members) } else { nil }
      } make: {
        .other($0, $1)
      }))

  /// The event as JSON.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads an event from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  ///
  /// An app in the store reads what a newer server sends: unknown members are left out, an unknown event becomes
  /// ``other(_:_:)``, and unknown reasons and codes become `other` and `unknown`.
  public init(json: JSONValue) throws(SourceError) {
    self = try Self.document.read(json, allowingUnknown: true)
  }
}

private struct ClientText {
  var text: String
  var tag: String?

  static let members = JSONObjectForm<ClientText>(
    "text", .required("text", \.text, .text), .optional("tag", \.tag, .text)
  ) { ClientText(text: $0.text, tag: $0.tag) }
}

private struct ClientHelp {
  var resources: [CrisisResource]
  var emergencyNumber: String?

  static let members = JSONObjectForm<ClientHelp>(
    "help", .list("resources", \.resources, CrisisResource.members.form),
    .optional("emergency_number", \.emergencyNumber, .text)
  ) { ClientHelp(resources: $0.resources, emergencyNumber: $0.emergencyNumber) }
}

private struct ClientAllowance {
  var limits: ClientLimits
  var text: String?

  static let members = ClientLimits.members.adding(
    .optional("text", \ClientAllowance.text, .text), title: "limits", base: \.limits
  ) { ClientAllowance(limits: $0, text: $1) }
}

private struct ClientFailure {
  var code: TurnFailure.Code
  var text: String
  var keepsText: Bool

  static let members = JSONObjectForm<ClientFailure>(
    "a failure for an app", .required("code", \.code, .choice(orElse: .unknown)),
    .required("text", \.text, .text),
    .required("keeps_text", \.keepsText, .bool)
  ) { ClientFailure(code: $0.code, text: $0.text, keepsText: $0.keepsText) }
}

extension ClientOutcome {
  static let members = JSONObjectForm<ClientOutcome>(
    "the end of a turn", .optional("message_id", \.messageID, .text),
    .required("is_partial", \.isPartial, .bool),
    .required("discovery_complete", \.isDiscoveryComplete, .bool),
    .optional("reflection_accepted", \.isReflectionAccepted, .bool),
    .optional("offer", \.offer, .text),
    .optional("next_notice_at", \.nextNoticeAt, .finite)
  ) {
    ClientOutcome(
      messageID: $0.messageID, isPartial: $0.isPartial, isDiscoveryComplete: $0.isDiscoveryComplete,
      isReflectionAccepted: $0.isReflectionAccepted, offer: $0.offer,
      nextNoticeAt: $0.nextNoticeAt)
  }
}
