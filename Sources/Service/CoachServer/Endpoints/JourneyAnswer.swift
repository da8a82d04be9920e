#if Server
  import CoachKit
  import CoachModel

  /// What a step of a journey leads to, for an app: the new state, where the person is, and what to show.
  struct JourneyAnswer: Sendable {
    var state: JourneyState
    var position: JourneyPosition
    var outputs: [JourneyOutput]

    static let document = JSONDocumentForm(
      JSONObjectForm<JourneyAnswer>(
        writing: "a journey answer", .required("state", \.state, JourneyState.document.versioned),
        .required("position", \.position, JourneyPosition.form),
        .required("outputs", \.outputs, .list(JourneyOutput.form))))
  }

  extension JourneyPosition {
    fileprivate static let form = JSONObjectForm<JourneyPosition>(
      writing: "a journey position", .required("phase", \.phase.name, .text),
      .required("index", \.index, .integer()), .required("is_complete", \.isComplete, .bool),
      .required("actions", \.namedActions, .list(NamedAction.form)),
      .list("fields", \.fields, Field.form), .list("topics", \.topics, Topic.form),
      .optional("progress", \.progress, .number(in: 0...1)),
      .optional("document", \.document, .any),
      .required("reminders", \.reminderNames, .list(.text)),
      .required("has_conversation", \.hasConversation, .bool),
      .required("shows_paywall", \.showsPaywall, .bool)
    ).form

    /// What can be done, also after the reminders, whose names come before those of their actions.
    private var namedActions: [NamedAction] {
      actions.map { NamedAction(name: $0.name, action: $0) }
        + reminders.flatMap { reminder in
          reminder.actions.map { NamedAction(name: "\(reminder.name).\($0.name)", action: $0) }
        }
    }

    private var reminderNames: [String] { reminders.map(\.name) }
    private var hasConversation: Bool { phase.conversation != nil }
    private var showsPaywall: Bool { phase.paywall != nil }
  }

  private struct NamedAction: Sendable {
    var name: String
    var action: JourneyAction

    static let form = JSONObjectForm<NamedAction>(
      writing: "a journey action", .required("name", \.name, .text),
      .required("takes_text", \.action.takesText, .bool), .optional("copy", \.action.copy, .text)
    ).form
  }

  extension JourneyPosition.Field {
    fileprivate static let form = JSONObjectForm<JourneyPosition.Field>(
      writing: "a journey field", .required("fact", \.field.fact, .text),
      .required("type", \.type.rawValue, .text),
      .required("is_required", \.field.isRequired, .bool),
      .optional("maximum", \.field.maximum, .integer()),
      .optional("choices", \.choices, .list(.text)), .optional("value", \.value, .any)
    ).form
  }

  extension JourneyPosition.Topic {
    fileprivate static let form = JSONObjectForm<JourneyPosition.Topic>(
      writing: "a journey topic", .required("name", \.name, .text),
      .required("state", \.state, .text)
    ).form
  }

  extension JourneyOutput {
    /// The output for an app: the reason of a failure is for operators.
    fileprivate static let form = JSONForm<JourneyOutput>.variants(
      "a journey output", tag: "kind",
      [
        JSONVariant(writing: "text", text) { if case .text(let text) = $0 { text } else { nil } },
        JSONVariant(writing: "crisis", Crisis.members) {
          if case .crisis(let notice, let text) = $0 {
            Crisis(notice: notice, text: text)
          } else {
            nil
          }
        },
        JSONVariant(writing: "revision", Revision.members) {
          if case .revision(let differences, let told) = $0 {
            Revision(differences: differences, told: told)
          } else {
            nil
          }
        },
        JSONVariant(writing: "paywall", PaywallCopy.members) {
          if case .paywall(let copy) = $0 { copy } else { nil }
        },
        JSONVariant(writing: "failed", text) {
          if case .failed(let text, _) = $0 { text } else { nil }
        },
      ])

    private static let text = JSONObjectForm<String>(
      writing: "a text", .required("text", \.self, .text))

    private struct Crisis: Sendable {
      var notice: CrisisNotice
      var text: String

      static let members = JSONObjectForm<Crisis>(
        writing: "a crisis", .required("text", \.text, .text),
        .required("resources", \.notice.resources, .list(CrisisResource.members.form)),
        .optional("emergency_number", \.notice.emergencyNumber, .text))
    }

    private struct Revision: Sendable {
      var differences: [DocumentDifference]
      var told: [String]

      static let members = JSONObjectForm<Revision>(
        writing: "a revision", .required("told", \.told, .list(.text)),
        .required("differences", \.differences, .list(DocumentDifference.form)))
    }
  }

  extension DocumentDifference {
    fileprivate static let form = JSONObjectForm<DocumentDifference>(
      writing: "a difference", .required("place", \.place, .list(.text)),
      .optional("before", \.before, .any), .optional("after", \.after, .any)
    ).form
  }

  extension PaywallCopy {
    fileprivate static let members = JSONObjectForm<PaywallCopy>(
      writing: "a paywall", .required("line", \.line, .text), .optional("header", \.header, .text),
      .optional("body", \.body, .text), .required("button", \.button, .text))
  }
#endif
