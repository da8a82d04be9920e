#if Server
  import CoachKit

  /// What a step of a journey leads to, for an app: the new state, where the person is, and what to show.
  struct JourneyAnswer: Sendable {
    var state: JourneyState
    var position: JourneyPosition
    var outputs: [JourneyOutput]

    var json: JSONValue {
      [
        "v": 1, "state": state.json, "position": position.json,
        "outputs": .array(outputs.map(\.json)),
      ]
    }

    static let schema: JSONValue = [
      "title": "JourneyAnswer", "type": "object",
      "properties": [
        "v": ["const": 1],
        "state": JourneyState.document.form.schema,
        "position": [
          "title": "JourneyPosition", "type": "object",
          "properties": [
            "phase": ["type": "string"], "index": ["type": "integer"],
            "is_complete": ["type": "boolean"],
            "actions": [
              "type": "array",
              "items": [
                "type": "object",
                "properties": [
                  "name": ["type": "string"], "takes_text": ["type": "boolean"],
                  "copy": ["type": "string"],
                ],
                "required": ["name", "takes_text"], "additionalProperties": false,
              ],
            ],
            "fields": [
              "type": "array",
              "items": [
                "type": "object",
                "properties": [
                  "fact": ["type": "string"], "type": ["type": "string"],
                  "is_required": ["type": "boolean"], "maximum": ["type": "integer"],
                  "choices": ["type": "array", "items": ["type": "string"]], "value": [:],
                ],
                "required": ["fact", "type", "is_required"], "additionalProperties": false,
              ],
            ],
            "topics": [
              "type": "array",
              "items": [
                "type": "object",
                "properties": ["name": ["type": "string"], "state": ["type": "string"]],
                "required": ["name", "state"], "additionalProperties": false,
              ],
            ],
            "progress": ["type": "number"], "document": [:],
            "reminders": ["type": "array", "items": ["type": "string"]],
            "has_conversation": ["type": "boolean"], "shows_paywall": ["type": "boolean"],
          ],
          "required": ["phase", "index", "is_complete", "actions", "has_conversation"],
          "additionalProperties": false,
        ],
        "outputs": [
          "type": "array",
          "items": [
            "title": "JourneyOutput", "type": "object",
            "properties": [
              "kind": [
                "type": "string", "enum": ["text", "crisis", "revision", "paywall", "failed"],
              ],
              "text": ["type": "string"],
              "resources": [
                "type": "array", "items": CrisisResource.members.form.schema,
              ],
              "emergency_number": ["type": "string"],
              "differences": [
                "type": "array",
                "items": [
                  "type": "object",
                  "properties": [
                    "place": ["type": "array", "items": ["type": "string"]], "before": [:],
                    "after": [:],
                  ],
                  "required": ["place"], "additionalProperties": false,
                ],
              ],
              "told": ["type": "array", "items": ["type": "string"]],
              "line": ["type": "string"], "header": ["type": "string"],
              "body": ["type": "string"], "button": ["type": "string"],
            ],
            "required": ["kind"], "additionalProperties": false,
          ],
        ],
      ],
      "required": ["state", "position", "outputs"], "additionalProperties": false,
    ]
  }

  extension JourneyPosition {
    fileprivate var json: JSONValue {
      var object: JSONObject = [
        "phase": .string(phase.name), "index": .integer(index), "is_complete": .bool(isComplete),
        "actions": .array(
          (actions.map { ("", $0) }
            + reminders.flatMap { reminder in
              reminder.actions.map { ("\(reminder.name).", $0) }
            }).map { prefix, action in
              var object: JSONObject = [
                "name": .string(prefix + action.name), "takes_text": .bool(action.takesText),
              ]
              object["copy"] = action.copy.map { .string($0) }
              return .object(object)
            }),
      ]
      if !fields.isEmpty { object["fields"] = .array(fields.map(\.json)) }
      if !topics.isEmpty {
        object["topics"] = .array(
          topics.map { ["name": .string($0.name), "state": .string($0.state)] })
      }
      object["progress"] = progress.map { .number($0) }
      object["document"] = document
      object["reminders"] = .array(reminders.map { .string($0.name) })
      object["has_conversation"] = .bool(phase.conversation != nil)
      object["shows_paywall"] = .bool(phase.paywall != nil)
      return .object(object)
    }
  }

  extension JourneyPosition.Field {
    fileprivate var json: JSONValue {
      var object: JSONObject = [
        "fact": .string(field.fact), "type": .string(type.rawValue),
        "is_required": .bool(field.isRequired),
      ]
      object["maximum"] = field.maximum.map { .integer($0) }
      object["choices"] = choices.map { .array($0.map { .string($0) }) }
      object["value"] = value
      return .object(object)
    }
  }

  extension JourneyOutput {
    /// The output for an app: the reason of a failure is for operators.
    fileprivate var json: JSONValue {
      switch self {
      case .text(let text): return ["kind": "text", "text": .string(text)]
      case .crisis(let notice, let text):
        var object: JSONObject = [
          "kind": "crisis", "text": .string(text),
          "resources": .array(notice.resources.map(CrisisResource.members.form.write)),
        ]
        object["emergency_number"] = notice.emergencyNumber.map { .string($0) }
        return .object(object)
      case .revision(let differences, let told):
        return [
          "kind": "revision", "told": .array(told.map { .string($0) }),
          "differences": .array(
            differences.map { difference in
              var object: JSONObject = ["place": .array(difference.place.map { .string($0) })]
              object["before"] = difference.before
              object["after"] = difference.after
              return .object(object)
            }),
        ]
      case .paywall(let copy):
        var object: JSONObject = [
          "kind": "paywall", "line": .string(copy.line), "button": .string(copy.button),
        ]
        object["header"] = copy.header.map { .string($0) }
        object["body"] = copy.body.map { .string($0) }
        return .object(object)
      case .failed(let text, _): return ["kind": "failed", "text": .string(text)]
      }
    }
  }
#endif
