package import Documents

/// The JSON Schema of domain files, for completion, descriptions and validation in editors.
///
/// It does not cover what requires more than the file's contents, such as whether the id matches the file name.
package enum DomainSchema {
  /// Returns the schema, which covers domain files and outcome files.
  package static func schema() -> JSONValue {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A coaching domain, or a routing outcome (_none.yaml, _clinical.yaml)",
      "type": "object",
      "properties": [
        "id": [
          "type": "string", "pattern": .string(DomainTemplate.idPattern),
          "description":
            "The file name without its extension, and without the underscore of an outcome.",
        ],
        "name": text("The name shown to people."),
        "description": text(
          "One or two sentences: what belongs here and what does not. Models that classify messages read it, too."
        ),
        "tone": text("The coach's tone of voice in this domain."),
        "methodology": text("The coaching methods, in the order in which they are used."),
        "personality": text("The coach's character in this domain."),
        "prompt_section": text("The part of the system prompt that is specific to the domain."),
        "routing": signals,
        "guardrails": texts("Rules for the coach that apply only in this domain.", minimum: 1),
        "style": style,
        "starters": texts("Conversation starters that a person may tap.", minimum: 1),
      ],
      "required": ["id", "name", "description", "routing"],
      "if": ["properties": ["id": ["enum": .array(outcomes)]]],
      "else": [
        "required": [
          "tone", "methodology", "personality", "prompt_section", "guardrails", "style", "starters",
        ]
      ],
      "additionalProperties": false,
    ]
  }

  private static var outcomes: [JSONValue] {
    RoutingOutcome.Kind.allCases.map { .string($0.rawValue) }
  }

  private static var signals: JSONValue {
    [
      "type": "object",
      "description": "The words and examples by which messages are routed to this domain.",
      "properties": [
        "keywords": phrases(
          "Words and phrases that by themselves nearly always indicate this domain."),
        "hints": phrases("Words and phrases that suggest this domain but have other uses."),
        "examples": texts(
          "Example messages that belong to this domain, as people write them.",
          minimum: DomainConfig.minimumExamples
        ),
        "negatives": texts("Example messages that use this domain's words but belong elsewhere."),
      ],
      "required": ["keywords", "examples"], "additionalProperties": false,
    ]
  }

  private static var style: JSONValue {
    let dimensions = [
      ("direct_exploratory", "direct", "exploratory"), ("brief_detailed", "brief", "detailed"),
      ("action_reflective", "towards action", "towards reflection"),
      ("challenging_supportive", "challenging", "supportive"),
    ]
    var properties: JSONObject = [:]
    for (key, low, high) in dimensions {
      properties[key] = [
        "type": "number", "minimum": -1, "maximum": 1,
        "description": .string("From -1 (\(low)) to 1 (\(high))."),
      ]
    }
    return [
      "type": "object",
      "description": "The default coaching style, for a person without a known preference.",
      "properties": .object(properties),
      "required": .array(dimensions.map { .string($0.0) }), "additionalProperties": false,
    ]
  }

  private static func text(_ description: String) -> JSONValue {
    ["type": "string", "minLength": 1, "description": .string(description)]
  }

  /// Words and phrases; one with brackets or commas is a list that was written as a text.
  private static func phrases(_ description: String) -> JSONValue {
    [
      "type": "array", "items": ["type": "string", "pattern": #"^[^\[\]{},;\n]+$"#],
      "description": .string(description),
    ]
  }

  private static func texts(_ description: String, minimum: Int = 0) -> JSONValue {
    [
      "type": "array", "items": ["type": "string", "minLength": 1], "minItems": .integer(minimum),
      "description": .string(description),
    ]
  }
}
