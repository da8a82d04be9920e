public import JSON

/// The JSON Schema of domain files, for completion, descriptions and validation in editors.
///
/// It does not cover what requires more than the file's contents, such as whether the id matches the file name.
public enum DomainSchema {
  /// Returns the schema, which covers domain files and outcome files.
  public static func schema() -> JSONValue {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A coaching domain, or an outcome of routing (_none.yaml, _clinical.yaml)",
      "type": "object",
      "properties": [
        "id": [
          "type": "string", "pattern": .string(DomainTemplate.idPattern),
          "description":
            "The file's name without its ending, and without the underscore before an outcome.",
        ],
        "name": text("The name that people see."),
        "description": text(
          "One or two sentences: what belongs here and where it ends. Models that classify read it."
        ),
        "tone": text("How the coach sounds here."),
        "methodology": text("Which ways of working it uses, and in which order."),
        "personality": text("Who the coach is here."),
        "prompt_section": text("The part of the system prompt that is special to the domain."),
        "routing": signals,
        "guardrails": texts("Rules for the coach that hold in this domain only.", least: 1),
        "style": style,
        "starters": texts("Openings that a person may tap.", least: 1),
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
      "type": "object", "description": "What tells that a message belongs here.",
      "properties": [
        "keywords": texts("Words and phrases that by themselves nearly always mean this domain."),
        "hints": texts("Words and phrases that lean this way and have other uses."),
        "examples": texts(
          "Things people say in this domain, as they say them.", least: DomainConfig.minimumExamples
        ),
        "negatives": texts("Things people say with this domain's words that belong elsewhere."),
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
      "description": "The style to begin with when nothing is known of the person.",
      "properties": .object(properties),
      "required": .array(dimensions.map { .string($0.0) }), "additionalProperties": false,
    ]
  }

  private static func text(_ description: String) -> JSONValue {
    ["type": "string", "minLength": 1, "description": .string(description)]
  }

  private static func texts(_ description: String, least: Int = 0) -> JSONValue {
    [
      "type": "array", "items": ["type": "string", "minLength": 1], "minItems": .integer(least),
      "description": .string(description),
    ]
  }
}
