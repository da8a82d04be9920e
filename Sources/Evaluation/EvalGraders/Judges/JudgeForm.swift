import CoachModel
package import Documents
package import LanguageModels

/// The JSON schemas of the answers of judges.
package enum JudgeForm {
  /// The answer of one judge.
  struct Answer {
    var verdict: Grade.Verdict
    var reasoning: String
    /// The answers to the criteria by name: yes, no or unsure.
    var criteria: [(name: String, answer: String)]
  }

  /// How the reply of a judge is read that was shown these messages.
  ///
  /// A judge may quote what it judges, in which somebody may have planted a verdict. So JSON that the reply repeats from
  /// the material is none of its own, and a reply that holds two verdicts which differ in the members that decide holds none.
  package static func reading(
    deciding members: [String], shown messages: [ModelMessage]
  ) -> ReplyReading {
    ReplyReading(
      rejectsConflicts: true, decisiveMembers: members,
      material: messages.filter { $0.role == .user }.map(\.text))
  }

  /// The members of an answer that decide.
  static let decisiveMembers = ["criteria", "verdict"]
  /// The member of a pairwise comparison that decides.
  package static let decisiveMembersOfPairs = ["better"]
  /// The member that decides of the faults of a simulated person.
  package static let decisiveMembersOfFaults = ["faults"]

  /// Returns the schema of an answer.
  ///
  /// The criteria keep their order and precede the verdict, so that each is considered before the verdict is given.
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

  /// Explains why a judge gave no answer, with the fields of its reply that do not fit.
  package static func explanation(of error: StructuredOutputError) -> String {
    let problems = error.problems.prefix(3).joined(separator: "; ")
    return problems.isEmpty ? error.cause.message : "\(error.cause.message): \(problems)"
  }

  /// Reads an answer that fits the schema; a missing or unknown verdict is inconclusive, a missing criterion unsure.
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

  /// Returns the schema of a pairwise comparison.
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

  /// Returns the schema of the faults of a simulated person.
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
