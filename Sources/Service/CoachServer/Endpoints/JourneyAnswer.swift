#if Server
  import CoachKit
  import CoachModel

  /// What a step of a journey leads to, for an app: the new state, where the person is, and what to show.
  struct JourneyAnswer: Sendable {
    var state: JourneyState
    var position: ShownPosition
    var outputs: [JourneyOutput]

    static let document = JSONDocumentForm(
      JSONObjectForm<JourneyAnswer>(
        writing: "a journey answer", .required("state", \.state, JourneyState.document.versioned),
        .required("position", \.position, ShownPosition.form),
        .required("outputs", \.outputs, .list(JourneyOutput.form))))
  }

  /// A position with the texts of the message catalog that it names, in the person's language.
  struct ShownPosition: Sendable {
    var position: JourneyPosition
    var copy: MessageCatalog
    var language: String

    static let form = JSONObjectForm<ShownPosition>(
      writing: "a journey position", .required("phase", \.position.phase.name, .text),
      .required("index", \.position.index, .integer()),
      .required("is_complete", \.position.isComplete, .bool),
      .list("texts", \.texts, ShownText.form),
      .required("actions", \.actions, .list(NamedAction.form)),
      .list("fields", \.position.fields, JourneyPosition.Field.form),
      .list("topics", \.position.topics, JourneyPosition.Topic.form),
      .optional("progress", \.position.progress, .number(in: 0...1)),
      .optional("document", \.position.document, .any),
      .required("reminders", \.reminderNames, .list(.text)),
      .list("reminder_texts", \.reminderTexts, ShownText.form),
      .required("has_conversation", \.hasConversation, .bool),
      .required("shows_paywall", \.showsPaywall, .bool)
    ).form

    private func shown(_ keys: [String]) -> [ShownText] {
      keys.map { ShownText(copy: $0, text: copy.text(CopyKey($0), in: language)) }
    }

    private func named(_ name: String, _ action: JourneyAction) -> NamedAction {
      NamedAction(
        name: name, action: action, text: shown([action.copy].compactMap(\.self)).first?.text)
    }

    /// What the person reads when the phase is reached.
    private var texts: [ShownText] { shown(position.phase.copy) }

    /// What can be done, also after the reminders, whose names come before those of their actions.
    private var actions: [NamedAction] {
      position.actions.map { named($0.name, $0) }
        + position.reminders.flatMap { reminder in
          reminder.actions.map { named("\(reminder.name).\($0.name)", $0) }
        }
    }

    private var reminderNames: [String] { position.reminders.map(\.name) }
    private var reminderTexts: [ShownText] { shown(position.reminders.flatMap(\.copy)) }
    private var hasConversation: Bool { position.phase.conversation != nil }
    private var showsPaywall: Bool { position.phase.paywall != nil }
  }

  /// A text of the message catalog, with its key.
  private struct ShownText: Sendable {
    var copy: String
    var text: String

    static let form = JSONObjectForm<ShownText>(
      writing: "a shown text", .required("copy", \.copy, .text), .required("text", \.text, .text)
    ).form
  }

  private struct NamedAction: Sendable {
    var name: String
    var action: JourneyAction
    /// The words of its button; `nil` if the app has its own.
    var text: String?

    static let form = JSONObjectForm<NamedAction>(
      writing: "a journey action", .required("name", \.name, .text),
      .required("takes_text", \.action.takesText, .bool),
      .optional("copy", \.action.copy, .text), .optional("text", \.text, .text)
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
        JSONVariant(writing: "paywall", ShownPaywall.members) {
          if case .paywall(let copy, let shown) = $0 {
            ShownPaywall(copy: copy, shown: shown)
          } else {
            nil
          }
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

  /// The texts of a paywall with what the event `paywall_shown` takes.
  private struct ShownPaywall: Sendable {
    var copy: PaywallCopy
    var shown: PaywallImpression

    static let members = JSONObjectForm<ShownPaywall>(
      writing: "a paywall", .required("line", \.copy.line, .text),
      .optional("header", \.copy.header, .text), .optional("body", \.copy.body, .text),
      .required("button", \.copy.button, .text),
      .optional("price_line", \.copy.priceLine, .text),
      .required("paywall", \.shown, PaywallImpression.members.form))
  }
#endif
