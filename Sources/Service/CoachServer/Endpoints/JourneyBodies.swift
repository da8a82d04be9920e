#if Server
  import CoachKit
  import Documents

  /// What happens in a journey, as a caller reports it.
  struct JourneyStepBody: Sendable {
    /// The saved state; `nil` to begin.
    var state: JourneyState?
    /// Another saved state of the same person, such as that of a second device; the newer one counts.
    var otherState: JourneyState?
    var person: Person?
    var record: PersonRecord?
    var access: AccessRecord?
    /// Further sources of the journey by name.
    var sources: JSONObject
    /// The person's time zone; `nil` for that of the record.
    var zone: String?
    /// What happens; `nil` to begin, to resume, and to repeat what failed.
    var event: JourneyEvent?
    /// A message of the phase's conversation; `nil` for none.
    var turn: JourneyTurn?

    private static let event = JSONForm<JourneyEvent>.journeyEvent

    private static let members = JSONObjectForm<JourneyStepBody>(
      "a step of a journey", .optional("state", \.state, JourneyState.document.form),
      .optional("other_state", \.otherState, JourneyState.document.form),
      .optional("person", \.person, Person.document.form),
      .optional("record", \.record, PersonRecord.document.form),
      .optional("access", \.access, AccessRecord.document.form),
      .optional("sources", \.sources, .anyObject, default: JSONObject()),
      .optional("zone", \.zone, .filledText), .optional("event", \.event, event),
      .optional("turn", \.turn, JourneyTurn.members.form)
    ) { (object) throws(SourceError) in
      guard (object.person == nil) != (object.record == nil) else {
        throw object.node.error(
          "turn.person", "a request has either 'person' or 'record'",
          hint: "give 'record' if there is one: the person follows from it")
      }
      guard object.event == nil || object.turn == nil else {
        throw object.node.member("turn").error(
          "journey.step", "a step has either 'event' or 'turn'", hint: "send two requests")
      }
      return JourneyStepBody(
        state: object.state, otherState: object.otherState, person: object.person,
        record: object.record, access: object.access,
        sources: object.sources, zone: object.zone, event: object.event, turn: object.turn)
    }

    static let document = JSONDocumentForm(members)

    /// The caller's id of the person.
    var personID: String { person?.id ?? record?.id ?? PromptData.nobody }
  }

  /// A message of the conversation that a journey holds.
  struct JourneyTurn: Sendable {
    var id: String
    var conversation: TurnRequest.Conversation
    /// `nil` if the other side speaks first.
    var message: String?

    private var isOpening: Bool { message == nil }

    static let members = JSONObjectForm<JourneyTurn>(
      "a message of a journey", .required("id", \.id, .filledText),
      .required("conversation", \.conversation, TurnRequest.Conversation.members.form),
      .optional("message", \.message, .filledText),
      .optional("is_opening", \.isOpening, .bool, default: false)
    ) { (object) throws(SourceError) in
      guard object.isOpening == (object.message == nil) else {
        throw object.node.error(
          "turn.message", "it is not clear who speaks",
          hint: "give either 'message' or '\"is_opening\": true'")
      }
      return JourneyTurn(id: object.id, conversation: object.conversation, message: object.message)
    }
  }

  extension JSONForm where Value == JourneyEvent {
    /// An event of a journey.
    static var journeyEvent: JSONForm {
      .variants(
        "a journey event", tag: "do",
        [
          JSONVariant("action", ActionName.members) {
            if case .action(let name, let text) = $0 {
              ActionName(name: name, text: text)
            } else {
              nil
            }
          } make: {
            .action($0.name, text: $0.text)
          },
          JSONVariant("form", "values", .anyObject) {
            if case .form(let values) = $0 { values } else { nil }
          } make: {
            .form($0)
          },
          JSONVariant("tags", "values", .anyObject) {
            if case .tags(let values) = $0 { values } else { nil }
          } make: {
            .tags($0)
          },
          JSONVariant("facts", "values", .anyObject) {
            if case .facts(let values) = $0 { values } else { nil }
          } make: {
            .facts($0)
          },
        ])
    }
  }

  private struct ActionName {
    var name: String
    var text: String?

    static let members = JSONObjectForm<ActionName>(
      "an action", .required("name", \.name, .filledText), .optional("text", \.text, .text)
    ) { ActionName(name: $0.name, text: $0.text) }
  }
#endif
