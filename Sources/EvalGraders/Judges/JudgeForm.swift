package import JSON

/// The form in which judges answer.
package enum JudgeForm {
  /// What one judge says of one thing.
  struct Answer {
    var verdict: Grade.Verdict
    var reasoning: String
    /// The answers to the criteria by name: yes, no or unsure.
    var criteria: [(name: String, answer: String)]
  }

  /// The schema of an answer; the criteria come in their order, so that each is thought about before the
  /// verdict is given.
  static func schema(criteria: [String]) throws -> JSONSchema {
    var properties: JSONObject = ["reasoning": ["type": "string"]]
    var required: [JSONValue] = ["reasoning"]
    if !criteria.isEmpty {
      let answer: JSONValue = ["type": "string", "enum": ["yes", "no", "unsure"]]
      var answers: JSONObject = [:]
      for name in criteria { answers[name] = answer }
      properties["criteria"] = [
        "type": "object", "properties": .object(answers),
        "required": .array(criteria.map { .string($0) }), "additionalProperties": false,
      ]
      required.append("criteria")
    }
    properties["verdict"] = ["type": "string", "enum": ["pass", "fail", "unsure"]]
    return try JSONSchema([
      "type": "object", "properties": .object(properties),
      "required": .array(required + ["verdict"]), "additionalProperties": false,
    ])
  }

  /// Reads an answer that fits the schema.
  static func answer(_ value: JSONValue, criteria: [String]) -> Answer {
    let verdict: Grade.Verdict =
      switch value["verdict"]?.string {
      case "pass": .pass
      case "fail": .fail
      default: .inconclusive
      }
    return Answer(
      verdict: verdict, reasoning: value["reasoning"]?.string ?? "",
      criteria: criteria.map { ($0, value["criteria"]?[$0]?.string ?? "unsure") })
  }

  /// The schema of a comparison.
  package static func pairSchema() throws -> JSONSchema {
    try JSONSchema([
      "type": "object",
      "properties": [
        "reasoning": ["type": "string"],
        "better": ["type": "string", "enum": ["first", "second", "tie"]],
      ],
      "required": ["reasoning", "better"], "additionalProperties": false,
    ])
  }

  /// The schema of the faults of a simulated person.
  package static func faultSchema() throws -> JSONSchema {
    try JSONSchema([
      "type": "object",
      "properties": [
        "faults": [
          "type": "array",
          "items": [
            "type": "object",
            "properties": [
              "kind": ["type": "string", "enum": ["role-break", "invented-fact"]],
              "message": ["type": "integer"], "quote": ["type": "string"],
            ],
            "required": ["kind", "message", "quote"], "additionalProperties": false,
          ],
        ]
      ],
      "required": ["faults"], "additionalProperties": false,
    ])
  }
}
