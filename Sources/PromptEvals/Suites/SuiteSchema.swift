public import EvalGraders
public import JSON

/// The JSON Schema of suites, with which editors complete and describe keys and report most mistakes.
///
/// It is generated from the lists that the reader uses, as far as there are such. What only the reader can
/// know, such as whether a prompt exists or IDs differ, is left to the reader.
public enum SuiteSchema {
  /// Returns the schema of suites that use the graders of a registry.
  public static func schema(for registry: GraderRegistry = .standard) -> JSONValue {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A suite of evaluations",
      "type": "object",
      "properties": .object(properties),
      "required": ["name", "description", "transcripts"],
      "anyOf": [["required": ["variants"]], ["required": ["grid"]], ["required": ["include"]]],
      "additionalProperties": false,
      "$defs": .object(definitions(registry)),
    ]
  }

  private static var properties: JSONObject {
    [
      "include": texts(
        "Files whose keys count, too; the suite's own values override theirs, lists are joined."),
      "name": [
        "type": "string", "pattern": "^[^.][\\w.-]*$",
        "description": "The name in reports and of files.",
      ],
      "description": text("What question it answers."),
      "transcripts": reference(to: "transcripts", "Where the conversations, or the personas, are."),
      "replay": words(
        among: ReplayMode.allCases.map(\.rawValue), "How conversations are gone through again."),
      "turns": reference(to: "turns", "Which coach messages."),
      "model": text("The model that is asked, as provider:model."),
      "parameters": reference(to: "parameters", "How it generates."),
      "closing_max_tokens": integer(from: 1, "The longest closing message, in tokens."),
      "samples": integer(from: 1, "How often each case is generated."),
      "subsets": list(
        of: object(
          filter.merging([
            "name": text("Its name."),
            "samples": integer(from: 1, "How often each of its cases is generated."),
          ]), required: ["name", "samples"]), "Transcripts that are looked at more closely."),
      "seed": integer(from: 0, "The seed of all that is drawn."),
      "variants": list(of: ["$ref": "#/$defs/variant"], "What is compared."),
      "grid": reference(to: "grid", "Every combination of what is listed."),
      "baseline": text("The variant that the others are compared with; the first one without it."),
      "references": list(
        of: object(filter.merging(["id": text("Its name.")]), required: ["id"]),
        "Transcripts that are graded as they were written."),
      "graders": list(of: ["$ref": "#/$defs/grader"], "Who judges."),
      "assertions": list(of: ["$ref": "#/$defs/grader"], "Graders that every sample must meet."),
      "pairwise": list(
        of: ["$ref": "#/$defs/pairwise"], "Judges that see two versions side by side."),
      "person": reference(to: "person", "Who plays the person."),
      "budget": object(
        [
          "dollars": number("Dollars."),
          "tokens": integer(from: 1, "Tokens of prompts and replies."),
          "minutes": number("Minutes from the first call on."),
          "ask_above": number("Dollars above which a run asks before it begins; 1 without it."),
        ], "What a run may spend."),
      "concurrency": [
        "type": "object", "additionalProperties": ["type": "integer", "minimum": 1],
        "description": "Calls at once, by provider.",
      ],
      "price": object(
        [
          "input": number("Dollars for a million tokens in."),
          "output": number("Dollars for a million tokens out."), "note": text("Whose price it is."),
        ], "What tokens cost.", required: ["input", "output", "note"]),
      "gate": reference(to: "gate", "When it counts as passed."),
    ]
  }

  private static func definitions(_ registry: GraderRegistry) -> JSONObject {
    [
      "transcripts": [
        "anyOf": [
          ["type": "string"], ["type": "array", "items": ["type": "string"]],
          object(
            filter.merging([
              "folder": text("A folder."),
              "files": [
                "anyOf": [["type": "string"], ["type": "array", "items": ["type": "string"]]],
                "description": "Files, or patterns such as ../transcripts/**/*.yaml.",
              ],
            ])),
        ]
      ],
      "turns": [
        "anyOf": [
          ["const": "all"], ["$ref": "#/$defs/turn"],
          ["type": "array", "items": ["$ref": "#/$defs/turn"]],
        ]
      ],
      "turn": [
        "anyOf": [
          ["type": "integer", "minimum": 1, "maximum": 1000], ["const": "last"],
          ["type": "string", "pattern": "^[0-9]+-[0-9]+$"],
        ]
      ],
      "parameters": object([
        "max_tokens": integer(from: 1, "The longest reply, in tokens."),
        "temperature": number("Randomness, from 0 to 2.", most: 2),
        "top_p": number("The share of probability to draw from.", most: 1),
        "seed": integer(from: 0, "Makes a provider that supports it repeat itself."),
        "stop": texts("Texts at which to stop."),
        "reasoning": [
          "type": ["string", "integer"], "description": "How much to think: a word, or tokens.",
        ],
        "extra": ["type": "object", "description": "Members for the provider, as they are."],
      ]),
      "variant": object(
        [
          "id": text("Its name in reports."), "prompt": text("The prompt, as name@version."),
          "model": text("Its model, where it is not the suite's."),
          "parameters": reference(to: "parameters", "Over the suite's."),
          "domain": text("The domain, where it is not the transcript's."),
          "leave_out": texts("Sections of the prompt that are left out."),
          "inputs": [
            "type": "object", "description": "Inputs that are set, over all that is known.",
          ],
        ], required: ["id", "prompt"]),
      "grid": object(
        [
          "prompt": [
            "anyOf": [["type": "string"], ["type": "array", "items": ["type": "string"]]]
          ],
          "model": [
            "anyOf": [["type": "string"], ["type": "array", "items": ["type": "string"]]]
          ],
          "parameters": ["type": "array", "items": ["$ref": "#/$defs/parameters"]],
          "domain": texts("Domains."),
          "leave_out": [
            "type": "array", "items": ["type": "array", "items": ["type": "string"]],
          ],
        ], required: ["prompt"]),
      "pairwise": object(
        [
          "id": text("Its name in reports."),
          "rubric": text("What makes one better than the other."),
          "models": [
            "anyOf": [["type": "string"], ["type": "array", "items": ["type": "string"]]]
          ],
          "parameters": reference(to: "parameters", "How the judge generates."),
          "turns": reference(to: "turns", "Which messages it sees; all without it."),
        ], required: ["id", "rubric", "models"]),
      "person": object(
        [
          "model": text("The model that plays."),
          "parameters": reference(to: "parameters", "How it generates."),
          "prompt": text("A prompt of one's own, as name@version."),
          "coach_messages": integer(from: 1, "The longest conversation, in coach messages."),
          "checker": text("The model that looks for faults of the person."),
        ], required: ["model"]),
      "gate": object([
        "grader": text("The grader, overall or passed."),
        "margin": number("How much worse a challenger may be, as a share.", most: 1),
        "margins": list(
          of: object(
            ["grader": text("What is compared."), "margin": number("How much worse.", most: 1)],
            required: ["grader", "margin"]), "Several margins."),
        "at_least": list(
          of: object(
            ["grader": text("What is measured."), "share": number("The least.", most: 1)],
            required: ["grader", "share"]), "Levels that a challenger must reach."),
        "looks": [
          "type": "array", "items": ["type": "number", "minimum": 0.05, "maximum": 1],
          "description": "Shares of the transcripts at which the run may stop early.",
        ],
      ]),
      "grader": grader(registry),
    ]
  }

  // MARK: Graders

  /// The schema of a grader: the name of a kind, or a mapping whose other keys depend on the kind.
  private static func grader(_ registry: GraderRegistry) -> JSONValue {
    let plain = registry.kinds.map(\.documentation).filter { kind in
      !kind.options.contains(where: \.isRequired)
    }
    return [
      "anyOf": .array(
        [["enum": .array(plain.map { .string($0.name) })]]
          + registry.kinds.map { kind($0.documentation) }
      )
    ]
  }

  private static func kind(_ kind: GraderDocumentation) -> JSONValue {
    var members: JSONObject = [
      "use": ["const": .string(kind.name), "description": .string(kind.summary)],
      "id": text("Its name in reports; the kind's without it."),
      "weight": number("How much it counts in the overall score; 1 without it."),
      "threshold": number("The score from which on a sample meets it; 1 without it.", most: 1),
      "pass_k": integer(from: 1, "Asks how likely so many samples of a case all meet it."),
      "turns": reference(to: "turns", "The coach messages that it looks at."),
      "transcripts": object(filter, "The transcripts that it looks at."),
      "required": ["type": "boolean", "description": "A sample that does not meet it has failed."],
    ]
    for option in kind.options { members[option.name] = value(of: option) }
    let required = ["use"] + kind.options.filter(\.isRequired).map(\.name)
    return object(members, required: required)
  }

  private static func value(of option: GraderOption) -> JSONValue {
    var schema: JSONObject =
      switch option.form {
      case .text, .file: ["type": "string"]
      case .texts, .models:
        ["anyOf": [["type": "string"], ["type": "array", "items": ["type": "string"]]]]
      case .number(let range):
        [
          "type": "number", "minimum": .number(range.lowerBound),
          "maximum": .number(range.upperBound),
        ]
      case .integer(let range):
        [
          "type": "integer", "minimum": .integer(range.lowerBound),
          "maximum": .integer(range.upperBound),
        ]
      case .flag: ["type": "boolean"]
      case .choice(let words): ["enum": .array(words.map { .string($0) })]
      case .value: [:]
      }
    schema["description"] = .string(option.text)
    return .object(schema)
  }

  // MARK: Pieces

  private static var filter: JSONObject {
    [
      "kind": words(among: ["discovery", "coaching"], "Only this kind."),
      "quality": words(among: ["good", "flawed", "unrated"], "Only this quality."),
      "tags": texts("Only those with one of these labels."),
      "without_tags": texts("None with one of these labels."), "ids": texts("Only these."),
    ]
  }

  private static func text(_ description: String) -> JSONValue {
    ["type": "string", "description": .string(description)]
  }

  private static func texts(_ description: String) -> JSONValue {
    ["type": "array", "items": ["type": "string"], "description": .string(description)]
  }

  private static func words(among words: [String], _ description: String) -> JSONValue {
    ["enum": .array(words.map { .string($0) }), "description": .string(description)]
  }

  private static func integer(from least: Int, _ description: String) -> JSONValue {
    ["type": "integer", "minimum": .integer(least), "description": .string(description)]
  }

  private static func number(_ description: String, most: Double? = nil) -> JSONValue {
    var schema: JSONObject = ["type": "number", "minimum": 0]
    schema["maximum"] = most.map { .number($0) }
    schema["description"] = .string(description)
    return .object(schema)
  }

  private static func list(of items: JSONValue, _ description: String) -> JSONValue {
    ["type": "array", "items": items, "description": .string(description)]
  }

  private static func reference(to name: String, _ description: String) -> JSONValue {
    ["$ref": .string("#/$defs/\(name)"), "description": .string(description)]
  }

  private static func object(
    _ properties: JSONObject, _ description: String? = nil, required: [String] = []
  ) -> JSONValue {
    var schema: JSONObject = [
      "type": "object", "properties": .object(properties), "additionalProperties": false,
    ]
    if !required.isEmpty { schema["required"] = .array(required.map { .string($0) }) }
    schema["description"] = description.map { .string($0) }
    return .object(schema)
  }
}

extension JSONObject {
  fileprivate func merging(_ other: JSONObject) -> JSONObject {
    other.reduce(into: self) { $0[$1.key] = $1.value }
  }
}
