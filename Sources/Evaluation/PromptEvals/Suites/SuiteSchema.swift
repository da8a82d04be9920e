public import Documents
public import EvalGraders

/// The JSON Schema of suites, with which editors complete and describe keys and report most mistakes.
///
/// It is generated from the lists that the reader uses, as far as there are such. What only the reader can
/// know, such as whether a prompt exists or IDs differ, is left to the reader.
public enum SuiteSchema {
  /// Returns the schema of suites that use the graders of a registry.
  public static func schema(for registry: GraderRegistry = .standard) -> JSONValue {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "An evaluation suite",
      "type": "object",
      "properties": .object(properties),
      "required": ["name"],
      "allOf": [
        [
          "anyOf": [
            ["required": ["transcripts"]], ["required": ["cases"]], ["required": ["include"]],
          ]
        ],
        ["anyOf": [["required": ["variants"]], ["required": ["grid"]], ["required": ["include"]]]],
      ],
      "additionalProperties": false,
      "$defs": .object(definitions(registry)),
    ]
  }

  /// The keys of a suite.
  static var keys: [String] { properties.map(\.key) }

  private static var properties: JSONObject {
    [
      "include": texts(
        "Files to include. The suite's own values override theirs; lists are concatenated."),
      "name": [
        "type": "string", "pattern": "^[^.][\\w.-]*$",
        "description": "The suite's name, used in reports and file names.",
      ],
      "description": text("The question that the suite answers."),
      "transcripts": reference(
        to: "transcripts", "The transcripts or histories to replay, or the personas to simulate."),
      "cases": reference(
        to: "cases", "The cases of a task, in place of transcripts: inputs with expectations."),
      "replay": words(
        among: ReplayMode.allCases.map(\.rawValue), "How conversations are replayed."),
      "pipeline": words(
        among: EvalPipeline.allCases.map(\.rawValue),
        "What is run for each message of a conversation: the product's turn, which is the default, or the prompt alone."
      ),
      "today": [
        "type": "string", "pattern": "^\\d{4}-\\d{2}-\\d{2}$",
        "description": "The day on which conversations take place, such as 2026-01-15.",
      ],
      "turns": reference(to: "turns", "The coach messages to generate or grade."),
      "model": text("The model to evaluate, as provider:model."),
      "parameters": reference(to: "parameters", "Generation parameters."),
      "tools": list(
        of: object(
          [
            "name": [
              "type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$",
              "description": "The name of the tool.",
            ],
            "description": text("What the tool does and when to use it, for the model."),
            "parameters": [
              "type": ["object", "string"],
              "description": "A JSON Schema of the arguments, or the short notation of prompts.",
            ],
            "strict": [
              "type": "boolean",
              "description": "Whether the provider enforces the schema, if it can.",
            ],
          ], required: ["name", "description"]),
        "The tools that candidates may call. Calls are graded and not carried out."),
      "tool_choice": text("Whether tools are called: auto, none, required, or the name of one."),
      "closing_max_tokens": integer(from: 1, "The maximum number of tokens of a closing message."),
      "samples": integer(from: 1, "The number of samples of each case."),
      "subsets": list(
        of: object(
          filter.merging([
            "name": text("The name in reports."),
            "samples": integer(from: 1, "The number of samples of each case of this subset."),
          ]), required: ["name", "samples"]),
        "Groups of transcripts with a number of samples of their own."),
      "seed": integer(from: 0, "The seed for the order of transcripts and for resampling."),
      "variants": list(of: ["$ref": "#/$defs/variant"], "The variants to compare."),
      "grid": reference(to: "grid", "Variants as every combination of the listed values."),
      "baseline": text("The variant that the others are compared with; the first one by default."),
      "references": list(
        of: object(filter.merging(["id": text("The name in reports.")]), required: ["id"]),
        "Groups of transcripts that are graded as written."),
      "graders": list(of: ["$ref": "#/$defs/grader"], "The graders of replies and conversations."),
      "assertions": list(
        of: ["$ref": "#/$defs/grader"],
        "Graders that every sample must pass: one that does not fails the run."),
      "informs": [
        "type": "boolean", "description": "Whether the assertions only inform: they fail nothing.",
      ],
      "grader_failures": number(
        "The largest share of samples on which a grader may fail before the run has an error; 0.1 by default.",
        maximum: 1),
      "pairwise": list(
        of: ["$ref": "#/$defs/pairwise"],
        "Judges that compare the replies of two variants side by side."),
      "person": reference(to: "person", "The model that plays the person."),
      "budget": object(
        [
          "dollars": number("Dollars."),
          "tokens": integer(
            from: 1, "The maximum number of tokens, of prompts and replies together."),
          "minutes": number("The maximum duration in minutes, from the first call."),
          "ask_above": number(
            "The estimated cost in dollars above which a run asks for confirmation; 1 by default."),
        ], "What a run may consume."),
      "concurrency": [
        "type": "object", "additionalProperties": ["type": "integer", "minimum": 1],
        "description": "The maximum number of concurrent calls, by provider.",
      ],
      "price": object(
        [
          "input": number("Dollars per million input tokens."),
          "output": number("Dollars per million output tokens."),
          "note": text("Whose price it is, for reports."),
        ], "The price of the candidates' tokens.", required: ["input", "output", "note"]),
      "gate": reference(to: "gate", "The conditions under which the suite passes."),
    ]
  }

  private static func definitions(_ registry: GraderRegistry) -> JSONObject {
    [
      "transcripts": [
        "anyOf": [
          ["type": "string"], ["type": "array", "items": ["type": "string"]],
          object(filter.merging(files)),
        ]
      ],
      "cases": [
        "anyOf": [
          ["type": "string"],
          [
            "type": "array",
            "items": ["anyOf": [["type": "string"], ["$ref": "#/$defs/case"]]],
          ],
          object(
            filter.merging(files).merging([
              "columns": [
                "type": "object", "additionalProperties": ["type": "string"],
                "description":
                  "The columns of tables that have another name than the input or key which they hold.",
              ],
              "ignore": texts("The columns of tables that are left out."),
            ])),
        ]
      ],
      "case": object(
        [
          "id": text("The ID, unique in the suite."),
          "title": text("One line for readers; the ID by default."),
          "from": text("A file with inputs that several cases share; 'inputs' override them."),
          "inputs": ["type": "object", "description": "The inputs of the prompt, by name."],
          "person": text("The ID of the person's profile; 'new' by default."),
          "domain": text("The ID of the domain."),
          "language": text(
            "The language of the reply, for graders; by default the input 'language'."),
          "cluster": text("Cases of one cluster count as one observation."),
          "tags": texts("Labels to filter by."),
          "target": text("What a good reply does, for judges."),
          "expect": list(
            of: ["type": "object"],
            "Rules that a good reply keeps, in the words of coachkit.contract.rules."),
        ], required: ["id"]),
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
        "max_tokens": integer(from: 1, "The maximum number of tokens of a reply."),
        "temperature": number("The sampling temperature, from 0 to 2.", maximum: 2),
        "top_p": number("The share of probability to sample from.", maximum: 1),
        "seed": integer(from: 0, "The seed for providers that support repeatable sampling."),
        "stop": texts("Stop sequences."),
        "reasoning": [
          "type": ["string", "integer"],
          "description": "The reasoning effort: a word, or a number of tokens.",
        ],
        "service_tier": text("The service tier of the calls, such as flex."),
        "extra": [
          "type": "object",
          "description":
            "Further members of the request, sent unchanged; not those of every request, like messages.",
        ],
      ]),
      "variant": object(
        [
          "id": text("The name in reports."), "prompt": text("The prompt, as name@version."),
          "model": text("The model; the suite's by default."),
          "parameters": reference(
            to: "parameters", "Generation parameters that override the suite's."),
          "domain": text("The domain; the transcript's by default."),
          "leave_out": texts("Sections of the prompt to leave out."),
          "inputs": [
            "type": "object", "description": "Prompt inputs that override all others.",
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
          "id": text("The name in reports."),
          "rubric": text("What makes one reply better than the other."),
          "models": [
            "anyOf": [["type": "string"], ["type": "array", "items": ["type": "string"]]]
          ],
          "parameters": reference(to: "parameters", "Generation parameters of the judge."),
          "turns": reference(
            to: "turns", "The coach messages to compare; the whole conversation by default."),
        ], required: ["id", "rubric", "models"]),
      "person": object(
        [
          "model": text("The model."),
          "parameters": reference(to: "parameters", "Generation parameters."),
          "prompt": text("The prompt for the role, as name@version; a built-in one by default."),
          "coach_messages": integer(
            from: 1, "The maximum number of coach messages of a conversation."),
          "checker": text("The model that checks the simulated person for faults."),
        ], required: ["model"]),
      "gate": object([
        "grader": text("The metric: the ID of a grader, 'overall' or 'passed'."),
        "margin": number(
          "How much worse than the baseline a challenger may be, as a share.", maximum: 1),
        "margins": list(
          of: object(
            [
              "grader": text("The metric: the ID of a grader, 'overall' or 'passed'."),
              "margin": number(
                "How much worse than the baseline a challenger may be, as a share.", maximum: 1),
            ],
            required: ["grader", "margin"]), "Several margins."),
        "at_least": list(
          of: object(
            [
              "grader": text("The metric: the ID of a grader, 'overall' or 'passed'."),
              "share": number("The minimum, as a share.", maximum: 1),
            ],
            required: ["grader", "share"]), "Minimum scores that a challenger must reach."),
        "looks": [
          "type": "array", "items": ["type": "number", "minimum": 0.05, "maximum": 1],
          "description": "The shares of the transcripts after which the run may stop early.",
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
      "id": text("The name in reports; the name of the kind by default."),
      "weight": number("The weight in the overall score; 1 by default."),
      "threshold": number("The minimum score of a sample that passes; 1 by default.", maximum: 1),
      "pass_k": integer(
        from: 1, "Also reports how likely this number of samples of a case all pass."),
      "turns": reference(to: "turns", "The coach messages to grade."),
      "transcripts": object(filter, "The transcripts to grade."),
      "required": [
        "type": "boolean",
        "description":
          "Whether the grader is an assertion: a sample that does not pass fails the run.",
      ],
      "informs": [
        "type": "boolean",
        "description": "Whether an assertion only informs: what it finds fails nothing.",
      ],
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
      "kind": text("Only transcripts of this kind, such as discovery, coaching or trainer-intake."),
      "quality": words(among: ["good", "flawed", "unrated"], "Only transcripts of this quality."),
      "tags": texts("Only transcripts with one of these labels."),
      "without_tags": texts("No transcripts with one of these labels."),
      "ids": texts("Only these transcripts."),
    ]
  }

  private static var files: JSONObject {
    [
      "folder": text("A folder."),
      "files": [
        "anyOf": [["type": "string"], ["type": "array", "items": ["type": "string"]]],
        "description": "Files, or patterns such as ../transcripts/**/*.yaml.",
      ],
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

  private static func integer(from minimum: Int, _ description: String) -> JSONValue {
    ["type": "integer", "minimum": .integer(minimum), "description": .string(description)]
  }

  private static func number(_ description: String, maximum: Double? = nil) -> JSONValue {
    var schema: JSONObject = ["type": "number", "minimum": 0]
    schema["maximum"] = maximum.map { .number($0) }
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
